import { endpoints } from '@merchant-edge/contract'
import type { TopUpMember } from '@merchant-edge/contract/top-up'
import * as v from 'valibot'
import { requireStore } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import {
  checkHeaderPlace,
  gatewayMalformed,
  gatewayPlaceInvalid,
  headerPlaceNamed,
} from '../serving/gateway-handler.ts'
import { accept, handler } from '../serving/handler.ts'
import { lookUpMembership } from './look-up-membership.ts'
import { tiers, findMember, type Member } from './members.ts'

const idTypes: readonly unknown[] = ['USER_ID', 'MOBILE', 'CARD', 'MEMBER_ID']
const phoneNumber = v.pipe(v.string(), v.regex(/^0\d{9,10}$/))

/** The two malformed look-ups that have a code of their own. */
function checkFields(fields: Readonly<Record<string, unknown>>): void {
  const { id_type, identity } = fields
  if (id_type !== undefined && !idTypes.includes(id_type)) {
    throw new RefusalError(401005, 'id_type: must be USER_ID, MOBILE, CARD or MEMBER_ID')
  }
  if (id_type === 'MOBILE' && !v.is(phoneNumber, identity)) {
    throw new RefusalError(400002, 'identity: must be 10 or 11 digits, the first a 0')
  }
}

/** A member as both forms of the look-up show it. @see Specification 2.9 */
function topUpMemberOf(member: Member): TopUpMember {
  return {
    full_name: member.fullName,
    phone_number: member.phone,
    dob: member.birthDate,
    gender: member.gender,
    identify: member.phone,
    status: member.accountStatus,
    card_status: member.cardStatus,
  }
}

/** Handlers of members (4.6, 4.8, 4.9). */
export const memberHandlers = {
  /** Looks up a member of a loyalty program and the member's tier. */
  getMembership: handler(endpoints.getMembership, {
    feature: 'membership',
    checkFields,
    async answer({ sandbox, request }) {
      const member = await lookUpMembership(sandbox, {
        idType: request.id_type,
        identity: request.identity,
        businessCode: request.business_code,
        programCode: request.program_code,
      })
      const { name, description } = tiers[member.tierCode]
      return accept(200, {
        member: { member_code: member.memberCode, full_name: member.fullName },
        tier_info: { tier_code: member.tierCode, tier_name: name, description },
      })
    },
  }),
  /**
   * Looks up the member who has a phone number, whatever the state of card and account: the answer
   * says it. Assumes G-41.
   */
  getTopUpMember: handler(endpoints.getTopUpMember, {
    feature: 'top-up',
    async answer({ sandbox, caller, request }) {
      const { store_code, pos_code, phone_number } = request
      const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
      await requireStore(sandbox, place, 4030302)
      const member = await findMember(sandbox.database, { phone: phone_number })
      if (member === undefined) throw new RefusalError(4000315, 'phone_number: no member has it')
      return accept(200, topUpMemberOf(member))
    },
  }),
  /** Looks up a member over the gateway; one whose card or account does not work is refused. */
  gatewayGetMember: handler(endpoints.gatewayGetMember, {
    feature: 'top-up',
    malformedCode: gatewayMalformed,
    checkFields: checkHeaderPlace,
    async answer({ sandbox, caller, request }) {
      await requireStore(sandbox, headerPlaceNamed(caller, request), gatewayPlaceInvalid)
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
  }),
}
