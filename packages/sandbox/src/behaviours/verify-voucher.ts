import { verifyVoucher as endpoint } from '@merchant-edge/contract'
import { requireStore } from '../merchants/require-store.ts'
import { usableVoucher } from '../vouchers/usable-voucher.ts'
import { accept, behaviour } from './behaviour.ts'

/** The value of the order, where the partner's own data of it name one. Assumes G-60. */
function orderVndOf(orderInfo: Readonly<Record<string, unknown>>): number | undefined {
  const value = orderInfo['order_amount'] ?? orderInfo['amount']
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** Asks whether a voucher may be used, and for what; instants are unix seconds. Assumes G-64. */
export const verifyVoucher = behaviour(endpoint, {
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
})
