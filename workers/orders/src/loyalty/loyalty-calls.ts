import {
  checkGiftCode,
  getMembership,
  getTopUpMember,
  markVoucherUsed,
  orderGiftCodes,
  queryGiftCodeOrder,
  queryGiftCodeStock,
  queryTopUp,
  revokeVouchers,
  topUpPoints,
  verifyVoucher,
  type AnyEndpoint,
} from '@merchant-edge/contract'

/** Fields that are filled from the settings. */
export type SettledField = 'merchant_code' | 'business_code' | 'program_code'

/** A call that the shop's backend may make in the merchant's name. */
export interface LoyaltyCall {
  readonly endpoint: AnyEndpoint
  /** Fields that are taken from the settings when the request leaves them out. */
  readonly settled: readonly SettledField[]
  /** Whether it needs a store and terminal: those of the request, or the default ones. */
  readonly atStore: boolean
}

/** Calls that are not about an order: members, points, gift codes and vouchers. */
export const loyaltyCalls: readonly LoyaltyCall[] = [
  { endpoint: getMembership, settled: ['business_code', 'program_code'], atStore: false },
  { endpoint: getTopUpMember, settled: [], atStore: true },
  { endpoint: topUpPoints, settled: [], atStore: true },
  { endpoint: queryTopUp, settled: [], atStore: true },
  { endpoint: queryGiftCodeStock, settled: [], atStore: true },
  { endpoint: orderGiftCodes, settled: [], atStore: true },
  { endpoint: checkGiftCode, settled: [], atStore: true },
  { endpoint: queryGiftCodeOrder, settled: [], atStore: true },
  { endpoint: verifyVoucher, settled: [], atStore: true },
  { endpoint: markVoucherUsed, settled: ['merchant_code'], atStore: true },
  { endpoint: revokeVouchers, settled: [], atStore: false },
]
