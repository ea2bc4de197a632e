import type { UnlinkWalletRequest } from './unlink-wallet.ts'

/** The customer leaves. */
export const unlinkWalletExample: UnlinkWalletRequest = {
  partner_code: 'EDGE',
  user_token: 'token-of-the-linked-wallet',
}
