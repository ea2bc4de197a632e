import { orderRules } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import { errorAnswer } from './api-error.ts'

/** Whether a text can be the id of an order; what cannot is answered without asking for it. */
export function isOrderId(text: string): boolean {
  return orderRules.id.pattern.test(text)
}

/** Answers the shop's backend that no order has the id that was asked for: 404. */
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
