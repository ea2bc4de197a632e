import type { NewOrder } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { requestCheckout } from './checkout-request.ts'
import type { Shop } from '../shop.ts'

/** The answer of the checkout; `order` is present if it knows the order. */
export interface CheckoutAnswer {
  readonly status: number
  readonly order: OrderView | undefined
  /** Reason of a refusal, in snake_case; absent otherwise. */
  readonly reason?: string | undefined
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

// The checkout is part of the same repository, so both import the type of its answer.
function isOrder(body: object): body is OrderView & CustomerUrls {
  return 'timeline' in body
}

/**
 * The address if it belongs to the checkout, otherwise `undefined`, so that no redirect leads to
 * another host.
 */
function ownUrl({ env }: Shop, url: string | undefined): string | undefined {
  return url?.startsWith(`${env.CHECKOUT_URL}/`) === true ? url : undefined
}

function reasonOf(body: object): string | undefined {
  const { error }: { error?: unknown } = body
  if (typeof error !== 'object' || error === null) return undefined
  const { reason }: { reason?: unknown } = error
  return typeof reason === 'string' ? reason : undefined
}

async function ask(shop: Shop, path: string, json?: NewOrder): Promise<CheckoutAnswer> {
  const method = json === undefined ? 'GET' : 'POST'
  const { status, json: body } = await requestCheckout(shop, { method, path, json })
  if (typeof body !== 'object' || body === null) return { status, order: undefined }
  if (status >= 300) return { status, order: undefined, reason: reasonOf(body) }
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

/** Creates an order; safe to repeat. */
export function announceOrder(shop: Shop, order: NewOrder): Promise<CheckoutAnswer> {
  return ask(shop, '/orders', order)
}

/** Reads an order with its timeline. */
export function readOrder(shop: Shop, id: string): Promise<CheckoutAnswer> {
  return ask(shop, `/orders/${encodeURIComponent(id)}`)
}
