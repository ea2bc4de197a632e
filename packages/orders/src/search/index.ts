export type {
  CallbackFilter,
  CallbackPage,
  CallbackState,
  ListedRefund,
  OrderExport,
  OrderFilter,
  OrderPage,
  OrderSummary,
  PageOf,
  RefundFilter,
  RefundPage,
  SearchApi,
  StoredCallback,
  TransferFilter,
  TransferPage,
} from './search-api.ts'
export { exportOrders } from './export-orders.ts'
export { listCallbacks } from './list-callbacks.ts'
export { listOrders } from './list-orders.ts'
export { listRefunds } from './list-refunds.ts'
export { listTransfers } from './list-transfers.ts'
