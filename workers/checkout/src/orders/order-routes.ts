import type { NewOrder } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import {
  isOrderInfo,
  isPartnerCode,
  orderInfoDemand,
  orderRules,
  partnerCodeDemand,
} from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import * as v from 'valibot'
import {
  answerApiFailure,
  callOrders,
  differing,
  errorAnswer,
  methodRefused,
  pathUnknown,
} from '../api/api-error.ts'
import { checkoutUrl } from '../api/checkout-url.ts'
import { isOrderId, orderNotFound } from '../api/order-id.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { readQuery } from '../api/read-query.ts'
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
import { orderKey } from '../payments/order-key.ts'
import { linkedPath, orderPaths } from '../payments/order-paths.ts'
import { paymentRoutes } from '../payments/payment-routes.ts'
import { refundRoutes } from '../refunds/refund-routes.ts'
import { orderQuery } from './order-query.ts'

const extraData = v.strictObject(
  {
    partnerCode: v.exactOptional(
      v.pipe(v.string(partnerCodeDemand), v.check(isPartnerCode, partnerCodeDemand)),
    ),
    orderInfo: v.pipe(v.string(orderInfoDemand), v.check(isOrderInfo, orderInfoDemand)),
  },
  fieldProblem,
)

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
    storeCode: v.exactOptional(patternSchema(orderRules.storeCode)),
    posCode: v.exactOptional(patternSchema(orderRules.posCode)),
    extraData: v.exactOptional(extraData),
  },
  fieldProblem,
) satisfies v.GenericSchema<unknown, NewOrder>

/** Addresses to which the shop sends the customer of an order; each contains its key. */
interface CustomerUrls {
  /** Address that leads the customer to the hosted page; it has the key of the order. */
  readonly paymentUrl: string
  /** Address of a page with a QR to be scanned; it has the key of the order. */
  readonly qrPaymentUrl: string
  /** Address of a page that shows the state of the payment; it has the key of the order. */
  readonly statusUrl: string
  /**
   * Address to pay with the linked wallet, only for the signed-in customer of the order; missing
   * without `linkedCustomerId`.
   */
  readonly linkedPaymentUrl?: string
}

/** Makes the addresses of orders; missing settings are detected before an order is opened. */
function customerUrlsOf(env: CheckoutEnv): (order: OrderView) => Promise<CustomerUrls> {
  const origin = checkoutUrl(env)
  return async ({ id, linkedCustomerId }) => {
    const { pay, qr, status } = orderPaths(id, await orderKey(env, 'payment', id))
    const urls = {
      paymentUrl: `${origin}${pay}`,
      qrPaymentUrl: `${origin}${qr}`,
      statusUrl: `${origin}${status}`,
    }
    if (linkedCustomerId === undefined) return urls
    const linked = linkedPath(id, await orderKey(env, 'linked-payment', id))
    return { ...urls, linkedPaymentUrl: `${origin}${linked}` }
  }
}

const orderPathUnknown = pathUnknown(
  'Use /orders, /orders/{id}, or refunds, payments/qr, payments/app, payments/linked, payments/linked/otp, capture or release below it.',
)

/**
 * Orders for the shop's backend. `POST /orders`: 201 opened, 200 the same order was opened before,
 * 409 the id belongs to another order. `GET /orders/{id}`: 200 with the timeline, 404. Both return
 * the addresses for the customer. `GET /orders`: 200 with a page of a list. Refunds and payments
 * are below `/orders/{id}`.
 */
export function orderRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/', async (c) => {
    const order = await readJson(c, newOrder)
    const customerUrls = customerUrlsOf(c.env)
    const opened = await callOrders(() => c.env.ORDERS.open(order))
    if (opened.outcome !== 'conflict') {
      const urls = await customerUrls(opened.order)
      return c.json({ ...opened, ...urls }, opened.outcome === 'opened' ? 201 : 200)
    }
    const { differs: fields, ...conflict } = opened
    return errorAnswer(c, {
      status: 409,
      ...conflict,
      error: {
        reason: 'order_id_taken',
        message: `The id belongs to another order: ${differing(fields)}.`,
        remedy: 'Use a new id for a new order, and the same fields for a repeat.',
        fields,
      },
    })
  })
  routes.get('/', async (c) => {
    const filter = readQuery(c, orderQuery)
    return c.json(await callOrders(() => c.env.ORDERS.listOrders(filter)))
  })
  routes.all('/', () => methodRefused('GET, POST'))
  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    const order = isOrderId(id) ? await callOrders(() => c.env.ORDERS.find(id)) : null
    if (order === null) return orderNotFound(c)
    return c.json({ ...order, ...(await customerUrlsOf(c.env)(order)) })
  })
  routes.all('/:id', () => methodRefused('GET'))
  routes.route('/', refundRoutes())
  routes.route('/', paymentRoutes())
  routes.route('/', linkedPaymentRoutes())
  routes.all('*', (c) => errorAnswer(c, { status: 404, error: orderPathUnknown }))
  routes.onError(answerApiFailure)
  return routes
}
