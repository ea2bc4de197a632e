import { eq } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { leaseOutbox, rowsPerLease, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { workOff } from '../pacing/work-off.ts'
import { confirmCallback, type Confirmation } from './confirm-payment.ts'

/** What a round of confirmations did. */
export interface ConfirmationReport {
  settled: number
  matched: number
}

/** Most statements that one confirmation takes: an orphan that is matched and then disputed twice. */
export const statementsPerConfirmation = 32

/** Confirms the callbacks whose time has come, orphans among them, as long as the budget has room. */
export async function confirmCallbacks(
  context: OrdersContext,
  limit: number,
): Promise<ConfirmationReport> {
  const report: ConfirmationReport = { settled: 0, matched: 0 }
  let left = limit
  const supply = {
    async take(underWay: number): Promise<OutboxRow[]> {
      const most = Math.min(left, rowsPerLease)
      const size = roomFor(context, { each: statementsPerConfirmation, most, underWay })
      if (size === 0) return []
      const rows = await leaseOutbox(context, { kind: 'confirm', limit: size })
      left -= rows.length
      return rows
    },
  }
  await workOff(supply, async (row) => {
    const confirmation = await confirmCallback(context, row)
    if (confirmation.outcome === 'settled') report.settled += 1
    if (confirmation.matched) report.matched += 1
  })
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
