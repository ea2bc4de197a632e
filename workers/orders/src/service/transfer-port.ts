import { call, type Client } from '@merchant-edge/client'
import { transferMoney } from '@merchant-edge/contract'
import type { TransferPort } from '@merchant-edge/orders/service'
import { toPortAnswer } from './to-port-answer.ts'
import type { OrdersSettings } from '../settings/settings-schema.ts'
import { withSettings } from './with-settings.ts'

/**
 * Without limits no transfer is sent, because a leaked secret of the shop could empty the account.
 */
const needed = ['MERCHANT_ACCOUNT_ID', 'TRANSFER_LIMIT_VND', 'TRANSFER_DAY_LIMIT_VND'] as const

/** The call that transfers money, made with the client. @see Specification 4.4 */
export function transferPort(client: Client, settings: OrdersSettings): TransferPort {
  return {
    transferMoney: ({ reference, amountVnd, receiverPhone, description }) =>
      withSettings(settings, needed, ({ MERCHANT_ACCOUNT_ID }) =>
        toPortAnswer(
          () =>
            call(client, transferMoney, {
              amount: `${amountVnd}`,
              currency: 'VND',
              ...(description !== '' && { description }),
              receiver_phone_number: receiverPhone,
              merchant_account_id: MERCHANT_ACCOUNT_ID,
              merchant_transaction_id: reference,
            }),
          ({ data: { transaction_id, merchant_transaction_id, post_balance } }) => ({
            ...(typeof transaction_id === 'string' && { transactionId: transaction_id }),
            ...(typeof merchant_transaction_id === 'string' && {
              reference: merchant_transaction_id,
            }),
            ...(typeof post_balance === 'number' && { postBalanceVnd: post_balance }),
          }),
        ),
      ),
  }
}
