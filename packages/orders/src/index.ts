export type {
  Alert,
  AttemptMethod,
  CallbackRecord,
  NewOrder,
  NewRefund,
  OpenOutcome,
  OrdersApi,
  PaymentMethod,
  PaymentOutcome,
  RecordOutcome,
  RefundOutcome,
  SweepReport,
} from './orders-api.ts'
export type {
  DailyFilesApi,
  PartnerFileOutcome,
  ReconciliationView,
  RunTotals,
  ServiceResult,
} from './daily-files/daily-files-api.ts'
export type { LoyaltyApi, LoyaltyOutcome } from './loyalty-api.ts'
export type { OrdersContext } from './orders-context.ts'
export type { AttemptView, OrderView, RefundView, TimelineEntry } from './order-view.ts'
export type {
  LinkCallback,
  LinkOutcome,
  LinksApi,
  LinkView,
  UnlinkOutcome,
} from './links/links-api.ts'
export type {
  HoldOutcome,
  LinkedPaymentOutcome,
  LinkedPaymentsApi,
  LinkedPaymentVerdict,
  VerdictOutcome,
} from './linked-payments/linked-payments-api.ts'
export type {
  NewTransfer,
  TransferOutcome,
  TransfersApi,
  TransferVerdict,
  TransferView,
} from './transfers/transfers-api.ts'
export {
  attemptStates,
  type AttemptState,
  type AttemptStateRule,
  type ReleaseReason,
} from './attempt-state.ts'
export { orderStates, type OrderState, type OrderStateRule } from './order-state.ts'
export { refundStates, type RefundState, type RefundStateRule } from './refund-state.ts'
export { linkStates, type LinkState, type LinkStateRule } from './links/link-state.ts'
export {
  transferStates,
  type TransferState,
  type TransferStateRule,
} from './transfers/transfer-state.ts'
export type {
  PaymentPort,
  PaymentToCreate,
  PortAnswer,
  RefundAccepted,
  RefundCode,
  RefundToMake,
  WebPaymentToCreate,
} from './payment-port.ts'
export type {
  CheckedLink,
  LinkedPaymentToConfirm,
  LinkedPaymentToMake,
  LinkedTransaction,
  LinkedWalletPort,
  LinkToCheck,
  LinkToRequest,
  MadeTransfer,
  RequestedLink,
  TransferPort,
  TransferToMake,
} from './linked-port.ts'
export type {
  EventFacts,
  OrderEvent,
  OrderEventType,
  ShopEvent,
  TransferEvent,
  TransferEventType,
} from './order-event.ts'
export { openOrder } from './open-order.ts'
export { findOrder } from './find-order.ts'
export { startPayment } from './start-payment.ts'
export { callbackKey, recordCallback } from './record-callback.ts'
export { refundOrder } from './refund-order.ts'
export { linkWallet } from './links/link-wallet.ts'
export { findLink } from './links/find-link.ts'
export { unlinkWallet } from './links/unlink-wallet.ts'
export { recordLinkCallback } from './links/record-link-callback.ts'
export { payWithLink } from './linked-payments/pay-with-link.ts'
export { confirmOtp } from './linked-payments/confirm-otp.ts'
export { captureOrder, releaseOrder } from './linked-payments/hold-of-order.ts'
export { settleLinkedPayment } from './linked-payments/settle-linked-payment.ts'
export { transferMoney } from './transfers/transfer-money.ts'
export { findTransfer } from './transfers/find-transfer.ts'
export { settleTransfer } from './transfers/settle-transfer.ts'
export { transferEventKey } from './transfers/record-transfer.ts'
export { listAlerts } from './alerts.ts'
export { sweep } from './sweep.ts'
export { workNow, workThrough } from './work-now.ts'
export { eventKey } from './outbox.ts'
export { replayCallback, type Replay } from './replay-callback.ts'
export { verifyJournal, type JournalVerdict } from './verify-journal.ts'
export { callbackToken, readCallbackToken, type CallbackBinding } from './callback-token.ts'
export { newReference } from './reference.ts'
export { prefixOfReference, shardPrefix, shardsOf, type Shards } from './shard.ts'
export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './standard-webhook.ts'
