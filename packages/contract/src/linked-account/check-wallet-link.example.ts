import type { CheckWalletLinkRequest } from './check-wallet-link.ts'

/** The link of a customer. */
export const checkWalletLinkExample: CheckWalletLinkRequest = {
  partner_code: 'EDGE',
  link_reference_id: 'LINK-1',
  partner_user_id: 'customer-1',
  callback_url: 'https://shop.example/links/1',
}
