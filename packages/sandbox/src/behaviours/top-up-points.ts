import { topUpPoints as endpoint } from '@merchant-edge/contract'
import { RefusalError } from '../requests/refusal-error.ts'
import { checkReceiptPoints } from '../top-ups/check-receipt-points.ts'
import { receiptOf } from '../top-ups/receipt-of.ts'
import { topUpPoints as give } from '../top-ups/top-up-points.ts'
import { accept, behaviour } from './behaviour.ts'

/**
 * Gives points to the member who has a phone number. What the loyalty system does not take has no code
 * in this form: it is answered 5000001 and stands as ERROR. Assumes G-42.
 */
export const topUpPoints = behaviour(endpoint, {
  feature: 'top-up',
  checkFields: checkReceiptPoints,
  async answer({ sandbox, caller, request }) {
    const outcome = await give(sandbox, {
      merchantCode: caller.merchant.code,
      storeCode: request.store_code,
      posCode: request.pos_code,
      txnId: request.txn_id,
      memberIds: { phone: request.phone_number },
      points: request.point_amount,
      orderId: request.order_id,
      receipt: receiptOf(request),
      sendsSms: true,
    })
    if (outcome.outcome === 'failed') throw new RefusalError(5000001, outcome.message)
    return accept(200, undefined)
  },
})
