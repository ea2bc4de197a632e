import type { MarkVoucherUsedRequest } from './mark-voucher-used.ts'
import type { RevokeVouchersRequest } from './revoke-vouchers.ts'
import type { VerifyVoucherRequest } from './verify-voucher.ts'

/** A request of every call of Specification 4.10. */
export const eVoucherExamples = {
  /** A voucher at the counter. */
  verifyVoucher: {
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    serial_number: 'EV-AMOUNT-1',
    order_info: { order_id: 'A-0001', amount: 250_000 },
    merchant_staff_id: 'staff-09',
  },
  /** The voucher of an order. */
  markVoucherUsed: {
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    serial_number: 'EV-AMOUNT-1',
    redeem_ref_id: 'V-0001',
    merchant_staff_id: 9,
    merchant_code: 'EDGE',
    merchant_voucher_code: 'BOOKS-50K',
    merchant_reference_id: 'A-0001',
  },
  /** The voucher of an order that was cancelled. */
  revokeVouchers: { serials: ['EV-AMOUNT-1'] },
} satisfies {
  verifyVoucher: VerifyVoucherRequest
  markVoucherUsed: MarkVoucherUsedRequest
  revokeVouchers: RevokeVouchersRequest
}
