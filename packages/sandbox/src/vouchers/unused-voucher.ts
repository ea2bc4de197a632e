/** What a voucher looks like that nobody has used. */
export const unusedVoucher = {
  usedAt: null,
  reopenedAt: null,
  usedStoreCode: null,
  usedPosCode: null,
  redeemRefId: null,
  merchantReferenceId: null,
  merchantStaffId: null,
} as const
