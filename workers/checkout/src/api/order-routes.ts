import { Hono } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import { isOrderId } from '../order-id.ts'
import { answerRefund } from './answer-refund.ts'
import { ApiFailure, errorAnswer } from './api-error.ts'
import { newOrder } from './new-order.ts'
import { newRefund } from './new-refund.ts'
import { orderNotFound } from './order-not-found.ts'
import { readJson } from './read-json.ts'
import { refusedByOrders } from './refused-by-orders.ts'
import { requireBearer } from './require-bearer.ts'

async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw refusedByOrders(error)
  }
}

function methodRefused(allow: string): Response {
  const error = {
    reason: 'method_not_allowed',
    message: 'This address does not take the method.',
    remedy: `Use ${allow}.`,
  }
  return Response.json({ error }, { status: 405, headers: { allow } })
}

/** What the shop's backend asks for, as JSON behind the bearer secret. */
export function orderRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/', async (c) => {
    const order = await readJson(c.req.raw, newOrder)
    const opened = await ask(() => c.env.ORDERS.open(order))
    if (opened.outcome !== 'conflict') {
      return c.json(opened, opened.outcome === 'opened' ? 201 : 200)
    }
    return errorAnswer(c, {
      status: 409,
      ...opened,
      error: {
        reason: 'order_id_taken',
        message: 'The id belongs to an order with another amount.',
        remedy: 'Use a new id for a new order.',
        fields: ['amountVnd'],
      },
    })
  })
  routes.all('/', () => methodRefused('POST'))
  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    const order = isOrderId(id) ? await ask(() => c.env.ORDERS.find(id)) : null
    return order === null ? errorAnswer(c, { status: 404, error: orderNotFound }) : c.json(order)
  })
  routes.all('/:id', () => methodRefused('GET'))
  routes.post('/:id/refunds', async (c) => {
    const id = c.req.param('id')
    const refund = await readJson(c.req.raw, newRefund)
    if (!isOrderId(id)) return errorAnswer(c, { status: 404, error: orderNotFound })
    return answerRefund(c, await ask(() => c.env.ORDERS.refund(id, refund)))
  })
  routes.all('/:id/refunds', () => methodRefused('POST'))
  routes.all('*', (c) =>
    errorAnswer(c, {
      status: 404,
      error: {
        reason: 'path_unknown',
        message: 'There is nothing at this address.',
        remedy: 'Use /orders, /orders/{id} or /orders/{id}/refunds.',
      },
    }),
  )
  routes.onError((error, c) => {
    if (error instanceof ApiFailure) {
      if (error.status === 503) c.header('retry-after', '5')
      return errorAnswer(c, { status: error.status, error: error.error })
    }
    throw error
  })
  return routes
}
