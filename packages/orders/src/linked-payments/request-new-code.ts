import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { newCodeAt } from '../rules/new-code.ts'
import { findLinkedAttempt, type AttemptRow } from './linked-attempt.ts'
import type { LinkedPaymentOutcome } from './linked-payments-api.ts'
import { payWithLink, readLinkedState, stateAfter } from './pay-with-link.ts'
import { recordOtpEnded } from './payment-transitions.ts'

/** Whether the customer may ask for another code than that of a payment that waits for one. */
function mayAskAgain({ createdAtMs }: AttemptRow, now: number): boolean {
  return toSeconds(now) >= newCodeAt(toSeconds(createdAtMs))
}

/**
 * Has the wallet send a new one-time code, because the first one has not arrived or is too old: ends
 * the payment that waits for a code, and begins another one under a new reference, with the same
 * points. The service has no call that sends a code again.
 *
 * Nothing is debited twice: only this system can confirm the payment that ends, and it does not do so
 * once the end is stored. A payment whose code was sent, and whose answer is missing, does not wait
 * for a code, and is not ended. Assumes G-163.
 *
 * @returns the payment that is under way: the first one as long as its code is less than a minute
 *   old; without a payment that waits for a code the outcome of {@link payWithLink}
 */
export async function requestNewCode(
  context: OrdersContext,
  orderId: string,
): Promise<LinkedPaymentOutcome> {
  checkContext('requestNewCode', context)
  checkArguments('requestNewCode', {}, { orderId })
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  const { link, state } = await readLinkedState(context, rows)
  const now = context.now()
  const awaiting = findLinkedAttempt(rows, ['awaiting_otp'])
  if (state !== undefined) {
    const isFree = link?.state === 'linked' && rows.order.expiresAtMs > now
    if (state.outcome !== 'otp_needed' || awaiting === undefined) return state
    if (!isFree || !mayAskAgain(awaiting, now)) return state
    if (!(await recordOtpEnded(context, awaiting, 'payment.otp_abandoned'))) {
      return (await stateAfter(context, orderId)) ?? { outcome: 'busy' }
    }
  }
  const last = awaiting ?? rows.attempts.findLast(({ method }) => method === 'linked-wallet')
  const points = last?.points ?? 0
  return payWithLink(context, orderId, points > 0 ? points : undefined)
}
