import { markVoucherUsed as endpoint } from '@merchant-edge/contract'
import { requireStore } from '../merchants/require-store.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { markVoucherUsed as markUsed } from '../vouchers/mark-voucher-used.ts'
import { accept, behaviour } from './behaviour.ts'

/** Marks a voucher as used. */
export const markVoucherUsed = behaviour(endpoint, {
  feature: 'e-voucher',
  unlicensedCode: 4040901,
  async answer({ sandbox, caller, request }) {
    const { store_code: storeCode, pos_code: posCode } = request
    const merchantCode = caller.merchant.code
    if (request.merchant_code !== merchantCode) {
      throw new RefusalError(4040201, `merchant_code: the API key belongs to ${merchantCode}`)
    }
    await requireStore(sandbox, { merchantCode, storeCode, posCode }, 4040201)
    await markUsed(sandbox, {
      merchantCode,
      storeCode,
      posCode,
      serial: request.serial_number,
      merchantVoucherCode: request.merchant_voucher_code,
      redeemRefId: request.redeem_ref_id,
      merchantReferenceId: request.merchant_reference_id,
      merchantStaffId: String(request.merchant_staff_id),
    })
    return accept(200, undefined)
  },
})
