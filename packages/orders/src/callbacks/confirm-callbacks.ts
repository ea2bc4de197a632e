import { eq } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { leaseOutbox, rowsPerLease } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { confirmCallback, type Confirmation } from './confirm-payment.ts'

/** What a round of confirmations did. */
export interface ConfirmationReport {
  settled: number
  matched: number
}

/** Confirms the callbacks whose time has come, orphans among them. */
export async function confirmCallbacks(
  context: OrdersContext,
  limit: number,
): Promise<ConfirmationReport> {
  const report: ConfirmationReport = { settled: 0, matched: 0 }
  for (let left = limit; left > 0; left -= rowsPerLease) {
    const size = Math.min(left, rowsPerLease)
    const rows = await leaseOutbox(context, { kind: 'confirm', limit: size })
    await inParallel(rows, async (row) => {
      const confirmation = await confirmCallback(context, row)
      if (confirmation.outcome === 'settled') report.settled += 1
      if (confirmation.matched) report.matched += 1
    })
    if (rows.length < size) break
  }
  return report
}

/**
 * Confirms one callback now.
 *
 * @param key key of its outbox row
 * @returns `undefined` when it is done already, or in other hands, or not due
 */
export async function confirmByKey(
  context: OrdersContext,
  key: string,
): Promise<Confirmation | undefined> {
  const [row] = await leaseOutbox(context, {
    kind: 'confirm',
    where: eq(outbox.key, key),
    limit: 1,
  })
  return row === undefined ? undefined : confirmCallback(context, row)
}
