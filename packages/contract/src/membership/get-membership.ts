import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { noted } from '../fields/noted.ts'
import { membershipRefusals, type GetMembershipRefusals } from './membership-refusals.ts'

const request = v.object({
  /**
   * Kind of the id in `identity`. `USER_ID`: id of the user at the service; `MOBILE`: phone number;
   * `CARD`: number of a member's card; `MEMBER_ID`: id of the member in the program. Assumes G-151.
   */
  id_type: v.picklist(
    ['USER_ID', 'MOBILE', 'CARD', 'MEMBER_ID'],
    'must be USER_ID, MOBILE, CARD or MEMBER_ID',
  ),
  /** The id of the customer, of the kind named in `id_type`. */
  identity: OpenId,
  /** Code of the owner of the loyalty program. */
  business_code: IssuedCode,
  /** Code of the loyalty program. */
  program_code: IssuedCode,
})

const membership = v.object({
  /** The member's code and name. */
  member: v.object({
    /** Code of the member in the program. */
    member_code: v.string(),
    /** Full name of the member. */
    full_name: noted(v.string()),
  }),
  /** The member's tier; missing when the member has none. */
  tier_info: v.optional(
    v.nullable(
      v.object({
        /** Code of the tier in the loyalty program. */
        tier_code: v.string(),
        /** Display name of the tier. */
        tier_name: noted(v.string()),
        /** Description of the tier, for people. */
        description: noted(v.string()),
      }),
    ),
  ),
})

type RequestFields = v.InferOutput<typeof request>
type MembershipFields = v.InferOutput<typeof membership>
/** Request of `getMembership`. */
export interface GetMembershipRequest extends RequestFields {}
/** A member and the member's tier. @see Specification 2.8 */
export interface Membership extends MembershipFields {}
/** Data of an accepted `getMembership`, by success code. */
export interface GetMembershipSuccess {
  200: Membership
}

/** Looks up a member of a loyalty program and the member's tier. */
export const getMembership: Endpoint<
  GetMembershipRequest,
  GetMembershipSuccess,
  GetMembershipRefusals
> = {
  name: 'getMembership',
  section: '4.6',
  summary: "Looks up a member of a loyalty program and the member's tier.",
  method: 'GET',
  path: '/merchant-integration/v1/loyalty/membership',
  effect: 'read',
  gaps: ['G-01', 'G-02', 'G-12', 'G-13', 'G-18', 'G-151', 'G-167'],
  request,
  success: { 200: membership },
  refusals: membershipRefusals,
}
