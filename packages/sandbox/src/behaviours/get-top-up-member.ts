import { getTopUpMember as endpoint } from '@merchant-edge/contract'
import { findMember } from '../members/members.ts'
import { requireStore } from '../merchants/require-store.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, behaviour } from './behaviour.ts'
import { topUpMemberOf } from './top-up-member-of.ts'

/**
 * Looks up the member who has a phone number, whatever the state of card and account: the answer says
 * it. Assumes G-41.
 */
export const getTopUpMember = behaviour(endpoint, {
  feature: 'top-up',
  async answer({ sandbox, caller, request }) {
    const { store_code, pos_code, phone_number } = request
    const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
    await requireStore(sandbox, place, 4030302)
    const member = await findMember(sandbox.database, { phone: phone_number })
    if (member === undefined) throw new RefusalError(4000315, 'phone_number: no member has it')
    return accept(200, topUpMemberOf(member))
  },
})
