import * as v from 'valibot'
import { eq } from 'drizzle-orm'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { vouchers } from './tables.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { unusedVoucher, findVoucher, type Voucher } from './vouchers.ts'

const instant = v.pipe(v.number('must be unix seconds'), v.safeInteger('must be unix seconds'))
const vnd = v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0))
const storeCode = v.nullable(v.pipe(v.string('must be a string'), v.minLength(1)))
const code = v.pipe(
  v.string('must be a string'),
  v.regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 printable ASCII characters without spaces'),
)

/** A voucher to issue. */
export const newVoucher = v.pipe(
  v.strictObject({
    merchantCode: v.pipe(v.string('must be a string'), v.minLength(1)),
    /** Made when left out. */
    serial: v.optional(code),
    merchantVoucherCode: code,
    /** Now when left out. */
    availableFrom: v.optional(instant),
    availableTo: instant,
    minOrderVnd: v.optional(vnd, 0),
    discountType: v.picklist(['percent', 'amount'], 'must be percent or amount'),
    discountValue: v.pipe(v.number('must be a number'), v.finite(), v.gtValue(0)),
    applyInHoliday: v.optional(v.boolean(), true),
    storeCode: v.optional(storeCode, null),
  }),
  v.forward(
    v.check(
      ({ discountType, discountValue }) =>
        discountType === 'percent' ? discountValue <= 100 : Number.isSafeInteger(discountValue),
      'must be at most 100 percent, or whole VND',
    ),
    ['discountValue'],
  ),
  v.forward(
    v.check(
      ({ availableFrom, availableTo }) =>
        availableFrom === undefined || availableFrom <= availableTo,
      'must not be before availableFrom',
    ),
    ['availableTo'],
  ),
)

/** A voucher to issue, with its defaults. */
export interface NewVoucher extends v.InferOutput<typeof newVoucher> {}
/** A voucher to issue, as it is sent. */
export interface NewVoucherInput extends v.InferInput<typeof newVoucher> {}

/**
 * Issues a voucher; `undefined` when its serial is taken.
 *
 * @param together statements to run before it in the same transaction
 */
export async function issueVoucher(
  sandbox: Sandbox,
  voucher: NewVoucher,
  together: readonly Statement[] = [],
): Promise<Voucher | undefined> {
  const now = sandbox.clock.nowSeconds()
  const serial = voucher.serial ?? `V${vietnamDate(now)}${randomDigits(8)}`
  const availableFrom = voucher.availableFrom ?? Math.min(now, voucher.availableTo)
  const broken = await runAtomically(sandbox.database, [
    ...together,
    sandbox.database
      .insert(vouchers)
      .values({ ...voucher, serial, availableFrom, status: 'active', ...unusedVoucher }),
  ])
  if (broken?.startsWith('voucher.serial') === true) return undefined
  if (broken !== undefined) throw new Error(`The voucher could not be stored: ${broken}.`)
  return findVoucher(sandbox, serial)
}

/** A change of a voucher; what is left out stays. */
export const voucherChange = v.strictObject({
  /** `active` also deletes its use; `revoked` withdraws the voucher permanently. */
  status: v.optional(v.picklist(['active', 'revoked'])),
  availableFrom: v.optional(instant),
  availableTo: v.optional(instant),
  minOrderVnd: v.optional(vnd),
  applyInHoliday: v.optional(v.boolean()),
  /** Null: every store of the merchant accepts the voucher. */
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
