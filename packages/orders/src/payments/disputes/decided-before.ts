import { isAbout, isRepeated, type VerdictSubject } from '../../journal/repeated-verdict.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { DisputedPaymentState } from '../../states/disputed-payment-state.ts'
import type { DisputeVerdict } from '../payments-api.ts'

/**
 * Whether a disputed payment is as a verdict says because this very verdict was recorded: its answer
 * was lost, or it was sent twice at the same moment.
 *
 * @param decided.said values that tell the verdict from others that lead to the same state
 */
export async function wasDecidedSo(
  context: OrdersContext,
  rows: OrderRows,
  {
    verdict,
    state,
    said,
  }: {
    readonly verdict: DisputeVerdict
    readonly state: DisputedPaymentState
  } & Pick<VerdictSubject, 'said'>,
): Promise<boolean> {
  const { transactionId } = verdict
  const isSo = rows.disputedPayments.some(
    (payment) => payment.transactionId === transactionId && payment.state === state,
  )
  const about = isAbout(rows.order.id, 'transaction_id', transactionId)
  return (
    isSo && (await isRepeated(context, verdict, { about, ...(said !== undefined && { said }) }))
  )
}
