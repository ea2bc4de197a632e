export {
  markVoucherUsed,
  type MarkVoucherUsedRequest,
  type MarkVoucherUsedSuccess,
} from './mark-voucher-used.ts'
export {
  revokeVouchers,
  type RevokeVouchersRequest,
  type RevokeVouchersSuccess,
} from './revoke-vouchers.ts'
export {
  verifyVoucher,
  type Voucher,
  type VerifyVoucherRequest,
  type VerifyVoucherSuccess,
} from './verify-voucher.ts'
export type { VoucherRefusals } from './voucher-refusals.ts'
