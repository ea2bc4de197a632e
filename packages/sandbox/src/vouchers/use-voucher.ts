import { and, eq } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { vouchers } from './tables.ts'
import { requireStore } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { isPublicHoliday } from './public-holidays.ts'
import { findVoucherRow, type VoucherRow } from './vouchers.ts'

/** A voucher that a customer presents. */
export interface PresentedVoucher {
  readonly merchantCode: string
  /** Store in which it is presented. */
  readonly storeCode: string
  readonly serial: string
  /** Value of the order in VND, where the request says it. */
  readonly orderVnd?: number | undefined
}

function reasonAgainst(
  sandbox: Sandbox,
  voucher: VoucherRow,
  presented: PresentedVoucher,
): string | undefined {
  const now = sandbox.clock.nowSeconds()
  const { extraHolidays } = sandbox.settings.rules
  const { orderVnd = voucher.minOrderVnd, storeCode } = presented
  if (voucher.status === 'used') return `is used already, as ${voucher.redeemRefId ?? 'unknown'}`
  if (voucher.status === 'revoked') return 'is revoked'
  if (now > voucher.availableTo) return 'has expired'
  if (now < voucher.availableFrom) return `holds from unix second ${voucher.availableFrom} on`
  if (voucher.storeCode !== null && voucher.storeCode !== storeCode) {
    return `is for the store ${voucher.storeCode} only`
  }
  if (!voucher.applyInHoliday && isPublicHoliday(now, extraHolidays)) {
    return 'does not hold on public holidays'
  }
  if (orderVnd < voucher.minOrderVnd) return `is for orders from ${voucher.minOrderVnd} VND on`
  return undefined
}

/**
 * The voucher, if it may be used in this store now. The table has a single code for a voucher that
 * may not be used; the message gives the reason. Assumes G-60.
 *
 * @throws RefusalError 4000902
 */
export async function usableVoucher(
  sandbox: Sandbox,
  presented: PresentedVoucher,
): Promise<VoucherRow> {
  const { merchantCode, serial } = presented
  const voucher = await findVoucherRow(sandbox.database, merchantCode, serial)
  if (voucher === undefined) {
    throw new RefusalError(4000902, `serial_number: there is no voucher ${serial}`)
  }
  const reason = reasonAgainst(sandbox, voucher, presented)
  if (reason === undefined) return voucher
  throw new RefusalError(4000902, `serial_number: the voucher ${serial} ${reason}`)
}

/** The use of a voucher as the merchant reports it. */
export interface NewVoucherUse extends PresentedVoucher {
  readonly posCode: string
  readonly merchantVoucherCode: string
  /** The merchant's id of the redeem transaction. */
  readonly redeemRefId: string
  readonly merchantReferenceId: string
  /** Number of the member of staff, in digits. */
  readonly merchantStaffId: string
}

/**
 * Refuses a use that was reported already, under the same id.
 *
 * @throws RefusalError 4000902
 */
async function refuseRepeat(sandbox: Sandbox, use: NewVoucherUse): Promise<void> {
  const voucher = await findVoucherRow(sandbox.database, use.merchantCode, use.serial)
  if (voucher?.status === 'used' && voucher.redeemRefId === use.redeemRefId) {
    await usableVoucher(sandbox, use)
  }
}

/**
 * Marks a voucher as used, once: of several reports for one voucher, one takes effect and the
 * others are refused, including those with the same redeem_ref_id. Assumes G-61. Such a repeat is
 * refused before store and voucher are checked, so that a caller who lost the answer learns that
 * the first attempt succeeded.
 *
 * @throws RefusalError 4000902, or 4040201 for a store or terminal that does not belong to the
 *   merchant or is closed
 */
export async function markVoucherUsed(sandbox: Sandbox, use: NewVoucherUse): Promise<void> {
  const { serial, merchantVoucherCode, redeemRefId, merchantReferenceId, merchantStaffId } = use
  const { database, clock } = sandbox
  await refuseRepeat(sandbox, use)
  await requireStore(sandbox, use, 4040201)
  // When a guard rolled the batch back, another request was faster, so the voucher is read again
  // and the use refused.
  for (let attempt = 0; attempt < 5; attempt++) {
    const voucher = await usableVoucher(sandbox, use)
    if (voucher.merchantVoucherCode !== merchantVoucherCode) {
      throw new RefusalError(
        4000902,
        `merchant_voucher_code: the voucher ${serial} has another one`,
      )
    }
    const broken = await runAtomically(database, [
      database
        .update(vouchers)
        .set({
          status: 'used',
          usedAt: clock.nowSeconds(),
          reopenedAt: null,
          usedStoreCode: use.storeCode,
          usedPosCode: use.posCode,
          redeemRefId,
          merchantReferenceId,
          merchantStaffId,
        })
        .where(and(eq(vouchers.serial, serial), eq(vouchers.status, 'active'))),
      mustHaveChangedOne(database),
    ])
    if (broken === undefined) return
  }
  throw new RefusalError(5000001, 'The voucher kept changing while it was being used')
}
