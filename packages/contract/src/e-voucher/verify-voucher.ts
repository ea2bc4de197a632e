import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { OpenObject } from '../fields/open-object.ts'
import { StaffId } from './staff-id.ts'
import { voucherRefusals, type VoucherRefusals } from './voucher-refusals.ts'

const numeric = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^\d{1,16}(\.\d+)?$/), v.transform(Number)),
])

const voucher = v.object({
  /** Start of the validity of the voucher, as written by the service. Assumes G-64. */
  available_from: v.optional(v.nullable(numeric)),
  /** End of the validity of the voucher, as written by the service. Assumes G-64. */
  available_to: v.optional(v.nullable(numeric)),
  /** Minimum value of an order for which the voucher is valid, in VND. */
  min_order_value: v.optional(v.nullable(numeric)),
  /** The discount, in VND or per cent, as `discount_type` says. */
  discount_value: numeric,
  /** `percent` or `amount`. */
  discount_type: v.string(),
  /** Whether the voucher may be used on holidays. */
  apply_in_holiday: v.optional(v.nullable(v.boolean())),
  /** The merchant's own code of the voucher; mark-used requires it. */
  merchant_voucher_code: v.optional(v.nullable(v.string())),
})

type VoucherFields = v.InferOutput<typeof voucher>
/** Discount and conditions of a voucher. @see Specification 2.12 */
export interface Voucher extends VoucherFields {}

const request = v.object({
  /** Code of the store where the customer uses the voucher. */
  store_code: IssuedCode,
  /** POS code of the terminal where the customer uses the voucher. */
  pos_code: IssuedCode,
  /** Serial of the voucher: its ticket, code or serial number. */
  serial_number: OpenId,
  /** The merchant's own data of the order, a JSON object. */
  order_info: OpenObject,
  /** The merchant's id of the staff member who checks the voucher. */
  merchant_staff_id: StaffId,
  /** Extra information as a JSON object. */
  extra_data: v.optional(OpenObject),
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `verifyVoucher`. */
export interface VerifyVoucherRequest extends RequestFields {}
/** Data of an accepted `verifyVoucher`, by success code. */
export interface VerifyVoucherSuccess {
  200: Voucher
}

/** Checks whether a voucher may be used, and returns its discount. */
export const verifyVoucher: Endpoint<VerifyVoucherRequest, VerifyVoucherSuccess, VoucherRefusals> =
  {
    name: 'verifyVoucher',
    section: '4.10',
    summary: 'Checks whether a voucher may be used, and returns its discount.',
    method: 'POST',
    path: '/merchant-integration/v1/e-voucher/verify',
    effect: 'read',
    gaps: ['G-12', 'G-13', 'G-15', 'G-16', 'G-64', 'G-133', 'G-135', 'G-142'],
    request,
    success: { 200: voucher },
    refusals: voucherRefusals,
  }
