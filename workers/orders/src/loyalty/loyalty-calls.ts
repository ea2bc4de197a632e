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

/** Fields that the merchant's settings fill in. */
export type SettledField =
  | 'store_code'
  | 'pos_code'
  | 'merchant_code'
  | 'business_code'
  | 'program_code'

/** A call that the shop's backend may have made in the merchant's name. */
export interface LoyaltyCall {
  readonly endpoint: AnyEndpoint
  /** Fields that are taken from the settings when the request leaves them out. */
  readonly settled: readonly SettledField[]
}

const place = ['store_code', 'pos_code'] as const

/** Calls without money of an order: members, points, gift codes and vouchers. */
export const loyaltyCalls: readonly LoyaltyCall[] = [
  { endpoint: getMembership, settled: ['business_code', 'program_code'] },
  { endpoint: getTopUpMember, settled: place },
  { endpoint: topUpPoints, settled: place },
  { endpoint: queryTopUp, settled: place },
  { endpoint: queryGiftCodeStock, settled: place },
  { endpoint: orderGiftCodes, settled: place },
  { endpoint: checkGiftCode, settled: place },
  { endpoint: queryGiftCodeOrder, settled: place },
  { endpoint: verifyVoucher, settled: place },
  { endpoint: markVoucherUsed, settled: [...place, 'merchant_code'] },
  { endpoint: revokeVouchers, settled: [] },
]
