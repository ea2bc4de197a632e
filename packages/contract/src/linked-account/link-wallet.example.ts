import type { LinkWalletRequest } from './link-wallet.ts'

/** A customer of the shop. */
export const linkWalletExample: LinkWalletRequest = {
  callback_url: 'https://shop.example/links/1',
  partner_type: 'MERCHANT',
  partner_code: 'EDGE',
  partner_user_id: 'customer-1',
}
