import type { AttemptView, LinkView } from '@merchant-edge/orders/api'
import { newCodeAt } from '@merchant-edge/orders/rules'
import type { OrderView } from '@merchant-edge/orders/webhook'

/** The next step of a customer in a payment with the linked wallet. */
export type LinkedStep =
  /** Confirm paying with the wallet. */
  | { readonly step: 'confirm'; readonly phone: string; readonly ended?: 'failed' | 'code_expired' }
  /** Type the one-time code; `isRepeat` when the answer to an earlier one was lost. */
  | {
      readonly step: 'otp'
      readonly phone: string
      readonly triesLeft: number
      /** Points that the payment uses; 0 for none. */
      readonly points: number
      readonly isRepeat: boolean
      /** Deadline for the code, in seconds since 1970. */
      readonly expiresAt: number
      /** Whether the customer may ask for another code, now or before the order's time is over. */
      readonly offersNewCode: boolean
    }
  /** Wait: it is not known yet whether money has moved. */
  | { readonly step: 'wait' }
  /** Pay in another way: no wallet is linked. */
  | { readonly step: 'not_linked' }
  /** Nothing: the order cannot be paid now. */
  | { readonly step: 'closed' }

/** Whether the last code was not typed because the customer chose another way to pay. */
function hasLeftCode({ timeline }: OrderView): boolean {
  const end = timeline.findLast(
    ({ kind }) => kind === 'payment.otp_abandoned' || kind === 'payment.otp_expired',
  )
  return end?.kind === 'payment.otp_abandoned'
}

/** How the last try with the linked wallet ended, if it ended without payment. */
function endOfAttempt(
  order: OrderView,
  last: AttemptView | undefined,
): 'failed' | 'code_expired' | undefined {
  if (last?.state === 'refused') return 'failed'
  if (last?.state === 'expired' && hasLeftCode(order)) return undefined
  // The next sweep ends a payment whose code has expired.
  return last?.state === 'expired' || last?.state === 'awaiting_otp' ? 'code_expired' : undefined
}

/** Determines the next step from the order and the link of its customer. */
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
    // A code may be typed again only when its answer was lost and the wallet's token still exists.
    const hasToken = link?.state === 'linked' || link?.state === 'unlinking'
    return triesLeft === undefined || state !== 'payment_unknown' || !hasToken
      ? { step: 'wait' }
      : {
          step: 'otp',
          phone,
          triesLeft,
          points,
          isRepeat: true,
          expiresAt: order.expiresAt,
          offersNewCode: false,
        }
  }
  const awaiting = attempts.findLast(
    ({ state, expiresAt = 0 }) => state === 'awaiting_otp' && expiresAt > nowSeconds,
  )
  if (awaiting?.otpTriesLeft !== undefined) {
    const { otpTriesLeft: triesLeft, points = 0, expiresAt = order.expiresAt } = awaiting
    const offersNewCode =
      link?.state === 'linked' &&
      Math.max(newCodeAt(awaiting.createdAt), nowSeconds) < order.expiresAt
    return { step: 'otp', phone, triesLeft, points, isRepeat: false, expiresAt, offersNewCode }
  }
  if (order.expiresAt <= nowSeconds) return { step: 'closed' }
  if (link?.state !== 'linked') return { step: 'not_linked' }
  const ended = endOfAttempt(order, attempts.at(-1))
  return { step: 'confirm', phone, ...(ended !== undefined && { ended }) }
}
