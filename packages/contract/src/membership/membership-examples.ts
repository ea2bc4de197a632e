import type { GetMembershipRequest } from './get-membership.ts'

/** A request of every call of Specification 4.6. */
export const membershipExamples = {
  /** A member is looked up by phone number. */
  getMembership: {
    id_type: 'MOBILE',
    identity: '0900000001',
    business_code: 'EDGE-LOYALTY',
    program_code: 'EDGE-POINTS',
  },
} satisfies {
  getMembership: GetMembershipRequest
}
