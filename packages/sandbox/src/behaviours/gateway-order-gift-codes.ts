import { gatewayOrderGiftCodes as endpoint } from '@merchant-edge/contract'
import { orderGiftCodes } from '../gift-codes/order-gift-codes.ts'
import { accept, behaviour } from './behaviour.ts'
import { gatewayPlaceOf } from './gateway-place.ts'
import { checkBodyPlace, gatewayMalformed } from './gateway-play.ts'
import { giftCodeOrderOf } from './gift-code-order-of.ts'

/** Takes gift codes out of stock over the gateway; its orders share their ids with the REST form. */
export const gatewayOrderGiftCodes = behaviour(endpoint, {
  feature: 'gift-code',
  malformedCode: gatewayMalformed,
  checkFields: checkBodyPlace,
  async answer(call) {
    const { sandbox, request } = call
    const place = await gatewayPlaceOf(call, request)
    const order = await orderGiftCodes(
      sandbox,
      { ...place, merchantOrderId: request.order_id, items: request.order_info, extraData: '' },
      { stockInsufficient: 200100, orderExists: 200200 },
    )
    return accept(200, await giftCodeOrderOf(sandbox, order))
  },
})
