export type {
  CallbackFilter,
  CallbackPage,
  CallbackState,
  DeskSearchApi,
  LinkFilter,
  LinkPage,
  ListedRefund,
  OrderCount,
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
export { countOrders } from './count-orders.ts'
export { exportOrders } from './export-orders.ts'
export { listCallbacks } from './list-callbacks.ts'
export { findLinkById, listLinks } from './list-links.ts'
export { listOrders } from './list-orders.ts'
export { listRefunds } from './list-refunds.ts'
export { listTransfers } from './list-transfers.ts'
export { transferTimeline } from './transfer-timeline.ts'
