import type { OrderGiftCodesRequest } from './order-gift-codes.ts'

/** Two codes of 50,000 VND. */
export const orderGiftCodesExample: OrderGiftCodesRequest = {
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  merchant_order_id: 'G-0001',
  order_info: [{ card_type: '50', quantity: 2 }],
}
