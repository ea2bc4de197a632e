export {
  checkWalletLink,
  type LinkedWallet,
  type CheckWalletLinkRequest,
  type CheckWalletLinkSuccess,
  type CheckWalletLinkRefusals,
} from './check-wallet-link.ts'
export {
  confirmOnlineTransaction,
  type ConfirmOnlineTransactionRequest,
  type ConfirmOnlineTransactionSuccess,
  type ConfirmOnlineTransactionRefusals,
} from './confirm-online-transaction.ts'
export {
  confirmOrder,
  type ConfirmedOrder,
  type ConfirmOrderRequest,
  type ConfirmOrderSuccess,
  type ConfirmOrderRefusals,
} from './confirm-order.ts'
export {
  createOnlineTransaction,
  type CreatedOnlineTransaction,
  type CreateOnlineTransactionRequest,
  type CreateOnlineTransactionSuccess,
  type CreateOnlineTransactionRefusals,
} from './create-online-transaction.ts'
export {
  linkWallet,
  type WalletLink,
  type LinkWalletRequest,
  type LinkWalletSuccess,
  type LinkWalletRefusals,
} from './link-wallet.ts'
export type { OnlineTransaction } from './online-transaction.ts'
export {
  unlinkWallet,
  type UnlinkWalletRequest,
  type UnlinkWalletSuccess,
  type UnlinkWalletRefusals,
} from './unlink-wallet.ts'
