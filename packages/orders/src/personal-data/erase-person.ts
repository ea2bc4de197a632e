import { sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { alertOnce } from '../alerts/alerts.ts'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  deliveries,
  journal,
  links,
  orders,
  outbox,
  refundProposals,
  serviceCalls,
  transfers,
} from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { remove, type Transition } from '../database/transition.ts'
import type { JournalEntry } from '../database/journal-entry.ts'
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

/** The rows of a person whose outcome is open, table by table, as conditions. */
function openRowsOf(rows: RowsOfPerson, nowMs: number) {
  const awaitsApproval = sql`EXISTS (SELECT 1 FROM ${refundProposals}
    WHERE order_id = orders.id AND ${isOpenProposal(nowMs)})`
  return {
    links: sql`${rows.links} AND ${underWay.links}`,
    orders: sql`${rows.orders} AND (${underWay.orders} OR ${awaitsApproval})`,
    transfers: sql`${rows.transfers} AND ${underWay.transfers}`,
  }
}

/** Why a person cannot be erased now; `undefined` when the person can be. */
async function findObstacle(
  context: OrdersContext,
  rows: RowsOfPerson,
): Promise<ErasureOutcome | undefined> {
  const db = openDatabase(context)
  const open = openRowsOf(rows, context.now())
  const [active, openOrders, openTransfers] = await db.batch([
    db.select({ id: links.id }).from(links).where(open.links).limit(1),
    db.select({ id: orders.id }).from(orders).where(open.orders).limit(idsShown),
    db.select({ id: transfers.id }).from(transfers).where(open.transfers).limit(idsShown),
  ])
  if (active.length > 0) return { outcome: 'linked' }
  if (openOrders.length + openTransfers.length === 0) return undefined
  return {
    outcome: 'open',
    orders: openOrders.map(({ id }) => id),
    transfers: openTransfers.map(({ id }) => id),
  }
}

/** Numbers of the rows of a person, table by table. */
type Counts = Readonly<Record<'links' | 'orders' | 'transfers', number>>

/** What is stored of a person. */
interface Stored {
  readonly counts: Counts
  /** Ended links about which the service is still queried. */
  readonly queriedLinks: readonly Pick<typeof links.$inferSelect, 'id' | 'serviceLinkId'>[]
}

/** Condition on a link of a person: the service is still queried about it. */
function isQueried(rows: RowsOfPerson): SQL {
  return sql`${rows.links} AND next_call_at_ms IS NOT NULL`
}

async function readStored(context: OrdersContext, rows: RowsOfPerson): Promise<Stored> {
  const db = openDatabase(context)
  const { id, serviceLinkId } = links
  const [ofLinks, ofOrders, ofTransfers, queriedLinks] = await db.batch([
    db.select({ id }).from(links).where(rows.links),
    db.select({ id: orders.id }).from(orders).where(rows.orders),
    db.select({ id: transfers.id }).from(transfers).where(rows.transfers),
    db.select({ id, serviceLinkId }).from(links).where(isQueried(rows)),
  ])
  const [ofLink, ofOrder, ofTransfer] = [ofLinks.length, ofOrders.length, ofTransfers.length]
  return { counts: { links: ofLink, orders: ofOrder, transfers: ofTransfer }, queriedLinks }
}

/**
 * Deletes the finished events about a person's orders and transfers, and the calls to the service.
 * This must happen while the rows still name the person.
 */
function tracesDeleted(rows: RowsOfPerson, when: (where: SQL) => SQL): Transition[] {
  const ofOrders = sql`IN (SELECT id FROM ${orders} WHERE ${rows.orders})`
  const ofTransfers = sql`IN (SELECT id FROM ${transfers} WHERE ${rows.transfers})`
  const ofLinks = sql`IN (SELECT id FROM ${links} WHERE ${rows.links})`
  const keys = sql`(SELECT key FROM ${outbox} WHERE state = 'done'
    AND (order_id ${ofOrders} OR transfer_id ${ofTransfers}))`
  return [
    { decide: remove(deliveries, when(sql`outbox_key IN ${keys}`)) },
    { decide: remove(outbox, when(sql`key IN ${keys}`)) },
    // By the index, which a condition on pairs would not use.
    { decide: remove(serviceCalls, when(sql`about = 'order' AND subject_id ${ofOrders}`)) },
    { decide: remove(serviceCalls, when(sql`about = 'transfer' AND subject_id ${ofTransfers}`)) },
    { decide: remove(serviceCalls, when(sql`about = 'link' AND subject_id ${ofLinks}`)) },
  ]
}

/** Condition: a person has as many rows as were read. */
function areStill(rows: RowsOfPerson, { counts, queriedLinks }: Stored): SQL {
  return sql`(SELECT COUNT(*) FROM ${links} WHERE ${rows.links}) = ${counts.links}
    AND (SELECT COUNT(*) FROM ${links} WHERE ${isQueried(rows)}) = ${queriedLinks.length}
    AND (SELECT COUNT(*) FROM ${orders} WHERE ${rows.orders}) = ${counts.orders}
    AND (SELECT COUNT(*) FROM ${transfers} WHERE ${rows.transfers}) = ${counts.transfers}`
}

/**
 * The erasure and its journal line, which happen unless something of the person is open, or a row
 * has come since the rows were counted: the line says how many were erased.
 */
function erasureOf(
  rows: RowsOfPerson,
  { atMs, dedupe, data }: Pick<JournalEntry, 'atMs' | 'dedupe' | 'data'>,
  stored: Stored,
): readonly [line: Transition, ...behind: Transition[]] {
  const open = openRowsOf(rows, atMs)
  const isAtRest = sql`NOT (EXISTS (SELECT 1 FROM ${links} WHERE ${open.links})
    OR EXISTS (SELECT 1 FROM ${orders} WHERE ${open.orders})
    OR EXISTS (SELECT 1 FROM ${transfers} WHERE ${open.transfers}))`
  const isSaid = sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${dedupe})`
  const when = (where: SQL) => sql`${where} AND ${isSaid}`
  const ofOrders = sql`order_id IN (SELECT id FROM ${orders} WHERE ${rows.orders})`
  const ofTransfers = sql`transfer_id IN (SELECT id FROM ${transfers} WHERE ${rows.transfers})`
  const line = entryOnce(
    {
      atMs,
      kind: 'person.erased',
      orderId: null,
      dedupe,
      evidence: 'word of a person',
      data: { ...data, ...stored.counts },
    },
    sql`${isAtRest} AND ${areStill(rows, stored)}`,
  )
  // Nothing is asked about an erased customer, and the service may show a link that nobody knows.
  const givenUp = stored.queriedLinks.map(({ id, serviceLinkId }) =>
    alertOnce(
      {
        kind: 'link_given_up',
        subject: id,
        atMs,
        data: { service_link_id: serviceLinkId, why: 'the customer was erased' },
      },
      isSaid,
    ),
  )
  return [
    line,
    // In the same batch: nothing is gone without the line.
    ...tracesDeleted(rows, when),
    ...givenUp,
    // Events first, because they are found through their subjects.
    { decide: forgetInEvents(when(ofOrders)) },
    { decide: forgetInEvents(when(ofTransfers)) },
    // Refunds and proposals before orders, because they are found through the customer of the order.
    { decide: forgetRefunds(when(rows.refunds)) },
    { decide: forgetProposals(when(rows.proposals)) },
    { decide: forgetOrders(when(rows.orders)) },
    { decide: forgetLinks(when(rows.links)) },
    { decide: forgetTransfers(when(rows.transfers)) },
  ]
}

/**
 * Erases a person from the order store: the shop's id of the customer, masked phones, receivers of
 * transfers beyond their last three digits, and the shop's words about the orders; also from
 * waiting and dead events, which are then sent without these data. Amounts, states and the journal
 * stay: they prove the payments and name nobody. The erasure is recorded in the journal with
 * operator and reason.
 *
 * @throws TypeError when the action has no operator or no reason, or the id or phone of the person
 *   is malformed
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
  const stored = await readStored(context, rows)
  const { staffId, reason } = action
  const data = { staff_id: staffId, verdict_reason: reason }
  const atMs = context.now()
  // An operator may erase several persons within a millisecond.
  const dedupe = `person.erased:${atMs}:${staffId}:${context.random()}`
  const transitions = erasureOf(rows, { atMs, dedupe, data }, stored)
  const [line] = transitions
  const done = await transactAll(context, { transitions })
  if (done.happened(line)) return { outcome: 'erased', ...stored.counts }
  // Something of the person has begun, or has come, since it was looked for.
  return (await findObstacle(context, rows)) ?? erasePerson(context, person, action)
}
