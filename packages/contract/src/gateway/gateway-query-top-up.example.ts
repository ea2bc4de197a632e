import type { GatewayQueryTopUpRequest } from './gateway-query-top-up.ts'

/** How a top-up ended. */
export const gatewayQueryTopUpExample: GatewayQueryTopUpRequest = {
  'X-Merchant-ID': 'EDGE-STORE-1',
  'X-Terminal-ID': 'EDGE-POS-1',
  invoice_no: 'INVOICE-0001',
}
