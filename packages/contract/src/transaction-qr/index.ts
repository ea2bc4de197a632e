export {
  createTqrOrder,
  type CreateTqrOrderRequest,
  type CreateTqrOrderSuccess,
  type CreateTqrOrderRefusals,
} from './create-tqr-order.ts'
export {
  createTransactionOrder,
  type CreateTransactionOrderRequest,
  type TransactionOrder,
  type CreateTransactionOrderSuccess,
  type CreateTransactionOrderRefusals,
} from './create-transaction-order.ts'
export {
  genTransactionQr,
  type GenTransactionQrRequest,
  type GenTransactionQrSuccess,
  type GenTransactionQrRefusals,
} from './gen-transaction-qr.ts'
export type { OrderQuery, OrderStatus } from './order-status.ts'
export {
  queryOrderV2,
  type QueryOrderV2Success,
  type QueryOrderV2Refusals,
} from './query-order-v2.ts'
export { queryOrder, type QueryOrderSuccess, type QueryOrderRefusals } from './query-order.ts'
export type { TransactionQr } from './transaction-qr.ts'
