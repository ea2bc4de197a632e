import type { GetTopUpMemberRequest } from './get-top-up-member.ts'
import type { QueryTopUpRequest } from './query-top-up.ts'
import type { TopUpPointsRequest } from './top-up-points.ts'

/** A request of every call of Specification 4.8. */
export const topUpExamples = {
  /** A member by phone number. */
  getTopUpMember: {
    phone_number: '0900000001',
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
  },
  /** A hundred points for a purchase. */
  topUpPoints: {
    phone_number: '0900000001',
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    point_amount: 100,
    order_id: 'INVOICE-0001',
    txn_id: 'EDGE-STORE-1-0001',
  },
  /** How a top-up ended. */
  queryTopUp: {
    txn_id: 'EDGE-STORE-1-0001',
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
  },
} satisfies {
  getTopUpMember: GetTopUpMemberRequest
  topUpPoints: TopUpPointsRequest
  queryTopUp: QueryTopUpRequest
}
