import type { GatewayOrderGiftCodesRequest } from './gateway-order-gift-codes.ts'

/** Two codes of 50,000 VND. */
export const gatewayOrderGiftCodesExample: GatewayOrderGiftCodesRequest = {
  merchant_id: 'EDGE-STORE-1',
  terminal_id: 'EDGE-POS-1',
  order_id: 'G-0001',
  order_info: [{ card_type: '50', quantity: 2 }],
  merchant_code: 'EDGE',
}
