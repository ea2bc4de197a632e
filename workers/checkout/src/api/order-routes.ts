import type { NewOrder, OrderView } from '@merchant-edge/orders'
import { Hono, type Context } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import { linkedPaymentKey } from '../linked-payment-key.ts'
import { isOrderId } from '../order-id.ts'
import { answerApiFailure } from './answer-api-failure.ts'
import { answerRefund } from './answer-refund.ts'
import { errorAnswer } from './api-error.ts'
import { askOrders } from './ask-orders.ts'
import { linkedPaymentRoutes } from './linked-payment-routes.ts'
import { methodRefused } from './method-refused.ts'
import { newOrder } from './new-order.ts'
import { newRefund } from './new-refund.ts'
import { orderNotFound } from './order-not-found.ts'
import { readJson } from './read-json.ts'
import { requireBearer } from './require-bearer.ts'

/** Where the shop sends its signed-in customer to pay with the linked wallet. */
async function linkedPaymentUrlOf(
  c: Context<{ Bindings: CheckoutEnv }>,
  { id, linkedCustomerId }: OrderView,
): Promise<string | undefined> {
  if (linkedCustomerId === undefined) return undefined
  const key = await linkedPaymentKey(c.env, id)
  return `${new URL(c.req.url).origin}/pay/${id}/linked?key=${key}`
}

/** Which fields of an announced order are not those of the order that has its id. */
function fieldsThatDiffer(announced: NewOrder, known: OrderView): readonly string[] {
  const isSame = {
    amountVnd: announced.amountVnd === known.amountVnd,
    linkedCustomerId: announced.linkedCustomerId === known.linkedCustomerId,
    holdPayment: (announced.holdPayment ?? false) === known.holdPayment,
  }
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]))
}

/** What the shop's backend asks for, as JSON behind the bearer secret. */
export function orderRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/', async (c) => {
    const order = await readJson(c.req.raw, newOrder)
    const opened = await askOrders(() => c.env.ORDERS.open(order))
    if (opened.outcome !== 'conflict') {
      const linkedPaymentUrl = await linkedPaymentUrlOf(c, opened.order)
      return c.json(
        { ...opened, ...(linkedPaymentUrl !== undefined && { linkedPaymentUrl }) },
        opened.outcome === 'opened' ? 201 : 200,
      )
    }
    return errorAnswer(c, {
      status: 409,
      ...opened,
      error: {
        reason: 'order_id_taken',
        message: 'The id belongs to an order with another amount, customer or way of holding.',
        remedy: 'Use a new id for a new order.',
        fields: fieldsThatDiffer(order, opened.order),
      },
    })
  })
  routes.all('/', () => methodRefused('POST'))
  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    const order = isOrderId(id) ? await askOrders(() => c.env.ORDERS.find(id)) : null
    return order === null ? errorAnswer(c, { status: 404, error: orderNotFound }) : c.json(order)
  })
  routes.all('/:id', () => methodRefused('GET'))
  routes.post('/:id/refunds', async (c) => {
    const id = c.req.param('id')
    const refund = await readJson(c.req.raw, newRefund)
    if (!isOrderId(id)) return errorAnswer(c, { status: 404, error: orderNotFound })
    return answerRefund(c, await askOrders(() => c.env.ORDERS.refund(id, refund)))
  })
  routes.all('/:id/refunds', () => methodRefused('POST'))
  routes.route('/', linkedPaymentRoutes())
  routes.all('*', (c) =>
    errorAnswer(c, {
      status: 404,
      error: {
        reason: 'path_unknown',
        message: 'There is nothing at this address.',
        remedy:
          'Use /orders, /orders/{id}, or refunds, payments/linked, payments/linked/otp, capture or release below it.',
      },
    }),
  )
  routes.onError(answerApiFailure)
  return routes
}
