import { orderRules } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import { errorAnswer } from './api-error.ts'

/**
 * Whether a text is a valid order id; an invalid one is answered without querying the order store.
 */
export function isOrderId(text: string): boolean {
  return orderRules.id.pattern.test(text)
}

/**
 * Answers that no order has the requested id: 404.
 *
 * @param remedy what the caller can do; when left out, what the shop's backend can
 */
export function orderNotFound(
  c: Context,
  remedy = 'Announce the order first with POST /orders.',
): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'order_not_found',
      message: 'There is no order with this id.',
      remedy,
    },
  })
}
