import type { AttemptView, LinkView } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'

/** What a customer can do about the payment with the linked wallet. */
export type LinkedStep =
  /** Confirm paying with the wallet. */
  | { readonly step: 'confirm'; readonly phone: string; readonly ended?: 'failed' | 'code_expired' }
  /** Type the one-time code; `isRepeat` when the answer to an earlier one got lost. */
  | {
      readonly step: 'otp'
      readonly phone: string
      readonly triesLeft: number
      /** Points that the payment takes; 0 for none. */
      readonly points: number
      readonly isRepeat: boolean
      /** Until when the code may be typed, in seconds since 1970. */
      readonly expiresAt: number
    }
  /** Wait: whether money has moved is not known yet. */
  | { readonly step: 'wait' }
  /** Pay in another way: no wallet is linked. */
  | { readonly step: 'not_linked' }
  /** Nothing: the order cannot be paid now. */
  | { readonly step: 'closed' }

/** How the last try with the linked wallet ended, when it did without money. */
function howItEnded(last: AttemptView | undefined): 'failed' | 'code_expired' | undefined {
  if (last?.state === 'refused') return 'failed'
  // A code whose time is over ends with the next sweep.
  return last?.state === 'expired' || last?.state === 'awaiting_otp' ? 'code_expired' : undefined
}

/** What a customer can do, by the order and the link of its customer. */
export function linkedStep(
  order: OrderView,
  link: LinkView | null,
  nowSeconds: number,
): LinkedStep {
  const phone = link?.phone ?? ''
  const isPayable = order.state === 'creating' || order.state === 'created'
  if (!isPayable) return { step: 'closed' }
  const attempts = order.attempts.filter(({ method }) => method === 'linked-wallet')
  const moving = attempts.findLast(({ mayHaveMoved }) => mayHaveMoved)
  if (moving !== undefined) {
    const { otpTriesLeft: triesLeft, points = 0, state } = moving
    // Only a code whose answer got lost may be typed again, and by a wallet whose token is still there.
    const hasToken = link?.state === 'linked' || link?.state === 'unlinking'
    return triesLeft === undefined || state !== 'payment_unknown' || !hasToken
      ? { step: 'wait' }
      : { step: 'otp', phone, triesLeft, points, isRepeat: true, expiresAt: order.expiresAt }
  }
  const awaiting = attempts.findLast(
    ({ state, expiresAt = 0 }) => state === 'awaiting_otp' && expiresAt > nowSeconds,
  )
  if (awaiting?.otpTriesLeft !== undefined) {
    const { otpTriesLeft: triesLeft, points = 0, expiresAt = order.expiresAt } = awaiting
    return { step: 'otp', phone, triesLeft, points, isRepeat: false, expiresAt }
  }
  if (order.expiresAt <= nowSeconds) return { step: 'closed' }
  if (link?.state !== 'linked') return { step: 'not_linked' }
  const ended = howItEnded(attempts.at(-1))
  return { step: 'confirm', phone, ...(ended !== undefined && { ended }) }
}
