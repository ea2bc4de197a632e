import * as limits from '@merchant-edge/contract/limits'
import * as v from 'valibot'
import { createOrder } from '../orders/create-order.ts'
import type { Order } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { payOrder, type PayOutcome } from './pay-order.ts'

/** What a customer types at the fixed QR of a store, in whole VND, 1 to 1,000,000,000. */
export const merchantQrAmount = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be whole'),
  v.minValue(1, 'must be greater than 0'),
  v.maxValue(1_000_000_000, 'must be at most 1,000,000,000'),
)

/**
 * The text of the fixed QR of a store: it names the store, and nothing else.
 *
 * @see Specification 1
 */
export function merchantQrText({ url }: Pick<Sandbox, 'url'>, storeCode: string): string {
  return `${url}/store/${encodeURIComponent(storeCode)}`
}

/** The store whose fixed QR was scanned; `undefined` for any other text. */
export function scannedStoreCode({ url }: Pick<Sandbox, 'url'>, text: string): string | undefined {
  const prefix = merchantQrText({ url }, '')
  const code = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  return /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : undefined
}

/** A payment that a customer begins over the fixed QR of a store. */
export interface NewMerchantQrPayment {
  readonly merchantCode: string
  readonly storeCode: string
  /** What the customer typed, in whole VND. */
  readonly amountVnd: number
}

/**
 * Begins a payment over the fixed QR of a store. The payment is not an order of the merchant's API:
 * it has no callback and no id of the merchant, and the API neither finds nor refunds it.
 *
 * @throws RefusalError 4040201 when the merchant has no such store
 * @see Specification 1
 */
export function beginMerchantQrPayment(
  sandbox: Sandbox,
  payment: NewMerchantQrPayment,
): Promise<Order> {
  const { merchantCode, storeCode, amountVnd } = payment
  return createOrder(sandbox, merchantCode, {
    kind: 'merchant-qr',
    orderReferenceId: `MQR-${randomDigits(20)}`,
    storeCode,
    posCode: undefined,
    amountVnd,
    description: undefined,
    extraData: undefined,
    callbackUrl: '',
    expiresInMinutes: limits.maxExpiresInMinutes,
  })
}

/** A payment over the fixed QR of a store, from a wallet. */
export interface PayMerchantQr extends NewMerchantQrPayment {
  readonly walletId: string
}

/**
 * Pays over the fixed QR of a store without a page.
 *
 * @throws RefusalError 4040201 when the merchant has no such store
 */
export async function payMerchantQr(sandbox: Sandbox, payment: PayMerchantQr): Promise<PayOutcome> {
  const { orderId } = await beginMerchantQrPayment(sandbox, payment)
  return payOrder(sandbox, { orderId, walletId: payment.walletId, skipOtp: true })
}
