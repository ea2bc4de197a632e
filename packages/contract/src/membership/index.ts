export {
  getMembership,
  type GetMembershipRequest,
  type Membership,
  type GetMembershipSuccess,
} from './get-membership.ts'
export type { GetMembershipRefusals } from './membership-refusals.ts'
