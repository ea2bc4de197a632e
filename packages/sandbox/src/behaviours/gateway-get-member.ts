import { gatewayGetMember as endpoint } from '@merchant-edge/contract'
import { findMember } from '../members/members.ts'
import { requireStore } from '../merchants/require-store.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, behaviour } from './behaviour.ts'
import { checkHeaderPlace, gatewayMalformed, gatewayPlaceInvalid } from './gateway-play.ts'
import { topUpMemberOf } from './top-up-member-of.ts'

/** Looks up a member over the gateway; one whose card or account does not work is refused. */
export const gatewayGetMember = behaviour(endpoint, {
  feature: 'top-up',
  malformedCode: gatewayMalformed,
  checkFields: checkHeaderPlace,
  async answer({ sandbox, caller, request }) {
    const place = {
      merchantCode: caller.merchant.code,
      storeCode: request['X-Merchant-ID'],
      posCode: request['X-Terminal-ID'],
    }
    await requireStore(sandbox, place, gatewayPlaceInvalid)
    const ids = { phone: request.phone_no, cardNumber: request.card_no }
    const member = await findMember(sandbox.database, ids)
    if (member === undefined) throw new RefusalError(200400, 'There is no such member')
    if (member.accountStatus !== 'A') {
      throw new RefusalError(200301, 'The account of the member is not activated or blocked')
    }
    if (member.cardStatus !== 'A') {
      throw new RefusalError(200300, 'The card of the member is not activated or blocked')
    }
    return accept(200, topUpMemberOf(member))
  },
})
