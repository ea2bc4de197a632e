import type { Database, Statement } from '../database/database.ts'
import { vouchers } from './tables.ts'
import { type VoucherRow, unusedVoucher } from './vouchers.ts'
import { seedMerchant, seedStores, seedOtherMerchant } from '../seed-data.ts'

const daySeconds = 24 * 60 * 60

/**
 * Vouchers of a fresh sandbox: an amount, a percentage with a minimum order, an expired one, a used
 * one, one that is not valid on public holidays, one of another merchant.
 *
 * @param at now, in unix seconds
 */
function seedVouchers(at: number): readonly VoucherRow[] {
  const usual: Omit<VoucherRow, 'serial' | 'merchantVoucherCode'> = {
    ...unusedVoucher,
    merchantCode: seedMerchant.code,
    availableFrom: at - 30 * daySeconds,
    availableTo: at + 365 * daySeconds,
    minOrderVnd: 0,
    discountType: 'amount',
    discountValue: 50_000,
    applyInHoliday: true,
    storeCode: null,
    status: 'active',
  }
  const percent = { discountType: 'percent', discountValue: 10, minOrderVnd: 200_000 } as const
  return [
    { ...usual, serial: 'EV-AMOUNT-1', merchantVoucherCode: 'BOOKS-50K' },
    { ...usual, ...percent, serial: 'EV-PERCENT-1', merchantVoucherCode: 'BOOKS-10' },
    {
      ...usual,
      serial: 'EV-EXPIRED-1',
      merchantVoucherCode: 'BOOKS-50K',
      availableTo: at - daySeconds,
    },
    {
      ...usual,
      serial: 'EV-USED-1',
      merchantVoucherCode: 'BOOKS-50K',
      status: 'used',
      usedAt: at - daySeconds,
      usedStoreCode: seedStores[0]?.code ?? null,
      usedPosCode: seedStores[0]?.terminals[0]?.posCode ?? null,
      redeemRefId: 'SEED-REDEEM-1',
      merchantReferenceId: 'SEED-ORDER-1',
      merchantStaffId: '1',
    },
    {
      ...usual,
      ...percent,
      serial: 'EV-WORKDAY-1',
      merchantVoucherCode: 'BOOKS-WORKDAY',
      minOrderVnd: 0,
      applyInHoliday: false,
    },
    {
      ...usual,
      serial: 'EV-OTHER-1',
      merchantVoucherCode: 'OTHER-50K',
      merchantCode: seedOtherMerchant.code,
    },
  ]
}

/** Statements that issue the vouchers of a fresh sandbox. */
export function voucherStatements(database: Database, at: number): readonly Statement[] {
  return seedVouchers(at).map((voucher) => database.insert(vouchers).values(voucher))
}
