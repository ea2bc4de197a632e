import { orderRules } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import { errorAnswer } from './api-error.ts'

/**
 * Whether a text is a valid order id; an invalid one is answered without querying the order store.
 */
export function isOrderId(text: string): boolean {
  return orderRules.id.pattern.test(text)
}

/** Answers the shop's backend that no order has the requested id: 404. */
export function orderNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'order_not_found',
      message: 'There is no order with this id.',
      remedy: 'Announce the order first with POST /orders.',
    },
  })
}
