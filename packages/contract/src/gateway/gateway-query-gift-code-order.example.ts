import type { GatewayQueryGiftCodeOrderRequest } from './gateway-query-gift-code-order.ts'

/** The codes of an order. */
export const gatewayQueryGiftCodeOrderExample: GatewayQueryGiftCodeOrderRequest = {
  merchant_code: 'EDGE',
  merchant_id: 'EDGE-STORE-1',
  terminal_id: 'EDGE-POS-1',
  order_id: 'G-0001',
}
