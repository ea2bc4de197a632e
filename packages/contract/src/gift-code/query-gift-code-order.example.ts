import type { QueryGiftCodeOrderRequest } from './query-gift-code-order.ts'

/** The codes of an order. */
export const queryGiftCodeOrderExample: QueryGiftCodeOrderRequest = {
  merchant_order_id: 'G-0001',
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
}
