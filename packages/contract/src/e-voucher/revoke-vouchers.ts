import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { OpenId } from '../fields/ids.ts'
import { NoData } from '../fields/received.ts'
import { voucherRefusals, type VoucherRefusals } from './voucher-refusals.ts'

const request = v.object({
  /** Serials of the vouchers, one or more. */
  serials: v.pipe(
    v.array(OpenId, 'must be a list of serials'),
    v.minLength(1, 'must name a serial at least'),
  ),
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `revokeVouchers`. */
export interface RevokeVouchersRequest extends RequestFields {}
/** Data of an accepted `revokeVouchers`, by success code. */
export interface RevokeVouchersSuccess {
  200: undefined
}

/**
 * Revokes one or more vouchers by their serials; the answer has no data.
 *
 * @see Specification 4.10
 */
export const revokeVouchers: Endpoint<
  RevokeVouchersRequest,
  RevokeVouchersSuccess,
  VoucherRefusals
> = {
  name: 'revokeVouchers',
  section: '4.10',
  summary: 'Revokes vouchers.',
  method: 'POST',
  path: '/merchant-integration/v1/e-voucher/refund',
  effect: 'write',
  businessId: 'serials',
  settledBy: 'Repeat it with the same serials.',
  gaps: ['G-12', 'G-13', 'G-133', 'G-142', 'G-149'],
  request,
  success: { 200: NoData },
  refusals: voucherRefusals,
}
