export * from './endpoints.ts'
export * as endpoints from './endpoints.ts'
export type { AnyEndpoint, Endpoint, MetaCode, SuccessTable } from './endpoint.ts'
export type { Refusal, RefusalTable, Retry } from './refusal.ts'
export { readEnvelope, type Envelope } from './envelope.ts'
export { commonRefusals, type CommonRefusals } from './common-refusals.ts'
export { limits } from './limits.ts'
export {
  callbackHints,
  signedCallbackFields,
  type CallbackHints,
  type SignedCallbackFields,
} from './callback/payment-callback.ts'
export type { TransactionQr } from './transaction-qr/transaction-qr.ts'
export type {
  CreateTqrOrderRefusals,
  CreateTqrOrderRequest,
  CreateTqrOrderSuccess,
} from './transaction-qr/create-tqr-order.ts'
export type {
  GenTransactionQrRefusals,
  GenTransactionQrRequest,
  GenTransactionQrSuccess,
} from './transaction-qr/gen-transaction-qr.ts'
export type {
  CreateTransactionOrderRefusals,
  CreateTransactionOrderRequest,
  CreateTransactionOrderSuccess,
  TransactionOrder,
} from './transaction-qr/create-transaction-order.ts'
export type { OrderQuery, OrderStatus } from './transaction-qr/order-status.ts'
export type { QueryOrderRefusals, QueryOrderSuccess } from './transaction-qr/query-order.ts'
export type { QueryOrderV2Refusals, QueryOrderV2Success } from './transaction-qr/query-order-v2.ts'
export type {
  CreateWebPaymentRefusals,
  CreateWebPaymentRequest,
  CreateWebPaymentSuccess,
  WebPayment,
} from './web-payment/create-web-payment.ts'
export type {
  Refunded,
  RefundedMoneyFirst,
  RefundedPointsFirst,
  RefundOrderRequest,
  RefundOrderSuccess,
} from './refund/refund-order.ts'
export type { RefundOrderRefusals } from './refund/refund-refusals.ts'
