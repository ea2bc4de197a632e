import { and, inArray, or, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  deliveries,
  links,
  orders,
  outbox,
  refundProposals,
  serviceCalls,
  transfers,
} from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import {
  forgetInEvents,
  forgetLinks,
  forgetOrders,
  forgetProposals,
  forgetRefunds,
  forgetTransfers,
  isOpenProposal,
  underWay,
} from './forget.ts'
import type { ErasureOutcome, Person } from './personal-data-api.ts'
import { checkPerson, rowsOf, type RowsOfPerson } from './rows-of-person.ts'

/** Ids of what is still open that an answer names. */
const idsShown = 20

/** Why a person cannot be erased now; `undefined` when the person can be. */
async function findObstacle(
  context: OrdersContext,
  rows: RowsOfPerson,
): Promise<ErasureOutcome | undefined> {
  const db = openDatabase(context)
  const awaitsApproval = sql`EXISTS (SELECT 1 FROM ${refundProposals}
    WHERE order_id = orders.id AND ${isOpenProposal(context.now())})`
  const [active, openOrders, openTransfers] = await db.batch([
    db.select({ id: links.id }).from(links).where(and(rows.links, underWay.links)).limit(1),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(rows.orders, or(underWay.orders, awaitsApproval)))
      .limit(idsShown),
    db
      .select({ id: transfers.id })
      .from(transfers)
      .where(and(rows.transfers, underWay.transfers))
      .limit(idsShown),
  ])
  if (active.length > 0) return { outcome: 'linked' }
  if (openOrders.length + openTransfers.length === 0) return undefined
  return {
    outcome: 'open',
    orders: openOrders.map(({ id }) => id),
    transfers: openTransfers.map(({ id }) => id),
  }
}

async function countOf(context: OrdersContext, rows: RowsOfPerson) {
  const db = openDatabase(context)
  const [ofLinks, ofOrders, ofTransfers] = await db.batch([
    db.select({ id: links.id }).from(links).where(rows.links),
    db.select({ id: orders.id }).from(orders).where(rows.orders),
    db.select({ id: transfers.id }).from(transfers).where(rows.transfers),
  ])
  return { links: ofLinks.length, orders: ofOrders.length, transfers: ofTransfers.length }
}

/**
 * Deletes the finished events about a person's orders and transfers, and the calls to the service.
 * This must happen while the rows still name the person.
 */
async function deleteTracesOf(context: OrdersContext, rows: RowsOfPerson): Promise<void> {
  const db = openDatabase(context)
  const keys = sql`(SELECT key FROM ${outbox} WHERE state = 'done' AND (
    order_id IN (SELECT id FROM ${orders} WHERE ${rows.orders})
    OR transfer_id IN (SELECT id FROM ${transfers} WHERE ${rows.transfers})))`
  await db.batch([
    db.delete(deliveries).where(inArray(deliveries.outboxKey, keys)),
    db.delete(outbox).where(inArray(outbox.key, keys)),
    // By the index, which a condition on pairs would not use.
    db.delete(serviceCalls).where(
      sql`about = 'order' AND subject_id IN (SELECT id FROM ${orders} WHERE ${rows.orders})
        OR about = 'transfer' AND subject_id IN (SELECT id FROM ${transfers} WHERE ${rows.transfers})
        OR about = 'link' AND subject_id IN (SELECT id FROM ${links} WHERE ${rows.links})`,
    ),
  ])
}

/**
 * Erases a person from the order store: the shop's id of the customer, masked phones, receivers of
 * transfers beyond their last three digits, and the shop's words about the orders; also from
 * waiting and dead events, which are then sent without these data. Amounts, states and the journal
 * stay: they prove the payments and name nobody. The erasure is recorded in the journal with
 * operator and reason.
 *
 * @throws TypeError when the action has no operator or no reason, or the id or phone of the person
 * is malformed
 */
export async function erasePerson(
  context: OrdersContext,
  person: Person,
  action: { readonly reason: string; readonly staffId: string },
): Promise<ErasureOutcome> {
  checkContext('erasePerson', context)
  checkArguments('erasePerson', { person, action })
  checkPerson(person)
  checkVerdict(action)
  const rows = rowsOf(person)
  const obstacle = await findObstacle(context, rows)
  if (obstacle !== undefined) return obstacle
  const erased = await countOf(context, rows)
  await deleteTracesOf(context, rows)
  const atMs = context.now()
  const { staffId, reason } = action
  await transactAll(context, {
    transitions: [
      // Events first, because they are found through their subjects.
      { decide: forgetInEvents(sql`order_id IN (SELECT id FROM ${orders} WHERE ${rows.orders})`) },
      {
        decide: forgetInEvents(
          sql`transfer_id IN (SELECT id FROM ${transfers} WHERE ${rows.transfers})`,
        ),
      },
      // Refunds and proposals before orders, because they are found through the customer of the
      // order.
      { decide: forgetRefunds(sql`${rows.refunds} AND NOT ${underWay.refunds}`) },
      { decide: forgetProposals(sql`${rows.proposals} AND NOT ${isOpenProposal(atMs)}`) },
      { decide: forgetOrders(sql`${rows.orders} AND NOT ${underWay.orders}`) },
      { decide: forgetLinks(sql`${rows.links} AND NOT (${underWay.links})`) },
      { decide: forgetTransfers(sql`${rows.transfers} AND NOT (${underWay.transfers})`) },
      entryOnce({
        atMs,
        kind: 'person.erased',
        orderId: null,
        dedupe: `person.erased:${atMs}:${staffId}`,
        evidence: 'word of a person',
        data: { ...erased, staff_id: staffId, verdict_reason: reason },
      }),
    ],
  })
  return { outcome: 'erased', ...erased }
}
