import type { CheckGiftCodeRequest } from './check-gift-code.ts'
import type { OrderGiftCodesRequest } from './order-gift-codes.ts'
import type { QueryGiftCodeOrderRequest } from './query-gift-code-order.ts'
import type { QueryGiftCodeStockRequest } from './query-gift-code-stock.ts'

/** A request of every call of Specification 4.7. */
export const giftCodeExamples = {
  /** The stock of two face values. */
  queryGiftCodeStock: {
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    card_type: ['50', '100'],
  },
  /** Two codes of 50,000 VND. */
  orderGiftCodes: {
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    merchant_order_id: 'G-0001',
    order_info: [{ card_type: '50', quantity: 2 }],
  },
  /** Whether a code of 50,000 VND has been used. */
  checkGiftCode: {
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    serial: 'GC50-0001',
  },
  /** The codes that the order `G-0001` above has taken. */
  queryGiftCodeOrder: {
    merchant_order_id: 'G-0001',
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
  },
} satisfies {
  queryGiftCodeStock: QueryGiftCodeStockRequest
  orderGiftCodes: OrderGiftCodesRequest
  checkGiftCode: CheckGiftCodeRequest
  queryGiftCodeOrder: QueryGiftCodeOrderRequest
}
