import type { endpoints } from '@merchant-edge/contract'
import type { Behaviour } from './behaviour.ts'
import { checkGiftCode } from './check-gift-code.ts'
import { gatewayCheckGiftCode } from './gateway-check-gift-code.ts'
import { gatewayGetMember } from './gateway-get-member.ts'
import { gatewayOrderGiftCodes } from './gateway-order-gift-codes.ts'
import { gatewayQueryGiftCodeOrder } from './gateway-query-gift-code-order.ts'
import { gatewayQueryGiftCodeStock } from './gateway-query-gift-code-stock.ts'
import { gatewayQueryTopUp } from './gateway-query-top-up.ts'
import { gatewayTopUpPoints } from './gateway-top-up-points.ts'
import { getMembership } from './get-membership.ts'
import { getTopUpMember } from './get-top-up-member.ts'
import { orderGiftCodes } from './order-gift-codes.ts'
import { queryGiftCodeOrder } from './query-gift-code-order.ts'
import { queryGiftCodeStock } from './query-gift-code-stock.ts'
import { queryTopUp } from './query-top-up.ts'
import { topUpPoints } from './top-up-points.ts'
import { checkWalletLink } from './check-wallet-link.ts'
import { confirmOnlineTransaction } from './confirm-online-transaction.ts'
import { confirmOrder } from './confirm-order.ts'
import { createOnlineTransaction } from './create-online-transaction.ts'
import { createTqrOrder } from './create-tqr-order.ts'
import { createTransactionOrder } from './create-transaction-order.ts'
import { createWebPayment } from './create-web-payment.ts'
import { genTransactionQr } from './gen-transaction-qr.ts'
import { linkWallet } from './link-wallet.ts'
import { markVoucherUsed } from './mark-voucher-used.ts'
import { queryOrder } from './query-order.ts'
import { queryOrderV2 } from './query-order-v2.ts'
import { refundOrder } from './refund-order.ts'
import { revokeVouchers } from './revoke-vouchers.ts'
import { transferMoney } from './transfer-money.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { verifyVoucher } from './verify-voucher.ts'

/** One behaviour per endpoint of the contract: a missing one does not compile. */
export type Behaviours = {
  readonly [Name in keyof typeof endpoints]: Behaviour<(typeof endpoints)[Name]>
}

/** How the sandbox plays each endpoint of the contract. */
export const behaviours: Behaviours = {
  createTqrOrder,
  genTransactionQr,
  createTransactionOrder,
  queryOrder,
  queryOrderV2,
  createWebPayment,
  refundOrder,
  getMembership,
  queryGiftCodeStock,
  orderGiftCodes,
  checkGiftCode,
  queryGiftCodeOrder,
  getTopUpMember,
  topUpPoints,
  queryTopUp,
  gatewayGetMember,
  gatewayTopUpPoints,
  gatewayQueryTopUp,
  gatewayQueryGiftCodeStock,
  gatewayOrderGiftCodes,
  gatewayCheckGiftCode,
  gatewayQueryGiftCodeOrder,
  transferMoney,
  verifyVoucher,
  markVoucherUsed,
  revokeVouchers,
  linkWallet,
  checkWalletLink,
  createOnlineTransaction,
  confirmOnlineTransaction,
  confirmOrder,
  unlinkWallet,
}
