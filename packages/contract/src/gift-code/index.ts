export {
  checkGiftCode,
  type CheckGiftCodeRequest,
  type CheckGiftCodeSuccess,
} from './check-gift-code.ts'
export type { GiftCodeStock, GiftCodeOrder, GiftCodeState } from './gift-code-fields.ts'
export type { GiftCodeRefusals } from './gift-code-refusals.ts'
export {
  orderGiftCodes,
  type OrderGiftCodesRequest,
  type OrderGiftCodesSuccess,
} from './order-gift-codes.ts'
export {
  queryGiftCodeOrder,
  type QueryGiftCodeOrderRequest,
  type QueryGiftCodeOrderSuccess,
} from './query-gift-code-order.ts'
export {
  queryGiftCodeStock,
  type QueryGiftCodeStockRequest,
  type QueryGiftCodeStockSuccess,
} from './query-gift-code-stock.ts'
