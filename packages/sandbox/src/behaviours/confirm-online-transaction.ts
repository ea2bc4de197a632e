import { confirmOnlineTransaction as endpoint } from '@merchant-edge/contract'
import { confirmPurchase } from '../online-transactions/confirm-purchase.ts'
import { accept } from './behaviour.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'
import { onlineTransactionFields } from './online-transaction-fields.ts'

/** Confirms a purchase with the customer's one-time code. */
export const confirmOnlineTransaction = bodySignedBehaviour(endpoint, {
  async answer({ sandbox, caller, request }) {
    const purchase = await confirmPurchase(sandbox, {
      merchantCode: caller.merchant.code,
      userToken: request.user_token,
      transactionId: request.transaction_id,
      transactionReferenceNumber: request.transaction_reference_number,
      otp: request.otp,
    })
    return accept(200, onlineTransactionFields(purchase))
  },
})
