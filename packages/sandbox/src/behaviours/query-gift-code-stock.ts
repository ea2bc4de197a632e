import { queryGiftCodeStock as endpoint } from '@merchant-edge/contract'
import { stockOf } from '../gift-codes/gift-code-stock.ts'
import { requireStore } from '../merchants/require-store.ts'
import { accept, behaviour } from './behaviour.ts'

/** Says how many gift codes of each face value are in stock. */
export const queryGiftCodeStock = behaviour(endpoint, {
  feature: 'gift-code',
  async answer({ sandbox, caller, request }) {
    const { store_code, pos_code, card_type } = request
    const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
    await requireStore(sandbox, place, 4040201)
    return accept(200, [...(await stockOf(sandbox, card_type))])
  },
})
