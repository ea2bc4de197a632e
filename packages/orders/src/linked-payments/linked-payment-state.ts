import { toSeconds } from '../clock.ts'
import type { LinkRow } from '../links/read-link.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import { maxOtpTries } from '../states/attempt-state.ts'
import { orderStates } from '../states/order-state.ts'
import { findLinkedAttempt } from './linked-attempt.ts'
import type { LinkedPaymentOutcome } from './linked-payments-api.ts'

const moving = [
  'paying',
  'confirming',
  'payment_unknown',
  'held',
  'capturing',
  'releasing',
] as const

function isPaidByLink({ order, attempts }: OrderRows): boolean {
  return attempts.some(
    ({ reference, method }) => reference === order.paidReference && method === 'linked-wallet',
  )
}

/**
 * How far the payment of an order with a linked wallet is, for the customer.
 *
 * @returns `undefined` when a payment may be started
 */
export function linkedPaymentState(
  rows: OrderRows,
  link: LinkRow | undefined,
  now: number,
): LinkedPaymentOutcome | undefined {
  const { order } = rows
  const view = orderView(rows)
  const rule = orderStates[order.state]
  if (order.state === 'held') return { outcome: 'held', order: view }
  if (rule.refundable && order.state !== 'disputed' && isPaidByLink(rows)) {
    return { outcome: 'paid', order: view }
  }
  if (rule.paymentSeen) return { outcome: 'closed', order: view }
  const open = findLinkedAttempt(rows, moving)
  if (open !== undefined) {
    const isCalling = open.state === 'paying' || open.state === 'confirming'
    if (isCalling && open.leaseUntilMs > now) return { outcome: 'busy' }
    return { outcome: 'unsettled', order: view }
  }
  if (!rule.payable) return { outcome: 'closed', order: view }
  const awaiting = findLinkedAttempt(rows, ['awaiting_otp'])
  if (awaiting !== undefined && awaiting.expiresAtMs > now) {
    return {
      outcome: 'otp_needed',
      triesLeft: Math.max(0, maxOtpTries - awaiting.otpTries),
      expiresAt: toSeconds(awaiting.expiresAtMs),
      ...(awaiting.points > 0 && { points: awaiting.points }),
      phone: link?.maskedPhone ?? '',
      wasWrong: false,
    }
  }
  if (order.expiresAtMs <= now) return { outcome: 'closed', order: view }
  return undefined
}
