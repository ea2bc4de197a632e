import { gatewayCheckGiftCode as endpoint } from '@merchant-edge/contract'
import { findSoldCode } from '../gift-codes/gift-code-stock.ts'
import { accept, behaviour } from './behaviour.ts'
import { gatewayPlaceOf } from './gateway-place.ts'
import { checkBodyPlace, gatewayMalformed } from './gateway-play.ts'

/** Says over the gateway whether a gift code of the merchant has been used. */
export const gatewayCheckGiftCode = behaviour(endpoint, {
  feature: 'gift-code',
  malformedCode: gatewayMalformed,
  checkFields: checkBodyPlace,
  noData: null,
  async answer(call) {
    const { sandbox, request } = call
    const { merchantCode } = await gatewayPlaceOf(call, request)
    const found = await findSoldCode(sandbox.database, merchantCode, request.serial)
    return accept(200, found && { status: found.status, expire_date: found.expireDate })
  },
})
