import { orderGiftCodes as endpoint } from '@merchant-edge/contract'
import { orderGiftCodes as take } from '../gift-codes/order-gift-codes.ts'
import { requireStore } from '../merchants/require-store.ts'
import { accept, behaviour } from './behaviour.ts'
import { giftCodeOrderOf } from './gift-code-order-of.ts'

/** Takes gift codes out of stock. */
export const orderGiftCodes = behaviour(endpoint, {
  feature: 'gift-code',
  async answer({ sandbox, caller, request }) {
    const { store_code, pos_code, merchant_order_id, order_info, extra_data = '' } = request
    const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
    await requireStore(sandbox, place, 4040201)
    const order = await take(
      sandbox,
      { ...place, merchantOrderId: merchant_order_id, items: order_info, extraData: extra_data },
      { stockInsufficient: 4000301, orderExists: 4000302 },
    )
    return accept(200, await giftCodeOrderOf(sandbox, order))
  },
})
