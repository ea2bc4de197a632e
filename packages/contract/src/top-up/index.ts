export {
  getTopUpMember,
  type GetTopUpMemberRequest,
  type GetTopUpMemberSuccess,
} from './get-top-up-member.ts'
export { queryTopUp, type QueryTopUpRequest, type QueryTopUpSuccess } from './query-top-up.ts'
export type { TopUpReceipt, ReceiptChoice, TopUpMember, TopUpStatus } from './top-up-fields.ts'
export { topUpPoints, type TopUpPointsRequest, type TopUpPointsSuccess } from './top-up-points.ts'
export type { TopUpRefusals } from './top-up-refusals.ts'
