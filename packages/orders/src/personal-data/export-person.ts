import { desc } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { links, refundProposals, refunds, transfers } from '../database/schema.ts'
import { linkView } from '../links/read-link.ts'
import type { OrdersContext } from '../orders-context.ts'
import { ordersAfter } from '../search/list-orders.ts'
import type { Person, PersonExport, RefundToPerson, TransferToPerson } from './personal-data-api.ts'
import { checkPerson, rowsOf } from './rows-of-person.ts'

const rowsOfKind = 1_000

function transferTo(row: typeof transfers.$inferSelect): TransferToPerson {
  const { id, amountVnd, receiverPhone, description, state, createdAtMs } = row
  return { id, amountVnd, receiverPhone, description, state, createdAt: toSeconds(createdAtMs) }
}

type RefundRow = Pick<
  typeof refunds.$inferSelect | typeof refundProposals.$inferSelect,
  'id' | 'orderId' | 'state' | 'vnd' | 'points' | 'reason' | 'createdAtMs'
>

function refundTo(row: RefundRow): RefundToPerson {
  const { id, orderId, state, vnd, points, reason, createdAtMs } = row
  const createdAt = toSeconds(createdAtMs)
  return { id, orderId, state, vnd, points, ...(reason !== null && { reason }), createdAt }
}

/**
 * Reads the stored data of a person, to be handed to that person. Tokens of linked wallets are left
 * out.
 *
 * @throws TypeError when neither id nor phone is given, or one is malformed
 */
export async function exportPerson(
  context: Pick<OrdersContext, 'database'>,
  person: Person,
): Promise<PersonExport> {
  checkContext('exportPerson', context, ['database'])
  checkArguments('exportPerson', { person })
  checkPerson(person)
  const { customerId } = person
  const rows = rowsOf(person)
  const db = openDatabase(context)
  const [foundLinks, foundTransfers, foundRefunds, foundProposals] = await db.batch([
    db
      .select()
      .from(links)
      .where(rows.links)
      .orderBy(desc(links.createdAtMs))
      .limit(rowsOfKind + 1),
    db
      .select()
      .from(transfers)
      .where(rows.transfers)
      .orderBy(desc(transfers.createdAtMs))
      .limit(rowsOfKind + 1),
    db
      .select()
      .from(refunds)
      .where(rows.refunds)
      .orderBy(desc(refunds.createdAtMs))
      .limit(rowsOfKind + 1),
    db
      .select()
      .from(refundProposals)
      .where(rows.proposals)
      .orderBy(desc(refundProposals.createdAtMs))
      .limit(rowsOfKind + 1),
  ])
  const page =
    customerId === undefined
      ? { orders: [] }
      : await ordersAfter(context, { customerId }, { after: undefined, limit: rowsOfKind })
  const ofKinds = [foundLinks, foundTransfers, foundRefunds, foundProposals]
  const isCutOff = 'next' in page || ofKinds.some(({ length }) => length > rowsOfKind)
  return {
    links: foundLinks.slice(0, rowsOfKind).map((row) => linkView(row)),
    orders: page.orders,
    refunds: foundRefunds.slice(0, rowsOfKind).map((row) => refundTo(row)),
    proposals: foundProposals.slice(0, rowsOfKind).map((row) => refundTo(row)),
    transfers: foundTransfers.slice(0, rowsOfKind).map((row) => transferTo(row)),
    isCutOff,
  }
}
