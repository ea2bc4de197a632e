import { transactionIdRule } from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import { askOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { isOrderId } from '../api/order-id.ts'
import { readJson } from '../api/read-json.ts'
import type { OperatorHono } from './require-operator.ts'
import { asOperator, newAction } from './staff-action.ts'

/**
 * A disputed payment counts as the payment of its order: 200 accepted, 404 the order has no such payment, 409 it cannot
 * be accepted. To return it, a refund names its transaction.
 */
export function disputeRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  const path = '/orders/:id/disputed-payments/:transactionId/accept'
  routes.post(path, async (c) => {
    const { id, transactionId } = c.req.param()
    const verdict = asOperator(c, await readJson(c, newAction))
    const isName = isOrderId(id) && transactionIdRule.pattern.test(transactionId)
    const outcome = isName
      ? await askOrders(() => c.env.OPERATOR_MONEY.acceptDispute(id, { ...verdict, transactionId }))
      : ({ outcome: 'not_found' } as const)
    if (outcome.outcome === 'settled') return c.json(outcome)
    if (outcome.outcome === 'not_unknown') {
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'not_acceptable',
          message:
            'The payment is accepted or on its way back already, or the order has a payment; nothing changed.',
          remedy:
            'Look at the order; a payment beside the one that counts is returned by a refund.',
        },
      })
    }
    return errorAnswer(c, {
      status: 404,
      error: {
        reason: 'payment_not_found',
        message: 'The order has no disputed payment with this transaction.',
        remedy: 'disputedPayments of the order names those that it has.',
      },
    })
  })
  routes.all(path, () => methodRefused('POST'))
  return routes
}
