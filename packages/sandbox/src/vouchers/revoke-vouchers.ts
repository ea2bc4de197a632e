import { and, eq } from 'drizzle-orm'
import type { Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { vouchers } from './tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { unusedVoucher, findVoucherRow, type VoucherRow } from './vouchers.ts'

/** Maximum number of serials in one call. Assumes G-149. */
const maxRevokedSerials = 100

function isRevokedAlready(sandbox: Sandbox, voucher: VoucherRow): boolean {
  return sandbox.settings.rules.voucherRevoke === 'reopens'
    ? voucher.status === 'active' && voucher.reopenedAt !== null
    : voucher.status === 'revoked'
}

function canBeRevoked(sandbox: Sandbox, voucher: VoucherRow): boolean {
  if (sandbox.settings.rules.voucherRevoke === 'reopens') return voucher.status === 'used'
  return voucher.status === 'active' && sandbox.clock.nowSeconds() <= voucher.availableTo
}

async function vouchersToRevoke(
  sandbox: Sandbox,
  merchantCode: string,
  serials: readonly string[],
): Promise<readonly VoucherRow[]> {
  const found: VoucherRow[] = []
  for (const serial of serials) {
    const voucher = await findVoucherRow(sandbox.database, merchantCode, serial)
    if (voucher === undefined) {
      throw new RefusalError(4000902, `serials: there is no voucher ${serial}`)
    }
    if (isRevokedAlready(sandbox, voucher)) continue
    if (!canBeRevoked(sandbox, voucher)) {
      const state = voucher.status === 'active' ? 'not used, or has expired' : voucher.status
      throw new RefusalError(4000902, `serials: the voucher ${serial} is ${state}`)
    }
    found.push(voucher)
  }
  return found
}

function statements(sandbox: Sandbox, voucher: VoucherRow): readonly Statement[] {
  const { database, clock, settings } = sandbox
  const change =
    settings.rules.voucherRevoke === 'reopens'
      ? { ...unusedVoucher, status: 'active' as const, reopenedAt: clock.nowSeconds() }
      : { ...unusedVoucher, status: 'revoked' as const }
  return [
    database
      .update(vouchers)
      .set(change)
      .where(and(eq(vouchers.serial, voucher.serial), eq(vouchers.status, voucher.status))),
    mustHaveChangedOne(database),
  ]
}

/**
 * Revokes vouchers, all of them or none. By default revoking undoes the use: a used voucher may be
 * presented again until it expires, and an unused voucher is refused. A voucher that is already
 * revoked stays revoked, so that a call whose answer was lost can be repeated. Assumes G-63.
 *
 * @param serials 1 to 100; duplicates count once
 * @throws RefusalError 4000902 naming the first voucher that cannot be revoked, or 4000001
 */
export async function revokeVouchers(
  sandbox: Sandbox,
  merchantCode: string,
  serials: readonly string[],
): Promise<void> {
  const wanted = [...new Set(serials)]
  if (wanted.length === 0 || wanted.length > maxRevokedSerials) {
    throw new RefusalError(4000001, `serials: must be 1 to ${maxRevokedSerials}`)
  }
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await vouchersToRevoke(sandbox, merchantCode, wanted)
    const broken = await runAtomically(
      sandbox.database,
      found.flatMap((voucher) => statements(sandbox, voucher)),
    )
    if (broken === undefined) return
  }
  throw new RefusalError(5000001, 'The vouchers kept changing while they were being revoked')
}
