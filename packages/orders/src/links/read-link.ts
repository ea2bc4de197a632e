import { and, desc, eq, sql } from 'drizzle-orm'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import type { OrdersContext } from '../orders-context.ts'
import { requireFields } from '../rules/field-rule.ts'
import { customerRules } from '../rules/request-rules.ts'
import type { LinkView } from './links-api.ts'

/** A link as it is stored. */
export type LinkRow = typeof links.$inferSelect

/**
 * Checks the shop's own id of a customer.
 *
 * @throws TypeError when it is not 1 to 64 characters of `A-Z a-z 0-9 _ -`
 */
export function requireCustomerId(customerId: string): void {
  requireFields('customer', customerRules, { id: customerId })
}

/** Reads a link by its id. */
export async function readLink(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<LinkRow | undefined> {
  const [row] = await openDatabase(context).select().from(links).where(eq(links.id, id))
  return row
}

/** The order of the states: a second link that is being unlinked comes after the one that pays. */
const byUse = sql`CASE ${links.state} WHEN 'linked' THEN 0 WHEN 'requested' THEN 1
  WHEN 'unlinking' THEN 2 ELSE 3 END`

/**
 * Reads the pending or linked link of a customer, of which there is at most one; else one that is
 * being unlinked.
 */
export async function readActiveLink(
  context: Pick<OrdersContext, 'database'>,
  customerId: string,
): Promise<LinkRow | undefined> {
  const [row] = await openDatabase(context)
    .select()
    .from(links)
    .where(and(eq(links.customerId, customerId), sql`${links.state} IN ${linksIn.active}`))
    .orderBy(byUse)
    .limit(1)
  return row
}

/** Reads the active link of a customer, else the newest. */
export async function readNewestLink(
  context: Pick<OrdersContext, 'database'>,
  customerId: string,
): Promise<LinkRow | undefined> {
  const [row] = await openDatabase(context)
    .select()
    .from(links)
    .where(eq(links.customerId, customerId))
    .orderBy(byUse, desc(links.createdAtMs))
    .limit(1)
  return row
}

/** A link as the API shows it: without the token. */
export function linkView(row: typeof links.$inferSelect): LinkView {
  const isPending = row.state === 'requested' && row.webUrl !== null
  return {
    id: row.id,
    customerId: row.customerId,
    state: row.state,
    ...(isPending &&
      row.webUrl !== null && { webUrl: row.webUrl, expiresAt: toSeconds(row.expiresAtMs) }),
    ...(row.maskedPhone !== null && { phone: row.maskedPhone }),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}
