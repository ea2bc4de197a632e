import { gatewayQueryTopUp as endpoint } from '@merchant-edge/contract'
import { requireStore } from '../merchants/require-store.ts'
import { findTopUp } from '../top-ups/top-ups.ts'
import { accept, behaviour } from './behaviour.ts'
import { checkHeaderPlace, gatewayMalformed, gatewayPlaceInvalid } from './gateway-play.ts'

/** Says over the gateway how a top-up of the merchant ended; nothing when there is none. */
export const gatewayQueryTopUp = behaviour(endpoint, {
  feature: 'top-up',
  malformedCode: gatewayMalformed,
  checkFields: checkHeaderPlace,
  noData: null,
  async answer({ sandbox, caller, request }) {
    const merchantCode = caller.merchant.code
    const place = {
      merchantCode,
      storeCode: request['X-Merchant-ID'],
      posCode: request['X-Terminal-ID'],
    }
    await requireStore(sandbox, place, gatewayPlaceInvalid)
    const topUp = await findTopUp(sandbox.database, merchantCode, request.invoice_no)
    const status = topUp?.status === 'SUCCESS' ? 'S' : 'E'
    return accept(200, topUp && { type: 'TXN_EARN', status })
  },
})
