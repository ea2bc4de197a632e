import type { CreateOnlineTransactionRequest } from './create-online-transaction.ts'

/** A book, paid from a linked wallet. */
export const createOnlineTransactionExample: CreateOnlineTransactionRequest = {
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
}
