import { gatewayQueryGiftCodeStock as endpoint } from '@merchant-edge/contract'
import { stockOf } from '../gift-codes/gift-code-stock.ts'
import { accept, behaviour } from './behaviour.ts'
import { gatewayPlaceOf } from './gateway-place.ts'
import { checkBodyPlace, gatewayMalformed } from './gateway-play.ts'

/** Says over the gateway how many gift codes of each face value are in stock. */
export const gatewayQueryGiftCodeStock = behaviour(endpoint, {
  feature: 'gift-code',
  malformedCode: gatewayMalformed,
  checkFields: checkBodyPlace,
  async answer(call) {
    const { sandbox, request } = call
    await gatewayPlaceOf(call, request)
    return accept(200, [...(await stockOf(sandbox, request.card_type))])
  },
})
