import type { TransferMoneyRequest } from './transfer-money.ts'

/** A prize goes to a customer's wallet. */
export const transferMoneyExample: TransferMoneyRequest = {
  amount: '50000',
  currency: 'VND',
  description: 'Thưởng khách hàng thân thiết',
  receiver_phone_number: '0900000001',
  merchant_account_id: 'EDGE-ACCOUNT-1',
  merchant_transaction_id: 'T-0001',
}
