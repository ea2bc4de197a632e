import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { runAtomically } from '../database/run-atomically.ts'
import { vouchers } from '../database/schema.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { unusedVoucher, findVoucher, type Voucher } from './vouchers.ts'

const instant = v.pipe(v.number('must be unix seconds'), v.safeInteger('must be unix seconds'))
const vnd = v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0))

/** A change of a voucher; what is left out stays. */
export const voucherChange = v.strictObject({
  /** `active` also forgets a use; `revoked` withdraws the voucher for good. */
  status: v.optional(v.picklist(['active', 'revoked'])),
  availableFrom: v.optional(instant),
  availableTo: v.optional(instant),
  minOrderVnd: v.optional(vnd),
  applyInHoliday: v.optional(v.boolean()),
  /** Null lets every store of the merchant take it. */
  storeCode: v.optional(v.nullable(v.pipe(v.string('must be a string'), v.minLength(1)))),
})

/** A change of a voucher; what is left out stays. */
export interface VoucherChange extends v.InferOutput<typeof voucherChange> {}

/**
 * Changes a voucher; `undefined` when there is none with this serial.
 *
 * @throws RefusalError 4000001 when it would end before it begins
 */
export async function changeVoucher(
  sandbox: Sandbox,
  serial: string,
  change: VoucherChange,
): Promise<Voucher | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    const broken = await runAtomically(sandbox.database, [
      sandbox.database
        .update(vouchers)
        .set({ ...Object.fromEntries(given), ...(change.status !== undefined && unusedVoucher) })
        .where(eq(vouchers.serial, serial)),
    ])
    if (broken !== undefined) {
      throw new RefusalError(4000001, 'availableTo: must not be before availableFrom')
    }
  }
  return findVoucher(sandbox, serial)
}
