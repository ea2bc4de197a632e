import { queryGiftCodeOrder as endpoint } from '@merchant-edge/contract'
import { requireGiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import { requireStore } from '../merchants/require-store.ts'
import { accept, behaviour } from './behaviour.ts'
import { giftCodeOrderOf } from './gift-code-order-of.ts'

/** Fetches an order of gift codes of the merchant with its codes. */
export const queryGiftCodeOrder = behaviour(endpoint, {
  feature: 'gift-code',
  async answer({ sandbox, caller, request }) {
    const merchantCode = caller.merchant.code
    const { store_code, pos_code, merchant_order_id } = request
    await requireStore(sandbox, { merchantCode, storeCode: store_code, posCode: pos_code }, 4040201)
    const order = await requireGiftCodeOrder(sandbox.database, merchantCode, merchant_order_id)
    return accept(200, await giftCodeOrderOf(sandbox, order))
  },
})
