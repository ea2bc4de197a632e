import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { refunds } from './tables.ts'
import { moveAmounts } from '../ledger/ledger.ts'
import { findOrderRow } from '../orders/orders.ts'
import type { Sandbox } from '../sandbox.ts'
import { refundMoves, findRefund, type Refund } from './refunds.ts'

async function settle(sandbox: Sandbox, refund: Refund): Promise<boolean> {
  const { database, clock } = sandbox
  const original = await findOrderRow(database, refund.orderId)
  if (original === undefined || refund.state === 'done') return false
  const half = refund.state === 'money-pending' ? 'money' : 'points'
  const broken = await runAtomically(database, [
    database
      .update(refunds)
      .set({ state: 'done', settlesAt: null })
      .where(
        and(
          eq(refunds.refundTransactionId, refund.refundTransactionId),
          eq(refunds.state, refund.state),
        ),
      ),
    mustHaveChangedOne(database),
    ...moveAmounts(database, clock.nowSeconds(), refundMoves(original, refund, half)),
  ])
  return broken === undefined
}

/**
 * Moves the second half of every refund whose time has come.
 *
 * @returns how many refunds became complete
 */
export async function settleDueRefunds(sandbox: Sandbox): Promise<number> {
  const due = await sandbox.database
    .select()
    .from(refunds)
    .where(and(isNotNull(refunds.settlesAt), lte(refunds.settlesAt, sandbox.clock.nowSeconds())))
  let settled = 0
  for (const refund of due) {
    if (await settle(sandbox, refund)) settled += 1
  }
  return settled
}

/** Moves the second half of a refund now; `undefined` when there is no such refund. */
export async function settleRefund(
  sandbox: Sandbox,
  merchantCode: string,
  orderReferenceId: string,
): Promise<Refund | undefined> {
  const refund = await findRefund(sandbox.database, merchantCode, orderReferenceId)
  if (refund === undefined) return undefined
  await settle(sandbox, refund)
  return findRefund(sandbox.database, merchantCode, orderReferenceId)
}
