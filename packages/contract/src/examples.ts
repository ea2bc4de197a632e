import type { Endpoint } from './endpoint.ts'
import type * as endpoints from './endpoints.ts'
import { refundOrderExample } from './refund/refund-order.example.ts'
import { createTqrOrderExample } from './transaction-qr/create-tqr-order.example.ts'
import { createTransactionOrderExample } from './transaction-qr/create-transaction-order.example.ts'
import { genTransactionQrExample } from './transaction-qr/gen-transaction-qr.example.ts'
import { queryOrderExample } from './transaction-qr/query-order.example.ts'
import { queryOrderV2Example } from './transaction-qr/query-order-v2.example.ts'
import { createWebPaymentExample } from './web-payment/create-web-payment.example.ts'

import { transferMoneyExample } from './money-transfer/transfer-money.example.ts'
import { getMembershipExample } from './membership/get-membership.example.ts'
import { queryGiftCodeStockExample } from './gift-code/query-gift-code-stock.example.ts'
import { orderGiftCodesExample } from './gift-code/order-gift-codes.example.ts'
import { checkGiftCodeExample } from './gift-code/check-gift-code.example.ts'
import { queryGiftCodeOrderExample } from './gift-code/query-gift-code-order.example.ts'
import { getTopUpMemberExample } from './top-up/get-top-up-member.example.ts'
import { topUpPointsExample } from './top-up/top-up-points.example.ts'
import { queryTopUpExample } from './top-up/query-top-up.example.ts'
import { gatewayGetMemberExample } from './gateway/gateway-get-member.example.ts'
import { gatewayTopUpPointsExample } from './gateway/gateway-top-up-points.example.ts'
import { gatewayQueryTopUpExample } from './gateway/gateway-query-top-up.example.ts'
import { gatewayQueryGiftCodeStockExample } from './gateway/gateway-query-gift-code-stock.example.ts'
import { gatewayOrderGiftCodesExample } from './gateway/gateway-order-gift-codes.example.ts'
import { gatewayCheckGiftCodeExample } from './gateway/gateway-check-gift-code.example.ts'
import { gatewayQueryGiftCodeOrderExample } from './gateway/gateway-query-gift-code-order.example.ts'
import { verifyVoucherExample } from './e-voucher/verify-voucher.example.ts'
import { markVoucherUsedExample } from './e-voucher/mark-voucher-used.example.ts'
import { revokeVouchersExample } from './e-voucher/revoke-vouchers.example.ts'
import { linkWalletExample } from './linked-account/link-wallet.example.ts'
import { checkWalletLinkExample } from './linked-account/check-wallet-link.example.ts'
import { createOnlineTransactionExample } from './linked-account/create-online-transaction.example.ts'
import { confirmOnlineTransactionExample } from './linked-account/confirm-online-transaction.example.ts'
import { confirmOrderExample } from './linked-account/confirm-order.example.ts'
import { unlinkWalletExample } from './linked-account/unlink-wallet.example.ts'

type RequestOf<Call> =
  Call extends Endpoint<infer Request, infer _Success, infer _Refusals> ? Request : never

/** One request per endpoint, by the endpoint's name. */
export type Examples = {
  readonly [Name in keyof typeof endpoints]: RequestOf<(typeof endpoints)[Name]>
}

/** A request of every endpoint as a merchant could send it, for documents, tools and tests. */
export const examples: Examples = {
  createTqrOrder: createTqrOrderExample,
  genTransactionQr: genTransactionQrExample,
  createTransactionOrder: createTransactionOrderExample,
  queryOrder: queryOrderExample,
  queryOrderV2: queryOrderV2Example,
  createWebPayment: createWebPaymentExample,
  refundOrder: refundOrderExample,
  transferMoney: transferMoneyExample,
  getMembership: getMembershipExample,
  queryGiftCodeStock: queryGiftCodeStockExample,
  orderGiftCodes: orderGiftCodesExample,
  checkGiftCode: checkGiftCodeExample,
  queryGiftCodeOrder: queryGiftCodeOrderExample,
  getTopUpMember: getTopUpMemberExample,
  topUpPoints: topUpPointsExample,
  queryTopUp: queryTopUpExample,
  gatewayGetMember: gatewayGetMemberExample,
  gatewayTopUpPoints: gatewayTopUpPointsExample,
  gatewayQueryTopUp: gatewayQueryTopUpExample,
  gatewayQueryGiftCodeStock: gatewayQueryGiftCodeStockExample,
  gatewayOrderGiftCodes: gatewayOrderGiftCodesExample,
  gatewayCheckGiftCode: gatewayCheckGiftCodeExample,
  gatewayQueryGiftCodeOrder: gatewayQueryGiftCodeOrderExample,
  verifyVoucher: verifyVoucherExample,
  markVoucherUsed: markVoucherUsedExample,
  revokeVouchers: revokeVouchersExample,
  linkWallet: linkWalletExample,
  checkWalletLink: checkWalletLinkExample,
  createOnlineTransaction: createOnlineTransactionExample,
  confirmOnlineTransaction: confirmOnlineTransactionExample,
  confirmOrder: confirmOrderExample,
  unlinkWallet: unlinkWalletExample,
}
