import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { OpenObject } from '../fields/open-object.ts'
import { NoData } from '../fields/received.ts'
import { StaffId } from './staff-id.ts'
import { voucherRefusals, type VoucherRefusals } from './voucher-refusals.ts'

const request = v.object({
  /** Code of the store where the customer used the voucher. */
  store_code: IssuedCode,
  /** POS code of the terminal where the customer used the voucher. */
  pos_code: IssuedCode,
  /** Serial of the voucher: its ticket, code or serial number. */
  serial_number: OpenId,
  /** The merchant's own reference of this use. */
  redeem_ref_id: OpenId,
  /**
   * The merchant's id of the staff member who accepted the voucher; typed as a number. Assumes
   * G-135.
   */
  merchant_staff_id: StaffId,
  /** Extra information as a JSON object. */
  extra_data: v.optional(OpenObject),
  /** Code of the merchant, issued by the service. */
  merchant_code: IssuedCode,
  /** The merchant's own code of the voucher, as verify answered it. */
  merchant_voucher_code: OpenId,
  /** The merchant's own id of the order. */
  merchant_reference_id: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `markVoucherUsed`. */
export interface MarkVoucherUsedRequest extends RequestFields {}
/** Data of an accepted `markVoucherUsed`, by success code. */
export interface MarkVoucherUsedSuccess {
  200: undefined
}

/**
 * Records that a store has accepted a voucher, under the merchant's own reference of this use; the
 * answer has no data.
 *
 * @see Specification 4.10
 */
export const markVoucherUsed: Endpoint<
  MarkVoucherUsedRequest,
  MarkVoucherUsedSuccess,
  VoucherRefusals
> = {
  name: 'markVoucherUsed',
  section: '4.10',
  summary: 'Marks a voucher as used.',
  method: 'POST',
  path: '/merchant-integration/v1/e-voucher/mark-used',
  effect: 'write',
  businessId: 'redeem_ref_id',
  settledBy: 'Ask verifyVoucher: a voucher that was used is refused.',
  gaps: ['G-12', 'G-13', 'G-16', 'G-133', 'G-135', 'G-142'],
  request,
  success: { 200: NoData },
  refusals: voucherRefusals,
}
