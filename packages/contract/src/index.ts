export * from './endpoints.ts'
export * as endpoints from './endpoints.ts'
export type { AnyEndpoint, Endpoint, MetaCode, SuccessTable } from './endpoint.ts'
export type { Refusal, RefusalTable, Retry } from './refusal.ts'
export { readEnvelope, type Envelope } from './envelope.ts'
export { commonRefusals, type CommonRefusals } from './common-refusals.ts'
export * as limits from './limits.ts'
// By themselves too: a bundle that takes one from `limits` would carry all of them.
export { keyCodeChars, requestIdChars } from './limits.ts'
export {
  unsignedCallbackFields,
  signedCallbackFields,
  type UnsignedCallbackFields,
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
export type {
  TransferMoneyRequest,
  TransferredMoney,
  TransferMoneySuccess,
} from './money-transfer/transfer-money.ts'
export type {
  GetMembershipRequest,
  Membership,
  GetMembershipSuccess,
} from './membership/get-membership.ts'
export type {
  QueryGiftCodeStockRequest,
  QueryGiftCodeStockSuccess,
} from './gift-code/query-gift-code-stock.ts'
export type { OrderGiftCodesRequest, OrderGiftCodesSuccess } from './gift-code/order-gift-codes.ts'
export type { CheckGiftCodeRequest, CheckGiftCodeSuccess } from './gift-code/check-gift-code.ts'
export type {
  QueryGiftCodeOrderRequest,
  QueryGiftCodeOrderSuccess,
} from './gift-code/query-gift-code-order.ts'
export type { GetTopUpMemberRequest, GetTopUpMemberSuccess } from './top-up/get-top-up-member.ts'
export type { TopUpPointsRequest, TopUpPointsSuccess } from './top-up/top-up-points.ts'
export type { QueryTopUpRequest, QueryTopUpSuccess } from './top-up/query-top-up.ts'
export type {
  GatewayGetMemberRequest,
  GatewayGetMemberSuccess,
} from './gateway/gateway-get-member.ts'
export type {
  GatewayTopUpPointsRequest,
  GatewayTopUpPointsSuccess,
} from './gateway/gateway-top-up-points.ts'
export type {
  GatewayQueryTopUpRequest,
  GatewayQueryTopUpSuccess,
} from './gateway/gateway-query-top-up.ts'
export type {
  GatewayQueryGiftCodeStockRequest,
  GatewayQueryGiftCodeStockSuccess,
} from './gateway/gateway-query-gift-code-stock.ts'
export type {
  GatewayOrderGiftCodesRequest,
  GatewayOrderGiftCodesSuccess,
} from './gateway/gateway-order-gift-codes.ts'
export type {
  GatewayCheckGiftCodeRequest,
  GatewayCheckGiftCodeSuccess,
} from './gateway/gateway-check-gift-code.ts'
export type {
  GatewayQueryGiftCodeOrderRequest,
  GatewayQueryGiftCodeOrderSuccess,
} from './gateway/gateway-query-gift-code-order.ts'
export type {
  Voucher,
  VerifyVoucherRequest,
  VerifyVoucherSuccess,
} from './e-voucher/verify-voucher.ts'
export type {
  MarkVoucherUsedRequest,
  MarkVoucherUsedSuccess,
} from './e-voucher/mark-voucher-used.ts'
export type { RevokeVouchersRequest, RevokeVouchersSuccess } from './e-voucher/revoke-vouchers.ts'
export type {
  WalletLink,
  LinkWalletRequest,
  LinkWalletSuccess,
  LinkWalletRefusals,
} from './linked-account/link-wallet.ts'
export type {
  LinkedWallet,
  CheckWalletLinkRequest,
  CheckWalletLinkSuccess,
  CheckWalletLinkRefusals,
} from './linked-account/check-wallet-link.ts'
export type {
  CreatedOnlineTransaction,
  CreateOnlineTransactionRequest,
  CreateOnlineTransactionSuccess,
  CreateOnlineTransactionRefusals,
} from './linked-account/create-online-transaction.ts'
export type {
  ConfirmOnlineTransactionRequest,
  ConfirmOnlineTransactionSuccess,
  ConfirmOnlineTransactionRefusals,
} from './linked-account/confirm-online-transaction.ts'
export type {
  ConfirmedOrder,
  ConfirmOrderRequest,
  ConfirmOrderSuccess,
  ConfirmOrderRefusals,
} from './linked-account/confirm-order.ts'
export type {
  UnlinkWalletRequest,
  UnlinkWalletSuccess,
  UnlinkWalletRefusals,
} from './linked-account/unlink-wallet.ts'
export type { TransferMoneyRefusals } from './money-transfer/transfer-refusals.ts'
export type { GetMembershipRefusals } from './membership/membership-refusals.ts'
export type { GiftCodeRefusals } from './gift-code/gift-code-refusals.ts'
export type { TopUpRefusals } from './top-up/top-up-refusals.ts'
export type { GatewayMemberRefusals } from './gateway/gateway-member-refusals.ts'
export type { GatewayTopUpRefusals } from './gateway/gateway-top-up-refusals.ts'
export type { GatewayGiftCodeRefusals } from './gateway/gateway-gift-code-refusals.ts'
export type { VoucherRefusals } from './e-voucher/voucher-refusals.ts'
export type { GiftCodeOrder, GiftCodeState, GiftCodeStock } from './gift-code/gift-code-fields.ts'
export type { TopUpMember, TopUpReceipt, TopUpStatus } from './top-up/top-up-fields.ts'
export type { OnlineTransaction } from './linked-account/online-transaction.ts'
