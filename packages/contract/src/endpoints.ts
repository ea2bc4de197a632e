export {
  createTqrOrder,
  genTransactionQr,
  createTransactionOrder,
  queryOrder,
  queryOrderV2,
} from './transaction-qr/index.ts'
export { createWebPayment } from './web-payment/index.ts'
export { transferMoney } from './money-transfer/index.ts'
export { refundOrder } from './refund/index.ts'
export { getMembership } from './membership/index.ts'
export {
  queryGiftCodeStock,
  orderGiftCodes,
  checkGiftCode,
  queryGiftCodeOrder,
} from './gift-code/index.ts'
export { getTopUpMember, topUpPoints, queryTopUp } from './top-up/index.ts'
export {
  gatewayGetMember,
  gatewayTopUpPoints,
  gatewayQueryTopUp,
  gatewayQueryGiftCodeStock,
  gatewayOrderGiftCodes,
  gatewayCheckGiftCode,
  gatewayQueryGiftCodeOrder,
} from './gateway/index.ts'
export { verifyVoucher, markVoucherUsed, revokeVouchers } from './e-voucher/index.ts'
export {
  linkWallet,
  checkWalletLink,
  createOnlineTransaction,
  confirmOnlineTransaction,
  confirmOrder,
  unlinkWallet,
} from './linked-account/index.ts'
