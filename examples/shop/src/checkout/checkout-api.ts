import type { NewOrder, NewRefund } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { requestCheckout } from './checkout-request.ts'
import type { ShopEnv } from '../shop-env.ts'

/** What checkout answered; `order` is there when it knows the order. */
export interface CheckoutAnswer {
  readonly status: number
  readonly order: OrderView | undefined
  /** Where the customer pays with the linked wallet, when the order names one. */
  readonly linkedPaymentUrl?: string | undefined
}

interface OpenedAnswer {
  readonly order?: OrderView
  readonly linkedPaymentUrl?: string
}

// Checkout is a Worker of the same house: what it answers with is the type that both import.
function isOrder(body: object): body is OrderView {
  return 'timeline' in body
}

async function ask(
  env: ShopEnv,
  path: string,
  json?: NewOrder | NewRefund,
): Promise<CheckoutAnswer> {
  const method = json === undefined ? 'GET' : 'POST'
  const { status, json: body } = await requestCheckout(env, { method, path, json })
  if (status >= 300 || typeof body !== 'object' || body === null) {
    return { status, order: undefined }
  }
  if (isOrder(body)) return { status, order: body }
  const { order, linkedPaymentUrl }: OpenedAnswer = body
  return { status, order, linkedPaymentUrl }
}

/** Announces an order; the same order again is harmless. */
export function announceOrder(env: ShopEnv, order: NewOrder): Promise<CheckoutAnswer> {
  return ask(env, '/orders', order)
}

/** Reads an order with its timeline. */
export function readOrder(env: ShopEnv, id: string): Promise<CheckoutAnswer> {
  return ask(env, `/orders/${encodeURIComponent(id)}`)
}

/** Asks for a refund; the same refund id again returns no money twice. */
export function refundOrder(env: ShopEnv, id: string, refund: NewRefund): Promise<CheckoutAnswer> {
  return ask(env, `/orders/${encodeURIComponent(id)}/refunds`, refund)
}
