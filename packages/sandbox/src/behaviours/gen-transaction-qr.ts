import { genTransactionQr as endpoint } from '@merchant-edge/contract'
import { createOrder } from '../orders/create-order.ts'
import { accept, behaviour } from './behaviour.ts'
import { transactionQrOf } from './transaction-qr-of.ts'

/** The earlier form of createTqrOrder: no expiry of its own, and the merchant's id may be left out. */
export const genTransactionQr = behaviour(endpoint, {
  feature: 'transaction-qr',
  async answer({ sandbox, caller, request }) {
    const order = await createOrder(sandbox, caller.merchant.code, {
      kind: 'transaction-qr',
      orderReferenceId: request.order_reference_id,
      storeCode: request.store_code,
      posCode: request.pos_code,
      amountVnd: request.order_amount,
      description: request.description,
      extraData: request.extra_data,
      callbackUrl: request.callback_url,
    })
    return accept(200, await transactionQrOf(order))
  },
})
