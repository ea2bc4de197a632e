import { confirmOrder as endpoint } from '@merchant-edge/contract'
import { settlePurchase } from '../online-transactions/settle-purchase.ts'
import { accept } from './behaviour.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'

/** Takes the money that a purchase holds, or gives it back. */
export const confirmOrder = bodySignedBehaviour(endpoint, {
  async answer({ sandbox, caller, request }) {
    const purchase = await settlePurchase(sandbox, {
      merchantCode: caller.merchant.code,
      invoiceNo: request.invoice_no,
      wanted: request.order_status,
    })
    return accept(200, { transaction_status: purchase.status })
  },
})
