import { genTransactionQr as endpoint } from '@merchant-edge/contract'
import { createOrder } from '../orders/create-order.ts'
import { accept, behaviour } from './behaviour.ts'
import { orderFields } from './order-fields.ts'
import { transactionQrOf } from './transaction-qr-of.ts'

/** The earlier form of createTqrOrder: no expiry of its own, and the merchant's id may be left out. */
export const genTransactionQr = behaviour(endpoint, {
  feature: 'transaction-qr',
  async answer({ sandbox, caller, request }) {
    const order = await createOrder(sandbox, caller.merchant.code, {
      kind: 'transaction-qr',
      ...orderFields(request),
      extraData: request.extra_data,
    })
    return accept(200, await transactionQrOf(order))
  },
})
