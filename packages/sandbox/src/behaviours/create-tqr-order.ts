import { createTqrOrder as endpoint } from '@merchant-edge/contract'
import { createOrder } from '../orders/create-order.ts'
import { accept, behaviour } from './behaviour.ts'
import { orderFields } from './order-fields.ts'
import { transactionQrOf } from './transaction-qr-of.ts'

/** Creates an order and draws its QR. */
export const createTqrOrder = behaviour(endpoint, {
  feature: 'transaction-qr',
  async answer({ sandbox, caller, request }) {
    const order = await createOrder(sandbox, caller.merchant.code, {
      kind: 'transaction-qr',
      ...orderFields(request),
      extraData: request.extra_data,
      expiresInMinutes: request.expired_in,
    })
    return accept(200, await transactionQrOf(order))
  },
})
