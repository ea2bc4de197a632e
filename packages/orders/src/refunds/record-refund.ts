import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alertAfterChange } from '../alerts/alerts.ts'
import { afterChange } from '../database/insert-where.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders, refunds, type JournalData } from '../database/schema.ts'
import { eventAfterChange } from '../events/outbox.ts'
import { journalEntry, type EvidenceSource } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { ordersIn } from '../states/order-state.ts'
import { refundsIn, type RefundState } from '../states/refund-state.ts'

type Refund = typeof refunds.$inferSelect

function isRefundBefore(refund: Refund, state: RefundState): SQL | undefined {
  return and(eq(refunds.id, refund.id), sql`${refunds.state} IN ${refundsIn.before(state)}`)
}

/**
 * Settles a refund as returned, wholly or with a part to follow: refund, sums and state of the
 * order, journal line and event in one batch. A disputed order stays disputed.
 */
export async function recordRefunded(
  context: OrdersContext,
  refund: Refund,
  settled: { state: 'refunded' | 'part_settled'; evidence: EvidenceSource; data: JournalData },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const data = { refund_id: id, vnd, points, state: settled.state, ...settled.data }
  await db.batch([
    db
      .update(refunds)
      .set({ state: settled.state, nextCallAtMs: null, updatedAtMs: atMs })
      .where(isRefundBefore(refund, settled.state)),
    db
      .update(orders)
      .set({
        settledVnd: sql`${orders.settledVnd} + ${vnd}`,
        settledPoints: sql`${orders.settledPoints} + ${points}`,
        version: sql`${orders.version} + 1`,
        state: sql`CASE
          WHEN ${orders.state} NOT IN ${ordersIn.before('refunded')} THEN ${orders.state}
          WHEN ${orders.settledVnd} + ${vnd} = ${orders.paidVnd}
            AND ${orders.settledPoints} + ${points} = ${orders.paidPoints} THEN 'refunded'
          ELSE 'part_refunded' END`,
      })
      .where(and(eq(orders.id, orderId), afterChange)),
    journalEntry(
      db,
      {
        atMs,
        kind: 'refund.settled',
        orderId,
        dedupe: `refund.settled:${id}`,
        evidence: settled.evidence,
        data,
      },
      { afterChange: true },
    ),
    eventAfterChange(db, { atMs, orderId, type: 'order.refunded', once: id, data }),
  ])
}

/** Settles a refund that certainly took no effect and gives its reservation back. */
export async function recordRefusedRefund(
  context: OrdersContext,
  refund: Refund,
  refusal: { code: number; reason: string; remedy: string },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const { code, reason, remedy } = refusal
  await db.batch([
    db
      .update(refunds)
      .set({
        state: 'refused',
        refusalCode: code,
        refusalReason: reason,
        refusalRemedy: remedy,
        nextCallAtMs: null,
        updatedAtMs: atMs,
      })
      // A later call, made after our lease ran out, may be under way: then it decides.
      .where(and(isRefundBefore(refund, 'refused'), eq(refunds.calls, refund.calls))),
    db
      .update(orders)
      .set({
        refundedVnd: sql`${orders.refundedVnd} - ${vnd}`,
        refundedPoints: sql`${orders.refundedPoints} - ${points}`,
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, orderId), afterChange)),
    journalEntry(
      db,
      {
        atMs,
        kind: 'refund.refused',
        orderId,
        dedupe: `refund.refused:${id}`,
        evidence: 'answer of the service',
        data: { refund_id: id, vnd, points, code, reason },
      },
      { afterChange: true },
    ),
  ])
}

/** Keeps a refund and its reservation because nobody knows whether it took effect. */
export async function recordUnknownRefund(
  context: OrdersContext,
  refund: Refund,
  unknown: { data: JournalData; nextCallAtMs: number | null; alert?: string },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { id, orderId, vnd, points, calls } = refund
  const data = { refund_id: id, vnd, points, calls, ...unknown.data }
  await db.batch([
    db
      .update(refunds)
      .set({
        state: 'refund_unknown',
        nextCallAtMs: unknown.nextCallAtMs,
        updatedAtMs: atMs,
      })
      .where(
        and(
          eq(refunds.id, id),
          sql`${refunds.state} IN ${refundsIn.unsettled}`,
          eq(refunds.calls, calls),
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'refund.unknown',
        orderId,
        dedupe: `refund.unknown:${id}:${calls}`,
        evidence: 'no answer of the service',
        data,
      },
      { afterChange: true },
    ),
    ...(unknown.alert === undefined
      ? []
      : [
          alertAfterChange(db, {
            kind: unknown.alert,
            subject: id,
            atMs,
            data: { order_id: orderId, ...data },
          }),
        ]),
  ])
}
