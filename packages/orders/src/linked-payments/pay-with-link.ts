import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { endLink } from '../links/end-link.ts'
import { openLinkToken, type LinkToken } from '../links/link-token.ts'
import { readActiveLink, type LinkRow } from '../links/read-link.ts'
import { unknownToken } from '../links/unknown-token.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, storeOf, type OrderRows } from '../orders/order-view.ts'
import { linkedPaymentReference } from '../references/reference.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { requireFields } from '../rules/field-rule.ts'
import { maxPointsOf } from '../rules/point-value.ts'
import { linkedPaymentRules } from '../rules/request-rules.ts'
import { callOnce } from '../service-calls/call-service.ts'
import { callKeyOf, reserveCall } from '../service-calls/reserve-call.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { applyLinkedAnswer } from './apply-linked-answer.ts'
import { callLeaseMs, hasCallKey, type LinkedAttempt } from './linked-attempt.ts'
import { linkedPaymentState } from './linked-payment-state.ts'
import { mayBeLostPayment } from './lost-payment.ts'
import type { LinkedPaymentOutcome } from './linked-payments-api.ts'
import { findHostedPayment } from './find-hosted-payment.ts'
import { reserveLinkedAttempt } from './payment-transitions.ts'
import { statusOfAnswer } from './answers/status-of-answer.ts'

const lifeMs = { min: 3 * 60_000, max: 15 * 60_000 }

/** The outcome for a customer whose link has no usable token. */
export function withoutToken(token: Exclude<LinkToken, { outcome: 'open' }>): LinkedPaymentOutcome {
  return token.outcome === 'ended'
    ? { outcome: 'not_linked' }
    : { outcome: 'failed', code: 0, reason: 'not_configured' }
}

/** Reads the link that may pay an order, with the state of its payment. */
export async function readLinkedState(
  context: OrdersContext,
  rows: OrderRows,
): Promise<{ link: LinkRow | undefined; state: LinkedPaymentOutcome | undefined }> {
  const { linkedCustomerId } = rows.order
  const link =
    linkedCustomerId === null ? undefined : await readActiveLink(context, linkedCustomerId)
  return { link, state: linkedPaymentState(rows, link, context.now()) }
}

/** Reads an order and returns the state of its payment with a linked wallet. */
export async function stateAfter(
  context: OrdersContext,
  orderId: string,
): Promise<LinkedPaymentOutcome | undefined> {
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  const { state } = await readLinkedState(context, rows)
  return state
}

/** {@link stateAfter}, for a customer who has typed a wrong one-time code. */
export async function stateAfterWrongCode(
  context: OrdersContext,
  orderId: string,
): Promise<LinkedPaymentOutcome | undefined> {
  const state = await stateAfter(context, orderId)
  return state?.outcome === 'otp_needed' ? { ...state, wasWrong: true } : state
}

async function charge(
  context: OrdersContext,
  { order, attempts }: OrderRows,
  { link, points }: { readonly link: LinkRow; readonly points: number },
): Promise<LinkedPaymentOutcome> {
  const now = context.now()
  const token = await openLinkToken(context, link)
  if (token.outcome !== 'open') return withoutToken(token)
  const { userToken } = token
  const earlier = attempts.filter(({ method }) => method === 'linked-wallet').length
  const left = Math.min(lifeMs.max, Math.max(lifeMs.min, order.expiresAtMs - now))
  const attempt: LinkedAttempt = {
    orderId: order.id,
    reference: await linkedPaymentReference(context.checkoutUrl, order.id, earlier + 1),
    amountVnd: order.amountVnd,
    points,
    holds: order.holdsPayment,
    expiresAtMs: now + left,
    leaseUntilMs: context.now() + callLeaseMs,
  }
  const callKey = callKeyOf(context)
  const isReserved = await reserveCall(
    context,
    () => reserveLinkedAttempt(context, attempt, { linkId: link.id, earlier, callKey }),
    () => hasCallKey(context, attempt.reference, callKey),
  )
  if (!isReserved) {
    return (await stateAfter(context, order.id)) ?? { outcome: 'busy' }
  }
  const store = storeOf(order)
  const subject = {
    orderId: order.id,
    reference: attempt.reference,
    endpoint: 'createOnlineTransaction',
  } as const
  const called = await callOnce(context, { subject, leaseUntilMs: attempt.leaseUntilMs }, () =>
    context.port.payWithLink({
      reference: attempt.reference,
      amountVnd: order.amountVnd,
      points,
      description: order.description,
      openedAt: toSeconds(order.createdAtMs),
      holds: attempt.holds,
      ...(store !== undefined && { store }),
      userToken,
    }),
  )
  const { answer } = called
  const mayHaveMoved = await retryWrite(context, () => mayBeLostPayment(context, answer))
  const call = { step: 'paying', mayHaveMoved } as const
  const [{ verdict, isOvertaken }] = await Promise.all([
    applyLinkedAnswer(context, { attempt, call, tries: 0, answer }),
    storeCall(context, called, statusOfAnswer(answer)),
  ])
  if (verdict.kind === 'refused') {
    const { code, reason } = verdict
    const isGone = code === unknownToken
    if (isGone) await endLink(context, link, { why: 'unknown_to_service', code })
    const failed = isGone
      ? ({ outcome: 'not_linked' } as const)
      : ({ outcome: 'failed', code, reason } as const)
    return isOvertaken ? ((await stateAfter(context, order.id)) ?? failed) : failed
  }
  return (await stateAfter(context, order.id)) ?? { outcome: 'busy' }
}

/**
 * Pays an order with the linked wallet of its customer. The attempt is stored before the call, and
 * the call is made once: without a trustworthy answer the attempt is `payment_unknown`, and the
 * wallet is not charged again. Points of the customer may pay a part or all of the price; a running
 * attempt keeps the points with which it began. Its reference is derived from the order, so that an
 * order whose payment was lost by a restore of the database is not charged a second time. A link
 * that the service does not know any more, or whose token cannot be decrypted, is ended. Assumes
 * G-56.
 *
 * @param points loyalty points to take, worth no more than the price; money pays the rest
 * @throws TypeError when points are not a whole number greater than 0
 * @see Specification 4.11
 *
 * @example
 * ```ts
 * import { confirmOtp, payWithLink, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function charge(
 *   context: OrdersContext,
 *   orderId: string,
 *   askForCode: (phone: string) => Promise<string>,
 * ): Promise<string> {
 *   const first = await payWithLink(context, orderId)
 *   if (first.outcome !== 'otp_needed') return first.outcome
 *   const { outcome } = await confirmOtp(context, orderId, await askForCode(first.phone))
 *   return outcome // "paid", "held", "otp_needed" after a wrong code, "unsettled", ...
 * }
 * ```
 */
export async function payWithLink(
  context: OrdersContext,
  orderId: string,
  points?: number,
): Promise<LinkedPaymentOutcome> {
  checkContext('payWithLink', context)
  checkArguments('payWithLink', {}, { orderId })
  requireFields('payment', linkedPaymentRules, { points })
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  const { link, state } = await readLinkedState(context, rows)
  if (state !== undefined) return state
  if (link?.state !== 'linked') return { outcome: 'not_linked' }
  if (points !== undefined && points > maxPointsOf(rows.order.amountVnd)) {
    return { outcome: 'failed', code: 0, reason: 'too_many_points' }
  }
  const payment = await findHostedPayment(context, rows)
  if (payment === 'unknown') return { outcome: 'busy' }
  if (payment === 'paid') {
    const paid = await readOrder(context, orderId)
    return paid === undefined
      ? { outcome: 'not_found' }
      : { outcome: 'closed', order: orderView(paid) }
  }
  return charge(context, rows, { link, points: points ?? 0 })
}
