import { and, eq, sql, type SQL } from 'drizzle-orm'
import { refunds } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refundInFacts, type Refund } from './find-refund.ts'
import { isUnchanged, type Proof } from './record-refund.ts'
import { changesOfSums } from './returned-sums.ts'

/** Why a refund was refused, as reported to the shop. */
export interface RefundRefusal {
  /** Code of the service; 0 when the refusal does not come from an answer of the service. */
  readonly code: number
  readonly reason: string
  readonly remedy: string
}

/**
 * Records that nothing of a refund was made and releases its reservation.
 *
 * @param refused.where a further condition on the refund
 * @returns whether it was recorded
 */
export async function recordRefused(
  context: OrdersContext,
  refund: Refund,
  refused: Proof & { readonly refusal: RefundRefusal; readonly where?: SQL | undefined },
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId, vnd, points, settledVnd, settledPoints, state } = refund
  const { evidence, where } = refused
  const { code, reason, remedy } = refused.refusal
  const data = { ...refundInFacts(refund), vnd, points, code, reason, ...refused.data }
  return transact(context, {
    decide: update(refunds, {
      set: {
        state: 'refused',
        refusalCode: code,
        refusalReason: reason,
        refusalRemedy: remedy,
        settledVnd: 0,
        settledPoints: 0,
        nextCallAtMs: null,
        callingUntilMs: null,
        remindAtMs: null,
        updatedAtMs: atMs,
      },
      where: and(isUnchanged(refund, 'refused'), where),
    }),
    require: changesOfSums(refund, { vnd: -settledVnd, points: -settledPoints }, { vnd, points }),
    journal: {
      atMs,
      kind: 'refund.refused',
      orderId,
      dedupe: `refund.refused:${id}`,
      evidence,
      data,
    },
    event: { atMs, orderId, type: 'order.refund_refused', once: id, data },
    ...(state === 'presumed_refunded' && {
      alert: {
        kind: 'refund_presumed_wrong',
        subject: id,
        atMs,
        data: { order_id: orderId, ...data },
      },
    }),
  })
}

/**
 * Records that the service has refused a refund that an operator had settled as not refunded: the
 * verdict was right and can no longer be corrected. The shop gets no event, because it was told by
 * the verdict.
 *
 * @returns whether it was recorded; not when the verdict was corrected, or the refund was sent once
 *   more, since it was read
 */
export async function recordRefusedOverVerdict(
  context: OrdersContext,
  { id, orderId, transactionId, vnd, points, calls }: Refund,
  { evidence, refusal, data: more }: Proof & { readonly refusal: RefundRefusal },
): Promise<boolean> {
  const atMs = context.now()
  const { code, reason, remedy } = refusal
  const facts = refundInFacts({ id, transactionId })
  return transact(context, {
    decide: update(refunds, {
      set: {
        refusalCode: code,
        refusalReason: reason,
        refusalRemedy: remedy,
        updatedAtMs: atMs,
      },
      where: and(eq(refunds.id, id), refundsIn.deniedByPerson, eq(refunds.calls, calls)),
    }),
    journal: {
      atMs,
      kind: 'refund.refused',
      orderId,
      dedupe: `refund.refused:${id}:late`,
      evidence,
      data: { ...facts, vnd, points, code, reason, late: true, ...more },
    },
  })
}

/**
 * Records that the owed half of a refund will not be made, and releases its reservation. The half
 * that was made stays.
 *
 * @returns whether it was recorded
 */
export async function recordOwedRefused(
  context: OrdersContext,
  refund: Refund,
  { evidence, data: proof }: Proof,
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId } = refund
  const vnd = refund.vnd - refund.settledVnd
  const points = refund.points - refund.settledPoints
  const data = { ...refundInFacts(refund), vnd, points, ...proof }
  return transact(context, {
    decide: update(refunds, {
      set: { owedRefused: true, remindAtMs: null, updatedAtMs: atMs },
      where: and(
        eq(refunds.id, id),
        sql`${refunds.state} = 'part_settled'`,
        eq(refunds.owedRefused, false),
      ),
    }),
    require: changesOfSums(refund, { vnd: 0, points: 0 }, { vnd, points }),
    journal: {
      atMs,
      kind: 'refund.refused',
      orderId,
      dedupe: `refund.refused:${id}`,
      evidence,
      data,
    },
    event: { atMs, orderId, type: 'order.refund_refused', once: id, data },
  })
}
