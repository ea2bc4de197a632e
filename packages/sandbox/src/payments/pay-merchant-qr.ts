import * as limits from '@merchant-edge/contract/limits'
import { createOrder } from '../orders/create-order.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { payOrder, type PayOutcome } from './pay-order.ts'

/** A payment over the fixed QR of a store: the customer types the amount. */
export interface PayMerchantQr {
  readonly merchantCode: string
  readonly storeCode: string
  readonly walletId: string
  readonly amountVnd: number
}

/**
 * Pays over the fixed QR of a store. It makes no callback, and the API does not refund it.
 *
 * @throws RefusalError 4040201 when the merchant has no such store
 * @see Specification 1
 */
export async function payMerchantQr(sandbox: Sandbox, payment: PayMerchantQr): Promise<PayOutcome> {
  const { merchantCode, storeCode, walletId, amountVnd } = payment
  const order = await createOrder(sandbox, merchantCode, {
    kind: 'merchant-qr',
    orderReferenceId: `MQR-${randomDigits(20)}`,
    storeCode,
    posCode: undefined,
    amountVnd,
    description: undefined,
    extraData: undefined,
    callbackUrl: '',
    expiresInMinutes: limits.expiresInMinutesMin,
  })
  return payOrder(sandbox, { orderId: order.orderId, walletId, skipOtp: true })
}
