import { revokeVouchers as endpoint } from '@merchant-edge/contract'
import { revokeVouchers as revoke } from '../vouchers/revoke-vouchers.ts'
import { accept, behaviour } from './behaviour.ts'

/** Revokes vouchers. */
export const revokeVouchers = behaviour(endpoint, {
  feature: 'e-voucher',
  unlicensedCode: 4040901,
  async answer({ sandbox, caller, request }) {
    await revoke(sandbox, caller.merchant.code, request.serials)
    return accept(200, undefined)
  },
})
