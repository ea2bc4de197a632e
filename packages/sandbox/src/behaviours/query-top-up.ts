import { queryTopUp as endpoint } from '@merchant-edge/contract'
import { requireStore } from '../merchants/require-store.ts'
import { findTopUp } from '../top-ups/top-ups.ts'
import { accept, behaviour } from './behaviour.ts'

/** Says how a top-up of the merchant ended; nothing when there is none. */
export const queryTopUp = behaviour(endpoint, {
  feature: 'top-up',
  async answer({ sandbox, caller, request }) {
    const merchantCode = caller.merchant.code
    const { store_code, pos_code, txn_id } = request
    await requireStore(sandbox, { merchantCode, storeCode: store_code, posCode: pos_code }, 4030302)
    const topUp = await findTopUp(sandbox.database, merchantCode, txn_id)
    return accept(200, topUp && { type: 'TXN_EARN', status: topUp.status })
  },
})
