import type { NewOrder } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { orderRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { answerApiFailure, askOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { isOrderId, orderNotFound } from '../api/order-id.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import {
  fieldProblem,
  numberSchema,
  patternSchema,
  plainTextSchema,
  webAddressSchema,
} from '../api/rule-schema.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { linkedPaymentRoutes } from '../linked-wallets/linked-payment-routes.ts'
import { linkedPaymentKey } from '../payments/linked-payment-key.ts'
import { refundRoutes } from '../refunds/refund-routes.ts'

/** The body of `POST /orders`. */
export const newOrder = v.strictObject(
  {
    id: patternSchema(orderRules.id),
    amountVnd: numberSchema(orderRules.amountVnd),
    description: v.exactOptional(plainTextSchema(orderRules.description)),
    expiresInMinutes: v.exactOptional(numberSchema(orderRules.expiresInMinutes)),
    linkedCustomerId: v.exactOptional(patternSchema(orderRules.linkedCustomerId)),
    holdPayment: v.exactOptional(v.boolean('must be true or false')),
    returnUrl: v.exactOptional(webAddressSchema(orderRules.returnUrl)),
  },
  fieldProblem,
) satisfies v.GenericSchema<unknown, NewOrder>

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

/**
 * Orders for the shop's backend. `POST /orders`: 201 opened, 200 the same order was opened before, 409 the id
 * belongs to another order. `GET /orders/{id}`: 200 with the timeline, 404. Refunds and payments with linked
 * wallets stand below `/orders/{id}`.
 */
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
    await requireNoFields(c.req.raw)
    const order = isOrderId(id) ? await askOrders(() => c.env.ORDERS.find(id)) : null
    return order === null ? orderNotFound(c) : c.json(order)
  })
  routes.all('/:id', () => methodRefused('GET'))
  routes.route('/', refundRoutes())
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
