import type { TopUpPointsRequest } from './top-up-points.ts'

/** A hundred points for a purchase. */
export const topUpPointsExample: TopUpPointsRequest = {
  phone_number: '0900000001',
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  point_amount: 100,
  order_id: 'INVOICE-0001',
  txn_id: 'EDGE-STORE-1-0001',
}
