import { sql, type SQL } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import {
  anyDueRow,
  releaseRows,
  rowsPerLease,
  type Lease,
  type OutboxRow,
} from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { spacingMs } from '../pacing/spacing.ts'
import { createStaggeredStart } from '../pacing/staggered-start.ts'
import { maxConnections, runWorkPool, type Taken } from '../pacing/work-pool.ts'
import { askAboutCallback } from './ask-about-callback.ts'
import { leaseCallbacks, type LeasedCallback, type UnreadableCallback } from './lease-callbacks.ts'
import { settleCallback } from './settle-callback.ts'

type LeasedRow = LeasedCallback | UnreadableCallback

/** Result of a round of confirmations. */
export interface ConfirmationReport {
  settled: number
  matched: number
}

/**
 * Maximum number of statements for one confirmation: an orphan that is matched and then disputed
 * twice.
 */
export const statementsPerConfirmation = 37

/** The callbacks to confirm next, including orphans; only the outbox rows in `keys` when given. */
export function callbacksToConfirm(limit: number, keys?: readonly string[]): Lease {
  if (keys === undefined) return { kind: 'confirm', limit }
  const where = sql`${outbox.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`
  return { kind: 'confirm', where, limit }
}

/** Whether {@link confirmCallbacks} has something to do. */
export function confirmationsAreDue(context: OrdersContext): SQL {
  return anyDueRow(context, callbacksToConfirm(1))
}

/**
 * Confirms the callbacks that are due, including orphans, within the statement budget of the
 * invocation.
 *
 * @param which at most `limit` callbacks; only the outbox rows in `keys` when given
 */
export async function confirmCallbacks(
  context: OrdersContext,
  which: { readonly limit: number; readonly keys?: readonly string[] },
): Promise<ConfirmationReport> {
  const report: ConfirmationReport = { settled: 0, matched: 0 }
  let left = which.limit
  const room = (underWay: number) =>
    roomFor(context, { each: statementsPerConfirmation, max: rowsPerLease, underWay })
  const source = {
    async take(underWay: number): Promise<Taken<LeasedRow>> {
      const max = Math.min(left, rowsPerLease)
      if (max === 0) return []
      const mayBegin = room(underWay)
      if (mayBegin === 0) return 'full'
      // A confirmation seldom needs its maximum of statements. The leases of callbacks that cannot
      // start in the end are released.
      const size = mayBegin < maxConnections ? Math.min(max, mayBegin) : max
      const leased = await leaseCallbacks(context, callbacksToConfirm(size, which.keys))
      left -= leased.length
      return leased.length < size ? { last: leased } : leased
    },
    room,
    async release(leased: readonly LeasedRow[]) {
      left += leased.length
      const rows = leased.map(({ row }) => row)
      await releaseRows(context, rows)
    },
  }
  const turn = createStaggeredStart(async ({ createdAtMs }: OutboxRow) =>
    context.yieldToCallbacks?.(spacingMs(createdAtMs, context.now())),
  )
  await runWorkPool([source], {
    onAsking: (pieces) => context.driver?.expect?.(pieces),
    async ask(leased) {
      await turn(leased.row)
      if ('unreadable' in leased) throw leased.unreadable
      return askAboutCallback(context, leased)
    },
    async settle(asked) {
      const confirmation = await settleCallback(context, asked)
      if (confirmation.outcome === 'settled') report.settled += 1
      if (confirmation.matched) report.matched += 1
    },
  })
  return report
}
