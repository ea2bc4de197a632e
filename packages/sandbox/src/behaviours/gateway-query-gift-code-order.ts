import { gatewayQueryGiftCodeOrder as endpoint } from '@merchant-edge/contract'
import { requireGiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import { accept, behaviour } from './behaviour.ts'
import { gatewayPlaceOf } from './gateway-place.ts'
import { checkBodyPlace, gatewayMalformed } from './gateway-play.ts'
import { giftCodeOrderOf } from './gift-code-order-of.ts'

/** Fetches an order of gift codes over the gateway. */
export const gatewayQueryGiftCodeOrder = behaviour(endpoint, {
  feature: 'gift-code',
  malformedCode: gatewayMalformed,
  checkFields: checkBodyPlace,
  async answer(call) {
    const { sandbox, request } = call
    const { merchantCode } = await gatewayPlaceOf(call, request)
    const order = await requireGiftCodeOrder(sandbox.database, merchantCode, request.order_id)
    return accept(200, await giftCodeOrderOf(sandbox, order))
  },
})
