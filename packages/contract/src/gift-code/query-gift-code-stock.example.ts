import type { QueryGiftCodeStockRequest } from './query-gift-code-stock.ts'

/** The stock of two face values. */
export const queryGiftCodeStockExample: QueryGiftCodeStockRequest = {
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  card_type: ['50', '100'],
}
