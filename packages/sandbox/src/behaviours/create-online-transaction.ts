import { createOnlineTransaction as endpoint } from '@merchant-edge/contract'
import { makePurchase } from '../online-transactions/make-purchase.ts'
import { purchaseAmounts } from '../online-transactions/purchase-amounts.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept } from './behaviour.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'
import { onlineTransactionFields } from './online-transaction-fields.ts'

/** `verification_methods`: nothing more is needed, or the customer's one-time code. */
const verification = { none: 0, oneTimeCode: 2 } as const

/** Buys from a linked wallet; from the threshold of the rules on with a one-time code. */
export const createOnlineTransaction = bodySignedBehaviour(endpoint, {
  async answer({ sandbox, caller, request }) {
    const merchantCode = caller.merchant.code
    if (request.merchant_code !== merchantCode) {
      throw new RefusalError(4040201, `merchant_code: yours is ${merchantCode}`)
    }
    const purchase = await makePurchase(sandbox, {
      ...purchaseAmounts(request, sandbox.settings.rules.pointValueVnd),
      merchantCode,
      userToken: request.user_token,
      invoiceNo: request.invoice_no,
      transactionReferenceNumber: request.transaction_reference_number,
      storeCode: request.merchant_id,
      posCode: request.terminal_id,
      description: request.description ?? '',
      isHoldingEnabled: request.holding_enabled,
    })
    const { none, oneTimeCode } = verification
    return accept(200, {
      ...onlineTransactionFields(purchase),
      verification_methods: purchase.status === 'PROCESSING' ? oneTimeCode : none,
    })
  },
})
