import type { NewOrder, NewRefund, OrderView } from '@merchant-edge/orders'
import type { ShopEnv } from './shop-env.ts'

/** What checkout answered; `order` is there when it knows the order. */
export interface CheckoutAnswer {
  readonly status: number
  readonly order: OrderView | undefined
}

const timeoutMs = 10_000

async function ask(
  env: ShopEnv,
  path: string,
  json?: NewOrder | NewRefund,
): Promise<CheckoutAnswer> {
  const response = await fetch(`${env.CHECKOUT_URL}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${env.CHECKOUT_SECRET}`,
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer: OrderView | { order?: OrderView } = await response.json()
  if (!response.ok) return { status: response.status, order: undefined }
  return { status: response.status, order: 'timeline' in answer ? answer : answer.order }
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
