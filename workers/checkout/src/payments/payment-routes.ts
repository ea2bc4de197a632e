import type { PaymentMethod, PaymentOutcome } from '@merchant-edge/orders/api'
import { type Context, Hono } from 'hono'
import { type ApiError, callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { isOrderId, orderNotFound } from '../api/order-id.ts'
import { requireNoFields } from '../api/read-json.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { qrSvg } from './qr-image.ts'
import { qrPng } from './qr-png.ts'

const closed: ApiError = {
  reason: 'order_closed',
  message: 'The order cannot be paid now; its state says why.',
  remedy: 'Look at the state of the order.',
}

const notDrawn: ApiError = {
  reason: 'qr_too_long',
  message: 'The service has given a text that fits into no QR.',
  remedy: 'Send the customer to paymentUrl of the order.',
}

async function answerQr(
  c: Context,
  outcome: Extract<PaymentOutcome, { outcome: 'qr' }>,
): Promise<Response> {
  const { qrCode } = outcome
  let images: { readonly svg: string; readonly png: string }
  try {
    images = { svg: qrSvg(qrCode), png: await qrPng(qrCode) }
  } catch {
    return errorAnswer(c, { status: 422, ...outcome, error: notDrawn })
  }
  return c.json({ ...outcome, ...images })
}

function answerPayment(c: Context, outcome: PaymentOutcome): Response | Promise<Response> {
  switch (outcome.outcome) {
    case 'qr':
      return answerQr(c, outcome)
    case 'app':
    case 'redirect':
      return c.json(outcome)
    case 'busy':
      return c.json(outcome, 202, { 'retry-after': '2' })
    case 'unknown':
    case 'unsettled':
      return c.json(outcome, 202)
    case 'closed':
      return errorAnswer(c, { status: 409, ...outcome, error: closed })
    case 'refused': {
      const { reason, remedy } = outcome
      const message = 'The service has not created the payment.'
      return errorAnswer(c, { status: 422, ...outcome, error: { reason, message, remedy } })
    }
    case 'not_found':
      break
  }
  return orderNotFound(c)
}

const methods = { qr: 'transaction-qr', app: 'app-to-app' } as const satisfies Readonly<
  Record<string, PaymentMethod>
>

/**
 * Payments that the shop's own till or app shows, below `/orders/{id}`: `payments/qr` returns a QR
 * as text, SVG and PNG; `payments/app` returns the data that the shop's app passes to the wallet
 * app. While the payment is payable, repeated requests return the same payment. 200 with it, 202
 * under way or unknown (retry), 409 the order cannot be paid now, 422 refused.
 */
export function paymentRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  for (const [name, method] of Object.entries(methods)) {
    routes.post(`/:id/payments/${name}`, async (c) => {
      const id = c.req.param('id')
      await requireNoFields(c)
      if (!isOrderId(id)) return orderNotFound(c)
      return answerPayment(c, await callOrders(() => c.env.ORDERS.startPayment(id, method)))
    })
    routes.all(`/:id/payments/${name}`, () => methodRefused('POST'))
  }
  return routes
}
