import { orderGiftCodes, queryGiftCodeOrder } from '@merchant-edge/contract'
import * as v from 'valibot'
import type { LoyaltyCall } from './loyalty-calls.ts'

const { 200: giftCodeOrder } = orderGiftCodes.success

/** Maximum clock difference between service and merchant. @see Specification 5.1 */
const clockToleranceMs = 2 * 60 * 60_000

function countsOf(items: readonly (readonly [cardType: string, count: number])[]): string {
  const counts = new Map<string, number>()
  for (const [cardType, count] of items) counts.set(cardType, (counts.get(cardType) ?? 0) + count)
  return JSON.stringify([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The merchant's own id in a request about gift codes. */
const ownId = v.object({ merchant_order_id: v.string() })

/**
 * Whether the answer to a call may be about its request: gift codes of no other order, and as many as
 * were ordered, or none, as for cards that are sent by post. The answers to other calls name no
 * request.
 *
 * @see Specification 2.10
 */
export function isAnswerTo(
  { endpoint }: LoyaltyCall,
  { request, data }: { readonly request: object; readonly data: unknown },
): boolean {
  if (endpoint.name !== orderGiftCodes.name && endpoint.name !== queryGiftCodeOrder.name)
    return true
  const order = v.safeParse(giftCodeOrder, data)
  const own = v.safeParse(ownId, request)
  if (!order.success || !own.success) return false
  const named = order.output.merchant_order_id ?? ''
  if (named !== '' && named !== own.output.merchant_order_id) return false
  const asked = v.safeParse(orderGiftCodes.request, request)
  if (!asked.success) return true
  const ordered = asked.output.order_info.reduce((sum, { quantity }) => sum + quantity, 0)
  const got = order.output.order_info.reduce((sum, { cards }) => sum + cards.length, 0)
  return got === 0 || got === ordered
}

/**
 * Whether the service's record of an id may be the requested order: gift codes of the same face
 * values and quantities, taken since the first request. For a top-up the service returns only the
 * outcome.
 *
 * @see Specification 2.10, 2.11
 */
export function isOrderAskedFor(
  { endpoint }: LoyaltyCall,
  kept: { readonly request: object; readonly data: unknown; readonly sinceMs: number },
): boolean {
  if (endpoint.name !== orderGiftCodes.name) return true
  const asked = v.safeParse(orderGiftCodes.request, kept.request)
  const order = v.safeParse(giftCodeOrder, kept.data)
  if (!asked.success || !order.success) return false
  const createdAt = order.output.created_at ?? undefined
  if (createdAt !== undefined && createdAt * 1000 < kept.sinceMs - clockToleranceMs) return false
  return (
    countsOf(asked.output.order_info.map(({ card_type, quantity }) => [card_type, quantity])) ===
    countsOf(order.output.order_info.map(({ card_type, cards }) => [card_type, cards.length]))
  )
}
