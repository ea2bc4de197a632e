import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { orders, refunds, type JournalData } from '../database/schema.ts'
import { ordersIn, refundsIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update, updateOne } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { RefundState } from '../states/refund-state.ts'

type Refund = typeof refunds.$inferSelect

function isRefundBefore(refund: Refund, state: RefundState): SQL | undefined {
  return and(eq(refunds.id, refund.id), sql`${refunds.state} IN ${refundsIn.before(state)}`)
}

/**
 * Settles a refund as returned, wholly or with a part to follow: the refund, the sums and the state of
 * the order, the journal line and the event. A disputed order stays disputed.
 */
export async function recordRefunded(
  context: OrdersContext,
  refund: Refund,
  settled: { state: 'refunded' | 'part_settled'; evidence: EvidenceSource; data: JournalData },
): Promise<void> {
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const { state, evidence } = settled
  const data = { refund_id: id, vnd, points, state, ...settled.data }
  await transact(context, {
    decide: update(refunds, {
      set: { state, nextCallAtMs: null, updatedAtMs: atMs },
      where: isRefundBefore(refund, state),
    }),
    require: [
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: {
          settledVnd: sql`${orders.settledVnd} + ${vnd}`,
          settledPoints: sql`${orders.settledPoints} + ${points}`,
          version: sql`${orders.version} + 1`,
          state: sql`CASE
            WHEN ${orders.state} NOT IN ${ordersIn.before('refunded')} THEN ${orders.state}
            WHEN ${orders.settledVnd} + ${vnd} = ${orders.paidVnd}
              AND ${orders.settledPoints} + ${points} = ${orders.paidPoints} THEN 'refunded'
            ELSE 'part_refunded' END`,
        },
      }),
    ],
    journal: {
      atMs,
      kind: 'refund.settled',
      orderId,
      dedupe: `refund.settled:${id}`,
      evidence,
      data,
    },
    event: { atMs, orderId, type: 'order.refunded', once: id, data },
  })
}

/** Settles a refund that certainly took no effect and gives its reservation back. */
export async function recordRefusedRefund(
  context: OrdersContext,
  refund: Refund,
  refusal: { code: number; reason: string; remedy: string },
): Promise<void> {
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const { code, reason, remedy } = refusal
  await transact(context, {
    decide: update(refunds, {
      set: {
        state: 'refused',
        refusalCode: code,
        refusalReason: reason,
        refusalRemedy: remedy,
        nextCallAtMs: null,
        updatedAtMs: atMs,
      },
      // After our lease has run out a later call may have been sent: then its answer decides.
      where: and(isRefundBefore(refund, 'refused'), eq(refunds.calls, refund.calls)),
    }),
    require: [
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: {
          refundedVnd: sql`${orders.refundedVnd} - ${vnd}`,
          refundedPoints: sql`${orders.refundedPoints} - ${points}`,
          version: sql`${orders.version} + 1`,
        },
      }),
    ],
    journal: {
      atMs,
      kind: 'refund.refused',
      orderId,
      dedupe: `refund.refused:${id}`,
      evidence: 'answer of the service',
      data: { refund_id: id, vnd, points, code, reason },
    },
  })
}

/** Marks a refund as unknown and keeps its reservation: the call may have taken effect. */
export async function recordUnknownRefund(
  context: OrdersContext,
  refund: Refund,
  unknown: { data: JournalData; nextCallAtMs: number | null; alert?: AlertKind },
): Promise<void> {
  const atMs = context.now()
  const { id, orderId, vnd, points, calls } = refund
  const { nextCallAtMs, alert } = unknown
  const data = { refund_id: id, vnd, points, calls, ...unknown.data }
  await transact(context, {
    decide: update(refunds, {
      set: { state: 'refund_unknown', nextCallAtMs, updatedAtMs: atMs },
      where: and(
        eq(refunds.id, id),
        sql`${refunds.state} IN ${refundsIn.unsettled}`,
        eq(refunds.calls, calls),
      ),
    }),
    journal: {
      atMs,
      kind: 'refund.unknown',
      orderId,
      dedupe: `refund.unknown:${id}:${calls}`,
      evidence: 'no answer of the service',
      data,
    },
    ...(alert !== undefined && {
      alert: { kind: alert, subject: id, atMs, data: { order_id: orderId, ...data } },
    }),
  })
}
