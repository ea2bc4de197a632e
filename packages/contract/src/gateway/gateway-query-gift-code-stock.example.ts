import type { GatewayQueryGiftCodeStockRequest } from './gateway-query-gift-code-stock.ts'

/** The stock of two face values. */
export const gatewayQueryGiftCodeStockExample: GatewayQueryGiftCodeStockRequest = {
  merchant_id: 'EDGE-STORE-1',
  terminal_id: 'EDGE-POS-1',
  card_type: ['50', '100'],
  merchant_code: 'EDGE',
}
