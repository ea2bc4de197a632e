import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { vouchers } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'

/** A voucher, as it is stored. */
export type VoucherRow = typeof vouchers.$inferSelect

/** State of a voucher: `expired` when it is neither used nor revoked and its validity has ended. */
export type VoucherState = 'active' | 'used' | 'revoked' | 'expired'

/** Where and how a voucher was used. */
export interface VoucherUse {
  /** Unix seconds. */
  readonly usedAt: number
  readonly storeCode: string | null
  readonly posCode: string | null
  /** The merchant's id of the redeem transaction. */
  readonly redeemRefId: string | null
  readonly merchantReferenceId: string | null
  /** Number of the member of staff, in digits. */
  readonly merchantStaffId: string | null
}

/** A voucher of a merchant. Instants are unix seconds. */
export interface Voucher {
  /** Number printed on the voucher. */
  readonly serial: string
  readonly merchantCode: string
  /** The merchant's own code of this kind of voucher. */
  readonly merchantVoucherCode: string
  /** First second in which it may be used. */
  readonly availableFrom: number
  /** Last second in which it may be used. */
  readonly availableTo: number
  /** Minimum order for which it may be used, in whole VND; 0 for any. */
  readonly minOrderVnd: number
  readonly discountType: 'percent' | 'amount'
  /** Percent of the order, or VND. */
  readonly discountValue: number
  /** Whether it may be used on public holidays. */
  readonly applyInHoliday: boolean
  /** The only store that accepts the voucher; null when every store of the merchant does. */
  readonly storeCode: string | null
  readonly state: VoucherState
  /** Null while it is not used. */
  readonly use: VoucherUse | null
  /**
   * When its last use was revoked, in unix seconds; null when it was not, or when it has been used
   * since.
   */
  readonly reopenedAt: number | null
}

/** The voucher of a row, with its state at an instant. */
function voucherOf(row: VoucherRow, now: number): Voucher {
  const {
    status,
    usedAt,
    usedStoreCode,
    usedPosCode,
    redeemRefId,
    merchantReferenceId,
    merchantStaffId,
    ...voucher
  } = row
  const isOver = status === 'active' && now > row.availableTo
  return {
    ...voucher,
    state: isOver ? 'expired' : status,
    use:
      usedAt === null
        ? null
        : {
            usedAt,
            storeCode: usedStoreCode,
            posCode: usedPosCode,
            redeemRefId,
            merchantReferenceId,
            merchantStaffId,
          },
  }
}

/** Vouchers of one merchant or of all merchants, latest end of validity first, at most 200. */
export async function listVouchers(
  sandbox: Sandbox,
  merchantCode?: string,
): Promise<readonly Voucher[]> {
  const rows = await sandbox.database
    .select()
    .from(vouchers)
    .where(merchantCode === undefined ? undefined : eq(vouchers.merchantCode, merchantCode))
    .orderBy(desc(vouchers.availableTo), vouchers.serial)
    .limit(200)
  return rows.map((row) => voucherOf(row, sandbox.clock.nowSeconds()))
}

/** A voucher by its serial. */
export async function findVoucher(sandbox: Sandbox, serial: string): Promise<Voucher | undefined> {
  const [row] = await sandbox.database.select().from(vouchers).where(eq(vouchers.serial, serial))
  return row && voucherOf(row, sandbox.clock.nowSeconds())
}

/** The row of a merchant's voucher; `undefined` also when it belongs to another merchant. */
export async function findVoucherRow(
  database: Database,
  merchantCode: string,
  serial: string,
): Promise<VoucherRow | undefined> {
  const [row] = await database
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.serial, serial), eq(vouchers.merchantCode, merchantCode)))
  return row
}

/** Columns of a voucher that is not used. */
export const unusedVoucher = {
  usedAt: null,
  reopenedAt: null,
  usedStoreCode: null,
  usedPosCode: null,
  redeemRefId: null,
  merchantReferenceId: null,
  merchantStaffId: null,
} as const
