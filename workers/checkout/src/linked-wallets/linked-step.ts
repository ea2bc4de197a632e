import type { LinkView } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'

/** What a customer can do about the payment with the linked wallet. */
export type LinkedStep =
  /** Confirm paying with the wallet. */
  | { readonly step: 'confirm'; readonly phone: string }
  /** Type the one-time code; `isRepeat` when the answer to an earlier one got lost. */
  | {
      readonly step: 'otp'
      readonly phone: string
      readonly triesLeft: number
      readonly isRepeat: boolean
    }
  /** Wait: whether money has moved is not known yet. */
  | { readonly step: 'wait' }
  /** Pay in another way: no wallet is linked. */
  | { readonly step: 'not_linked' }
  /** Nothing: the order cannot be paid now. */
  | { readonly step: 'closed' }

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
    const { otpTriesLeft: triesLeft, state } = moving
    // Only a code whose answer got lost may be typed again; until then its answer is on the way.
    return triesLeft === undefined || state !== 'payment_unknown'
      ? { step: 'wait' }
      : { step: 'otp', phone, triesLeft, isRepeat: true }
  }
  const awaiting = attempts.findLast(
    ({ state, expiresAt = 0 }) => state === 'awaiting_otp' && expiresAt > nowSeconds,
  )
  if (awaiting?.otpTriesLeft !== undefined) {
    return { step: 'otp', phone, triesLeft: awaiting.otpTriesLeft, isRepeat: false }
  }
  if (order.expiresAt <= nowSeconds) return { step: 'closed' }
  return link?.state === 'linked' ? { step: 'confirm', phone } : { step: 'not_linked' }
}
