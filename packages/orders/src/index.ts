export type {
  Alert,
  AttemptView,
  CallbackRecord,
  NewOrder,
  NewRefund,
  OpenOutcome,
  OrdersApi,
  OrderView,
  PaymentMethod,
  PaymentOutcome,
  RecordOutcome,
  RefundOutcome,
  RefundView,
  SweepReport,
  TimelineEntry,
} from './orders-api.ts'
export type { OrdersContext } from './orders-context.ts'
export {
  attemptStates,
  orderStates,
  refundStates,
  type AttemptState,
  type AttemptStateRule,
  type OrderState,
  type OrderStateRule,
  type RefundState,
  type RefundStateRule,
} from './order-state.ts'
export type {
  PaymentPort,
  PaymentToCreate,
  PortAnswer,
  RefundAccepted,
  RefundCode,
  RefundToMake,
  WebPaymentToCreate,
} from './payment-port.ts'
export type { OrderEvent, OrderEventType } from './order-event.ts'
export { openOrder } from './open-order.ts'
export { findOrder } from './find-order.ts'
export { startPayment } from './start-payment.ts'
export { callbackKey, recordCallback } from './record-callback.ts'
export { refundOrder } from './refund-order.ts'
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
