import type { GetMembershipRequest } from './get-membership.ts'

/** A member is looked up by phone number. */
export const getMembershipExample: GetMembershipRequest = {
  id_type: 'MOBILE',
  identity: '0900000001',
  business_code: 'EDGE-LOYALTY',
  program_code: 'EDGE-POINTS',
}
