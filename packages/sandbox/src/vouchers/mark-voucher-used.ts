import { and, eq } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { vouchers } from '../database/schema.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { usableVoucher, type PresentedVoucher } from './usable-voucher.ts'

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
 * Marks a voucher used, once: of several reports of one voucher, one takes effect and the others are
 * refused, also with the same redeem_ref_id. Assumes G-61.
 *
 * @throws RefusalError 4000902
 */
export async function markVoucherUsed(sandbox: Sandbox, use: NewVoucherUse): Promise<void> {
  const { serial, merchantVoucherCode, redeemRefId, merchantReferenceId, merchantStaffId } = use
  const { database, clock } = sandbox
  // A guard that stopped the batch means that somebody was faster: read again, and say so.
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
