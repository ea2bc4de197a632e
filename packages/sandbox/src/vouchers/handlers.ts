import { endpoints } from '@merchant-edge/contract'
import { requireStore } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, handler } from '../serving/handler.ts'
import { markVoucherUsed, usableVoucher } from './use-voucher.ts'
import { revokeVouchers } from './revoke-vouchers.ts'

/** The value of the order, if the partner's order data contain one. Assumes G-60. */
function orderVndOf(orderInfo: Readonly<Record<string, unknown>>): number | undefined {
  const value = orderInfo['order_amount'] ?? orderInfo['amount']
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** Handlers of vouchers (4.10). */
export const voucherHandlers = {
  /** Asks whether a voucher may be used, and for what; instants are unix seconds. Assumes G-64. */
  verifyVoucher: handler(endpoints.verifyVoucher, {
    feature: 'e-voucher',
    unlicensedCode: 4040901,
    async answer({ sandbox, caller, request }) {
      const { store_code: storeCode, pos_code: posCode, serial_number: serial } = request
      const merchantCode = caller.merchant.code
      await requireStore(sandbox, { merchantCode, storeCode, posCode }, 4040201)
      const orderVnd = orderVndOf(request.order_info)
      const voucher = await usableVoucher(sandbox, { merchantCode, storeCode, serial, orderVnd })
      return accept(200, {
        available_from: voucher.availableFrom,
        available_to: voucher.availableTo,
        min_order_value: voucher.minOrderVnd,
        discount_value: voucher.discountValue,
        discount_type: voucher.discountType,
        apply_in_holiday: voucher.applyInHoliday,
        merchant_voucher_code: voucher.merchantVoucherCode,
      })
    },
  }),
  /** Marks a voucher as used; `merchant_code` must be that of the API key's merchant. */
  markVoucherUsed: handler(endpoints.markVoucherUsed, {
    feature: 'e-voucher',
    unlicensedCode: 4040901,
    async answer({ sandbox, caller, request }) {
      const { store_code: storeCode, pos_code: posCode } = request
      const merchantCode = caller.merchant.code
      if (request.merchant_code !== merchantCode) {
        throw new RefusalError(4040201, `merchant_code: the API key belongs to ${merchantCode}`)
      }
      await markVoucherUsed(sandbox, {
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
  }),
  /** Revokes 1 to 100 vouchers of the merchant, all of them or none. */
  revokeVouchers: handler(endpoints.revokeVouchers, {
    feature: 'e-voucher',
    unlicensedCode: 4040901,
    async answer({ sandbox, caller, request }) {
      await revokeVouchers(sandbox, caller.merchant.code, request.serials)
      return accept(200, undefined)
    },
  }),
}
