import type { VerifyVoucherRequest } from './verify-voucher.ts'

/** A voucher at the counter. */
export const verifyVoucherExample: VerifyVoucherRequest = {
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  serial_number: 'EV-AMOUNT-1',
  order_info: { order_id: 'A-0001', amount: 250_000 },
  merchant_staff_id: 'staff-09',
}
