import type { TopUpMember } from '@merchant-edge/contract'
import type { Member } from '../members/members.ts'

/** A member as both forms of the look-up show it. @see Specification 2.9 */
export function topUpMemberOf(member: Member): TopUpMember {
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
