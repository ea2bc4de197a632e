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
  ForceOutcome,
  PartnerFileOutcome,
  ReconciliationView,
  RunTotals,
  ServiceResult,
} from './daily-files/daily-files-api.ts'
export {
  callbackMessage,
  readCallbackMessage,
  type CallbackMessage,
} from './callbacks/callback-message.ts'
export type { LoyaltyApi, LoyaltyOutcome } from './loyalty-api.ts'
export { systemClock, type Clock } from './clock.ts'
export type { OrdersContext } from './orders-context.ts'
export type { AttemptView, OrderView, RefundView, TimelineEntry } from './orders/order-view.ts'
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
} from './states/attempt-state.ts'
export { orderStates, type OrderState, type OrderStateRule } from './states/order-state.ts'
export { refundStates, type RefundState, type RefundStateRule } from './states/refund-state.ts'
export { linkStates, type LinkState, type LinkStateRule } from './states/link-state.ts'
export {
  transferStates,
  type TransferState,
  type TransferStateRule,
} from './states/transfer-state.ts'
export type {
  PaymentPort,
  PaymentToCreate,
  PortAnswer,
  RefundAccepted,
  RefundCode,
  RefundToMake,
  WebPaymentToCreate,
} from './service/payment-port.ts'
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
} from './service/linked-port.ts'
export type { EventData, OrderEvent, ShopEvent, TransferEvent } from './events/order-event.ts'
export type { OrderEventType, TransferEventType } from './events/event-types.ts'
export { openOrder } from './orders/open-order.ts'
export { findOrder } from './orders/find-order.ts'
export { startPayment } from './payments/start-payment.ts'
export { createCallbackGroup, type CallbackGroup } from './callbacks/callback-group.ts'
export {
  callbackKey,
  recordCallback,
  recordCallbacks,
  type WriteCallbacks,
} from './callbacks/record-callback.ts'
export { refundOrder } from './refunds/refund-order.ts'
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
export { listAlerts } from './alerts/alerts.ts'
export { sweep } from './upkeep/sweep.ts'
export { workNow, workThrough } from './upkeep/work-now.ts'
export { eventKey, transferEventKey } from './events/event-to-send.ts'
export { replayCallback, type Replay } from './callbacks/replay-callback.ts'
export { verifyJournal, type JournalVerdict } from './journal/verify-journal.ts'
export {
  callbackToken,
  readCallbackToken,
  type CallbackBinding,
} from './references/callback-token.ts'
export { newReference } from './references/reference.ts'
export { prefixOfReference, shardPrefix, shardsOf, type Shards } from './references/shard.ts'
export {
  signWebhook,
  verifyWebhook,
  type ReceivedWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './webhook/standard-webhook.ts'
