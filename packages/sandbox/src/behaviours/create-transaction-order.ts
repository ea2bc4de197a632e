import { createTransactionOrder as endpoint } from '@merchant-edge/contract'
import { signText } from '@merchant-edge/signing'
import { readServiceKeys } from '../callbacks/service-keys.ts'
import { createOrder } from '../orders/create-order.ts'
import { accept, behaviour } from './behaviour.ts'
import { orderFields } from './order-fields.ts'

/**
 * Creates an order that is paid in the wallet app. What its signature covers is not shown; the sandbox
 * signs `order_id;order_amount;expired_at` with the callback key. Assumes G-34.
 */
export const createTransactionOrder = behaviour(endpoint, {
  feature: 'app-to-app',
  async answer({ sandbox, caller, request }) {
    const order = await createOrder(sandbox, caller.merchant.code, {
      kind: 'app-to-app',
      ...orderFields(request),
      extraData: request.extra_data,
      merchantUserId: request.user_id,
    })
    const keys = await readServiceKeys(sandbox.database)
    const text = [order.orderId, order.amountVnd, order.expiresAt].join(';')
    const signature = await signText(await keys.privateKey('callback'), text)
    return accept(200, { signature, order_id: order.orderId, expired_at: order.expiresAt })
  },
})
