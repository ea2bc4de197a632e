import { sql } from 'drizzle-orm'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { refunds, type JournalData } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refundInFacts, type Refund } from './find-refund.ts'
import { isUnderWay } from './lease-refund.ts'
import { remindAfterMs } from './record-refund.ts'

/**
 * Marks a refund as unknown and keeps its reservation: the call may have taken effect.
 *
 * @param unknown.isUnclear whether any response was received, even if it settles nothing
 * @returns whether it was recorded; not when a newer call is running
 */
export async function recordUnknown(
  context: OrdersContext,
  refund: Refund,
  unknown: {
    readonly data: JournalData
    readonly isUnclear: boolean
    readonly nextCallAtMs: number | null
    readonly alert?: AlertKind
  },
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId, vnd, points, calls } = refund
  const { nextCallAtMs, alert, isUnclear } = unknown
  const data = { ...refundInFacts(refund), vnd, points, calls, ...unknown.data }
  return transact(context, {
    decide: update(refunds, {
      set: {
        state: 'refund_unknown',
        nextCallAtMs,
        callingUntilMs: null,
        updatedAtMs: atMs,
        remindAtMs: sql`coalesce(${refunds.remindAtMs}, ${atMs + remindAfterMs})`,
        ...(isUnclear && { answeredUnclear: true }),
      },
      where: isUnderWay(refund),
    }),
    journal: {
      atMs,
      kind: 'refund.unknown',
      orderId,
      dedupe: `refund.unknown:${id}:${calls}`,
      evidence: isUnclear ? 'answer of the service' : 'no answer of the service',
      data,
    },
    ...(alert !== undefined && {
      alert: { kind: alert, subject: id, atMs, data: { order_id: orderId, ...data } },
    }),
  })
}
