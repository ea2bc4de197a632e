import { checkGiftCode as endpoint } from '@merchant-edge/contract'
import { findSoldCode } from '../gift-codes/gift-code-stock.ts'
import { requireStore } from '../merchants/require-store.ts'
import { accept, behaviour } from './behaviour.ts'

/** Says whether a gift code of the merchant has been used; nothing when it has no such code. */
export const checkGiftCode = behaviour(endpoint, {
  feature: 'gift-code',
  noData: {},
  async answer({ sandbox, caller, request }) {
    const merchantCode = caller.merchant.code
    const { store_code, pos_code, serial } = request
    await requireStore(sandbox, { merchantCode, storeCode: store_code, posCode: pos_code }, 4040201)
    const found = await findSoldCode(sandbox.database, merchantCode, serial)
    return accept(200, found && { status: found.status, expire_date: found.expireDate })
  },
})
