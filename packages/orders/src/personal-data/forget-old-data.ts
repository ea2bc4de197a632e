import { inArray, sql, type SQL } from 'drizzle-orm'
import { dayOf } from '../daily-files/vietnam-day.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  deliveries,
  differenceVerdicts,
  links,
  loyaltyIds,
  operatorSignIns,
  orders,
  outbox,
  refundProposals,
  refunds,
  serviceCalls,
  transfers,
  unknownFiles,
} from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { processOneByOne } from '../pacing/one-by-one.ts'
import { shareOfMinute } from '../pacing/share-of-minute.ts'
import {
  forgetDifferenceVerdicts,
  forgetInEvents,
  forgetLinks,
  forgetOrders,
  forgetProposals,
  forgetRefunds,
  forgetTransfers,
  isOpenProposal,
  namingAPerson,
  underWay,
} from './forget.ts'

const dayMs = 86_400_000

/** Number of old rows of a table that one call checks for deletable rows. */
const rowsLookedAt = 5_000

/** Maximum statements of one call. */
export const statementsPerForgetting = 15

async function forgetPersons(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const oldOrders = sql`(SELECT id FROM ${orders}
    WHERE ${namingAPerson.orders} AND NOT ${underWay.orders} AND created_at_ms < ${beforeMs}
    ORDER BY created_at_ms LIMIT ${limit})`
  const oldTransfers = sql`(SELECT id FROM ${transfers}
    WHERE ${namingAPerson.transfers} AND NOT ${underWay.transfers} AND created_at_ms < ${beforeMs}
    ORDER BY created_at_ms LIMIT ${limit})`
  const oldRefunds = sql`(SELECT id FROM ${refunds}
    WHERE ${namingAPerson.refunds} AND NOT ${underWay.refunds} AND created_at_ms < ${beforeMs}
    ORDER BY created_at_ms LIMIT ${limit})`
  // The body of every event about an order shows its refunds.
  const ordersOfRefunds = sql`(SELECT order_id FROM ${refunds} WHERE id IN ${oldRefunds})`
  await transactAll(context, {
    transitions: [
      { decide: forgetInEvents(sql`order_id IN ${oldOrders}`) },
      { decide: forgetInEvents(sql`order_id IN ${ordersOfRefunds}`) },
      { decide: forgetInEvents(sql`transfer_id IN ${oldTransfers}`) },
      {
        decide: forgetLinks(sql`id IN (SELECT id FROM ${links}
          WHERE ${namingAPerson.links} AND NOT ${underWay.links} AND next_call_at_ms IS NULL
            AND updated_at_ms < ${beforeMs}
          ORDER BY updated_at_ms LIMIT ${limit})`),
      },
      { decide: forgetOrders(sql`id IN ${oldOrders}`) },
      { decide: forgetRefunds(sql`id IN ${oldRefunds}`) },
      {
        decide: forgetProposals(sql`id IN (SELECT id FROM ${refundProposals}
          WHERE ${namingAPerson.proposals} AND NOT ${isOpenProposal(context.now())}
            AND created_at_ms < ${beforeMs}
          ORDER BY created_at_ms LIMIT ${limit})`),
      },
      {
        decide: forgetDifferenceVerdicts(sql`(day, fingerprint) IN (
          SELECT day, fingerprint FROM ${differenceVerdicts}
          WHERE reason <> '' AND decided_at_ms < ${beforeMs} ORDER BY decided_at_ms LIMIT ${limit})`),
      },
      { decide: forgetTransfers(sql`id IN ${oldTransfers}`) },
    ],
  })
}

/**
 * Keys of events that are done and old. Rows are stored in the order in which they were written, so
 * a binary search finds the first young one without an index, which every event would have to pay
 * for. Among the old ones may be any number that are not done and stay: each minute scans from
 * another position, and then from the beginning.
 */
function doneEvents(
  nowMs: number,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): SQL {
  const share = shareOfMinute(nowMs)
  const isOld = sql`(SELECT created_at_ms FROM outbox WHERE rowid >= (low + high) / 2
    ORDER BY rowid LIMIT 1) < ${beforeMs}`
  return sql`(
    WITH RECURSIVE
      halved(low, high) AS (
        SELECT MIN(rowid), MAX(rowid) + 1 FROM outbox
        UNION ALL
        SELECT CASE WHEN ${isOld} THEN (low + high) / 2 + 1 ELSE low END,
          CASE WHEN ${isOld} THEN high ELSE (low + high) / 2 END
        FROM halved WHERE low < high
      ),
      place(start, young) AS (
        SELECT first + CAST((young - first) * ${share} AS INTEGER), young
        FROM (SELECT MIN(low) AS first, MAX(low) AS young FROM halved)
      )
    SELECT key FROM (
      SELECT * FROM (SELECT key, state, created_at_ms FROM outbox
        WHERE rowid >= (SELECT start FROM place) AND rowid < (SELECT young FROM place)
        ORDER BY rowid LIMIT ${rowsLookedAt})
      UNION ALL
      SELECT * FROM (SELECT key, state, created_at_ms FROM outbox
        WHERE rowid < (SELECT start FROM place) ORDER BY rowid LIMIT ${rowsLookedAt})
      LIMIT ${rowsLookedAt}
    ) WHERE state = 'done' AND created_at_ms < ${beforeMs} LIMIT ${limit})`
}

async function deleteEvents(
  context: OrdersContext,
  old: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const db = openDatabase(context)
  const keys = doneEvents(context.now(), old)
  await db.batch([
    db.delete(deliveries).where(inArray(deliveries.outboxKey, keys)),
    db.delete(outbox).where(inArray(outbox.key, keys)),
  ])
}

async function deleteServiceCalls(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const old = sql`(SELECT key FROM ${serviceCalls} WHERE at_ms < ${beforeMs} ORDER BY at_ms LIMIT ${limit})`
  await openDatabase(context).delete(serviceCalls).where(inArray(serviceCalls.key, old))
}

/** A sign-in that is over has no purpose any more: the journal says who signed in, and when. */
async function deleteSignIns(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const old = sql`(SELECT id FROM ${operatorSignIns} WHERE expires_at_ms < ${beforeMs}
    ORDER BY expires_at_ms LIMIT ${limit})`
  await openDatabase(context).delete(operatorSignIns).where(inArray(operatorSignIns.id, old))
}

/** A file that still lies in `incoming/` is found again, and its alert is raised again. */
async function deleteUnknownFiles(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const old = sql`(SELECT id FROM ${unknownFiles} WHERE told_on < ${dayOf(beforeMs)}
    ORDER BY told_on LIMIT ${limit})`
  await openDatabase(context).delete(unknownFiles).where(inArray(unknownFiles.id, old))
}

/** Whether {@link forgetOldData} may have something to do: whenever a time is set. */
export function retentionIsSet({ retention = {} }: OrdersContext): SQL {
  const { personalDataDays, eventDays } = retention
  return personalDataDays === undefined && eventDays === undefined ? sql`FALSE` : sql`TRUE`
}

/**
 * A request that reuses a deleted id is sent as a new one: the service knows the id, so the result
 * is a conflict and no second effect (decision 28).
 */
async function deleteLoyaltyIds(
  context: OrdersContext,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<void> {
  const old = sql`(SELECT key FROM (SELECT key, first_at_ms FROM ${loyaltyIds}
    ORDER BY rowid LIMIT ${rowsLookedAt}) WHERE first_at_ms < ${beforeMs} LIMIT ${limit})`
  await openDatabase(context).delete(loyaltyIds).where(inArray(loyaltyIds.key, old))
}

/**
 * Erases personal data from old, settled orders, their events, refunds, refund proposals, links and
 * transfers. Deletes old idempotency keys of loyalty calls, old finished events, old calls to the
 * service, sign-ins that are over, and names of unknown files. The journal contains no personal
 * data, so its hash chain stays intact.
 *
 * @param limit rows of each kind
 */
export async function forgetOldData(context: OrdersContext, limit: number): Promise<void> {
  const { retention = {} } = context
  const { personalDataDays, eventDays } = retention
  const now = context.now()
  const ofPersons = [forgetPersons, deleteLoyaltyIds]
  const ofEvents = [deleteEvents, deleteServiceCalls, deleteSignIns, deleteUnknownFiles]
  const stepsAfter = (days: number | undefined, steps: typeof ofPersons) =>
    days === undefined
      ? []
      : steps.map((step) => () => step(context, { beforeMs: now - days * dayMs, limit }))
  const steps = [...stepsAfter(personalDataDays, ofPersons), ...stepsAfter(eventDays, ofEvents)]
  await processOneByOne(steps, (step) => step())
}
