export { systemClock, type Alarm, type Clock } from './clock.ts'
export type { WebhookEndpoint } from './events/webhook-endpoint.ts'
export type { LogLine, OrdersContext, StoreContext } from './orders-context.ts'
export {
  bindToService,
  type ForeignService,
  type ServiceOfDeployment,
} from './bound-service/bind-to-service.ts'
export { readEveryColumn } from './bound-service/read-every-column.ts'
export { openOrder } from './orders/open-order.ts'
export { findOrder } from './orders/find-order.ts'
export { findStore, type FoundStore, type NamedStore } from './stores/stores.ts'
export { listServiceCalls } from './service-calls/list-service-calls.ts'
export { startPayment } from './payments/creation/start-payment.ts'
export { acceptDispute } from './payments/disputes/accept-dispute.ts'
export { releaseDispute } from './payments/disputes/release-dispute.ts'
export { reopenDispute } from './payments/disputes/reopen-dispute.ts'
export { denyPayment } from './payments/denials/deny-payment.ts'
export { refreshPayment } from './payments/queries/refresh-payment.ts'
export { recordCallback } from './callbacks/record-callback.ts'
export { refundOrder } from './refunds/refund-order.ts'
export { settleRefundByVerdict } from './refunds/settle-refund-by-verdict.ts'
export { linkWallet } from './links/link-wallet.ts'
export { findLink } from './links/find-link.ts'
export { unlinkWallet } from './links/unlink-wallet.ts'
export { recordLinkCallback } from './links/record-link-callback.ts'
export { payWithLink } from './linked-payments/pay-with-link.ts'
export { confirmOtp } from './linked-payments/confirm-otp.ts'
export { requestNewCode } from './linked-payments/request-new-code.ts'
export { captureOrder, releaseOrder } from './linked-payments/holds/hold-of-order.ts'
export { settleLinkedPayment } from './linked-payments/settle-linked-payment.ts'
export { transferMoney } from './transfers/transfer-money.ts'
export {
  claimLoyaltyId,
  markForeignId,
  markForeignContent,
  releaseLoyaltyId,
  type LoyaltyClaim,
  type LoyaltyClaimOutcome,
  type LoyaltyIdsContext,
  type LoyaltyWrite,
} from './loyalty/loyalty-ids.ts'
export { findTransfer } from './transfers/read-transfer.ts'
export { settleTransfer } from './transfers/settle-transfer.ts'
export { alertKinds } from './alerts/alert-kinds.ts'
export { closingCauses } from './alerts/kinds/alert-kind-entry.ts'
export type { AlertKindEntry, AlertSubject } from './alerts/kinds/alert-kind-entry.ts'
export { listAlerts } from './alerts/list-alerts.ts'
export { readHealth } from './alerts/health.ts'
export { acknowledgeAlert, closeAlert } from './alerts/settle-alert.ts'
export { listEndpoints, pauseEndpoint, resumeEndpoint } from './webhook/endpoint-control.ts'
export { findEvent, listEvents } from './webhook/list-events.ts'
export { resendEvent, resendEvents } from './webhook/resend-events.ts'
export { sweep } from './upkeep/sweep.ts'
