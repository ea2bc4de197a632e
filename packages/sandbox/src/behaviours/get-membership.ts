import { getMembership as endpoint } from '@merchant-edge/contract'
import * as v from 'valibot'
import { lookUpMembership } from '../members/look-up-membership.ts'
import { tiers } from '../members/tiers.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, behaviour } from './behaviour.ts'

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

/** Looks up a member of a loyalty program and the member's tier. */
export const getMembership = behaviour(endpoint, {
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
})
