import type { CheckWalletLinkRequest } from './check-wallet-link.ts'
import type { ConfirmOnlineTransactionRequest } from './confirm-online-transaction.ts'
import type { ConfirmOrderRequest } from './confirm-order.ts'
import type { CreateOnlineTransactionRequest } from './create-online-transaction.ts'
import type { LinkWalletRequest } from './link-wallet.ts'
import type { UnlinkWalletRequest } from './unlink-wallet.ts'

/** A request of every call of Specification 4.11. */
export const linkedAccountExamples = {
  /** A customer of the shop. */
  linkWallet: {
    callback_url: 'https://shop.example/links/1',
    partner_type: 'MERCHANT',
    partner_code: 'EDGE',
    partner_user_id: 'customer-1',
  },
  /** The link of a customer. */
  checkWalletLink: {
    partner_code: 'EDGE',
    link_reference_id: 'LINK-1',
    partner_user_id: 'customer-1',
    callback_url: 'https://shop.example/links/1',
  },
  /** A book, paid from a linked wallet. */
  createOnlineTransaction: {
    holding_enabled: false,
    invoice_no: 'A-0001',
    currency: 'VND',
    amount: '50000',
    bill_amount: '50000',
    order_created_at: 1_790_000_000,
    transaction_reference_number: 'L-0001',
    description: 'Sách',
    terminal_id: 'EDGE-POS-1',
    merchant_id: 'EDGE-STORE-1',
    merchant_code: 'EDGE',
    partner_code: 'EDGE',
    user_token: 'token-of-the-linked-wallet',
  },
  /** The customer typed the code. */
  confirmOnlineTransaction: {
    otp: '123456',
    transaction_reference_number: 'L-0001',
    transaction_id: 'TXN-1',
    partner_code: 'EDGE',
    user_token: 'token-of-the-linked-wallet',
  },
  /** The order was fulfilled. */
  confirmOrder: {
    order_status: 'SUCCESS',
    partner_code: 'EDGE',
    invoice_no: 'A-0001',
  },
  /** The customer leaves. */
  unlinkWallet: {
    partner_code: 'EDGE',
    user_token: 'token-of-the-linked-wallet',
  },
} satisfies {
  linkWallet: LinkWalletRequest
  checkWalletLink: CheckWalletLinkRequest
  createOnlineTransaction: CreateOnlineTransactionRequest
  confirmOnlineTransaction: ConfirmOnlineTransactionRequest
  confirmOrder: ConfirmOrderRequest
  unlinkWallet: UnlinkWalletRequest
}
