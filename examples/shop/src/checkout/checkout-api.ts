import type { NewOrder, NewRefund } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { requestCheckout } from './checkout-request.ts'
import type { Shop } from '../shop.ts'

/** What checkout answered; `order` is there when it knows the order. */
export interface CheckoutAnswer {
  readonly status: number
  readonly order: OrderView | undefined
  /** Where the customer pays on the hosted page. */
  readonly paymentUrl?: string | undefined
  /** Where the customer finds the QR. */
  readonly qrPaymentUrl?: string | undefined
  /** Where the customer pays with the linked wallet, when the order names one. */
  readonly linkedPaymentUrl?: string | undefined
}

type CustomerUrls = Pick<CheckoutAnswer, 'paymentUrl' | 'qrPaymentUrl' | 'linkedPaymentUrl'>

interface OpenedAnswer extends CustomerUrls {
  readonly order?: OrderView
}

// Checkout is a Worker of the same house: what it answers with is the type that both import.
function isOrder(body: object): body is OrderView & CustomerUrls {
  return 'timeline' in body
}

/** An address of checkout; a redirect leads to no other. */
function ownUrl({ env }: Shop, url: string | undefined): string | undefined {
  return url?.startsWith(`${env.CHECKOUT_URL}/`) === true ? url : undefined
}

async function ask(shop: Shop, path: string, json?: NewOrder | NewRefund): Promise<CheckoutAnswer> {
  const method = json === undefined ? 'GET' : 'POST'
  const { status, json: body } = await requestCheckout(shop, { method, path, json })
  if (status >= 300 || typeof body !== 'object' || body === null) {
    return { status, order: undefined }
  }
  const { paymentUrl, qrPaymentUrl, linkedPaymentUrl }: CustomerUrls = body
  const urls = {
    paymentUrl: ownUrl(shop, paymentUrl),
    qrPaymentUrl: ownUrl(shop, qrPaymentUrl),
    linkedPaymentUrl: ownUrl(shop, linkedPaymentUrl),
  }
  if (isOrder(body)) return { status, order: body, ...urls }
  const { order }: OpenedAnswer = body
  return { status, order, ...urls }
}

/** Announces an order; the same order again is harmless. */
export function announceOrder(shop: Shop, order: NewOrder): Promise<CheckoutAnswer> {
  return ask(shop, '/orders', order)
}

/** Reads an order with its timeline. */
export function readOrder(shop: Shop, id: string): Promise<CheckoutAnswer> {
  return ask(shop, `/orders/${encodeURIComponent(id)}`)
}

/** Asks for a refund; the same refund id again returns no money twice. */
export function refundOrder(shop: Shop, id: string, refund: NewRefund): Promise<CheckoutAnswer> {
  return ask(shop, `/orders/${encodeURIComponent(id)}/refunds`, refund)
}
