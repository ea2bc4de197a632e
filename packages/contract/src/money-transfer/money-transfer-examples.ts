import type { TransferMoneyRequest } from './transfer-money.ts'

/** A request of every call of Specification 4.4. */
export const moneyTransferExamples = {
  /** A prize goes to a customer's wallet. */
  transferMoney: {
    amount: '50000',
    currency: 'VND',
    description: 'Thưởng khách hàng thân thiết',
    receiver_phone_number: '0900000001',
    merchant_account_id: 'EDGE-ACCOUNT-1',
    merchant_transaction_id: 'T-0001',
  },
} satisfies {
  transferMoney: TransferMoneyRequest
}
