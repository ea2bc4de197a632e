import type { ConfirmOnlineTransactionRequest } from './confirm-online-transaction.ts'

/** The customer typed the code. */
export const confirmOnlineTransactionExample: ConfirmOnlineTransactionRequest = {
  otp: '123456',
  transaction_reference_number: 'L-0001',
  transaction_id: 'TXN-1',
  partner_code: 'EDGE',
  user_token: 'token-of-the-linked-wallet',
}
