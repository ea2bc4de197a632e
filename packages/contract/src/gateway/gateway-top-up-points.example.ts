import type { GatewayTopUpPointsRequest } from './gateway-top-up-points.ts'

/** A hundred points for a purchase. */
export const gatewayTopUpPointsExample: GatewayTopUpPointsRequest = {
  'X-Merchant-ID': 'EDGE-STORE-1',
  'X-Terminal-ID': 'EDGE-POS-1',
  phone_no: '0900000001',
  point_amount: 100,
  invoice_no: 'INVOICE-0001',
  send_receipt: false,
}
