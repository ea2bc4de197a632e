import { endpoints } from '@merchant-edge/contract'
import * as limits from '@merchant-edge/contract/limits'
import { RefusalError } from '../requests/refusal-error.ts'
import { transferMoney } from './transfer-money.ts'
import { accept, handler } from '../serving/handler.ts'

function isTransferId(id: unknown): boolean {
  if (typeof id !== 'string' || id === '') return false
  return (
    limits.hasAtMostCharacters(id, limits.merchantTransactionIdChars) && !/[\p{Cc}\p{Cs}]/u.test(id)
  )
}

/** The two malformed transfers that have a code of their own. */
function checkFields(fields: Readonly<Record<string, unknown>>): void {
  const id = fields['merchant_transaction_id']
  if (id !== undefined && !isTransferId(id)) {
    throw new RefusalError(
      4000502,
      `merchant_transaction_id: must be 1 to ${limits.merchantTransactionIdChars} characters without control characters`,
    )
  }
  const { currency } = fields
  if (currency !== undefined && currency !== 'VND') {
    throw new RefusalError(4000513, 'currency: must be VND')
  }
}

/** Handlers of transfers (4.4). */
export const transferHandlers = {
  /** Transfers money from the merchant's account to the wallet that has a phone number. */
  transferMoney: handler(endpoints.transferMoney, {
    feature: 'transfer',
    checkFields,
    async answer({ sandbox, caller, request }) {
      const transfer = await transferMoney(sandbox, caller.merchant.code, {
        merchantTransactionId: request.merchant_transaction_id,
        merchantAccountId: request.merchant_account_id,
        receiverPhone: request.receiver_phone_number,
        amountVnd: Number(request.amount),
        description: request.description ?? '',
      })
      return accept(200, {
        transaction_id: transfer.transactionId,
        merchant_transaction_id: transfer.merchantTransactionId,
        post_balance: transfer.postBalanceVnd,
      })
    },
  }),
}
