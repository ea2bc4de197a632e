import type { RevokeVouchersRequest } from './revoke-vouchers.ts'

/** The voucher of an order that was cancelled. */
export const revokeVouchersExample: RevokeVouchersRequest = { serials: ['EV-AMOUNT-1'] }
