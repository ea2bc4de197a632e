import { inArray, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { deliveries, links, orders, outbox, refunds, transfers } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import {
  forgetLinks,
  forgetOrders,
  forgetRefunds,
  forgetTransfers,
  namingAPerson,
  underWay,
} from './forget.ts'

const dayMs = 86_400_000

/** Rows at the beginning of the outbox among which one call looks for old ones. */
const rowsLookedAt = 5_000

/** Statements that one call takes at most. */
export const statementsPerForgetting = 6

async function forgetPersons(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  await transactAll(context, {
    transitions: [
      {
        decide: forgetLinks(sql`id IN (SELECT id FROM ${links}
          WHERE ${namingAPerson.links} AND NOT ${underWay.links} AND updated_at_ms < ${beforeMs}
          ORDER BY updated_at_ms LIMIT ${limit})`),
      },
      {
        decide: forgetOrders(sql`id IN (SELECT id FROM ${orders}
          WHERE ${namingAPerson.orders} AND NOT ${underWay.orders} AND created_at_ms < ${beforeMs}
          ORDER BY created_at_ms LIMIT ${limit})`),
      },
      {
        decide: forgetRefunds(sql`id IN (SELECT id FROM ${refunds}
          WHERE ${namingAPerson.refunds} AND NOT ${underWay.refunds} AND created_at_ms < ${beforeMs}
          ORDER BY created_at_ms LIMIT ${limit})`),
      },
      {
        decide: forgetTransfers(sql`id IN (SELECT id FROM ${transfers}
          WHERE ${namingAPerson.transfers} AND NOT ${underWay.transfers} AND created_at_ms < ${beforeMs}
          ORDER BY created_at_ms LIMIT ${limit})`),
      },
    ],
  })
}

async function deleteEvents(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const db = openDatabase(context)
  // The oldest rows are the first of the table, so that no index is needed, which every event would have to pay for.
  const old = sql`(SELECT key FROM ${outbox}
    WHERE rowid < (SELECT MIN(rowid) FROM ${outbox}) + ${rowsLookedAt}
      AND state = 'done' AND created_at_ms < ${beforeMs} ORDER BY rowid LIMIT ${limit})`
  await db.batch([
    db.delete(deliveries).where(inArray(deliveries.outboxKey, old)),
    db.delete(outbox).where(inArray(outbox.key, old)),
  ])
}

/**
 * Removes what names a person from orders, refunds, links and transfers that are settled and old, and deletes old
 * events that are done. The journal names nobody, so that its chain of hashes stays whole.
 *
 * @param limit rows of each kind
 */
export async function forgetOldData(context: OrdersContext, limit: number): Promise<void> {
  const { retention = {} } = context
  const { personalDataDays, eventDays } = retention
  const now = context.now()
  if (personalDataDays !== undefined) {
    await forgetPersons(context, { beforeMs: now - personalDataDays * dayMs, limit })
  }
  if (eventDays !== undefined) {
    await deleteEvents(context, { beforeMs: now - eventDays * dayMs, limit })
  }
}
