import type { MarkVoucherUsedRequest } from './mark-voucher-used.ts'

/** The voucher of an order. */
export const markVoucherUsedExample: MarkVoucherUsedRequest = {
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
  serial_number: 'EV-AMOUNT-1',
  redeem_ref_id: 'V-0001',
  merchant_staff_id: 9,
  merchant_code: 'EDGE',
  merchant_voucher_code: 'BOOKS-50K',
  merchant_reference_id: 'A-0001',
}
