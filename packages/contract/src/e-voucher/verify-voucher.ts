import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId, UnrestrictedId } from '../fields/ids.ts'
import { voucherRefusals, type VoucherRefusals } from './voucher-refusals.ts'

const numeric = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^\d{1,16}(\.\d+)?$/), v.transform(Number)),
])

const voucher = v.object({
  /** From when on the voucher may be used, as the service writes it. Assumes G-07. */
  available_from: v.optional(v.nullable(numeric)),
  /** Until when the voucher may be used, as the service writes it. Assumes G-07. */
  available_to: v.optional(v.nullable(numeric)),
  /** Lowest value of an order that takes the voucher, in VND. */
  min_order_value: v.optional(v.nullable(numeric)),
  /** What is taken off: VND or per cent, as `discount_type` says. */
  discount_value: numeric,
  /** `percent` or `amount`. */
  discount_type: v.string(),
  /** Whether the voucher may be used on holidays. */
  apply_in_holiday: v.optional(v.nullable(v.boolean())),
  /** The merchant's own code of the voucher; mark-used asks for it. */
  merchant_voucher_code: v.optional(v.nullable(v.string())),
})

type VoucherFields = v.InferOutput<typeof voucher>
/** What a voucher is good for. @see Specification 2.12 */
export interface Voucher extends VoucherFields {}

const request = v.object({
  /** Code of the store where the customer uses the voucher. */
  store_code: IssuedCode,
  /** POS code of the terminal. */
  pos_code: IssuedCode,
  /** Serial of the voucher: its ticket, code or serial number. */
  serial_number: OpenId,
  /** The merchant's own data of the order, a JSON object. */
  order_info: v.record(v.string(), v.unknown(), 'must be an object'),
  /** The merchant's id of the person who asks. */
  merchant_staff_id: UnrestrictedId,
  /** Extra information as a JSON object. */
  extra_data: v.optional(v.record(v.string(), v.unknown(), 'must be an object')),
})

type RequestFields = v.InferOutput<typeof request>
/** Which voucher is presented, and where. */
export interface VerifyVoucherRequest extends RequestFields {}
export interface VerifyVoucherSuccess {
  200: Voucher
}

/** Asks whether a voucher may be used, and for what. */
export const verifyVoucher: Endpoint<VerifyVoucherRequest, VerifyVoucherSuccess, VoucherRefusals> =
  {
    name: 'verifyVoucher',
    section: '4.10',
    summary: 'Asks whether a voucher may be used, and for what.',
    method: 'POST',
    path: '/merchant-integration/v1/e-voucher/verify',
    effect: 'read',
    gaps: ['G-12', 'G-13', 'G-15', 'G-16'],
    request,
    success: { 200: voucher },
    refusals: voucherRefusals,
  }
