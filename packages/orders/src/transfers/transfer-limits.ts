import { sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { dayOf } from '../daily-files/vietnam-day.ts'
import { transfers } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { MetTransferLimit, NewTransfer } from './transfers-api.ts'

/** A transfer that is to be stored before it is sent. */
export interface Reservation {
  readonly transfer: Pick<NewTransfer, 'id' | 'amountVnd'>
  /**
   * The time of the request, in milliseconds since 1970: its sum counts on the day whose remaining
   * limit was computed.
   */
  readonly atMs: number
  /** Condition for storing it, independent of the limits. */
  readonly when: SQL
  /** Makes the transition that stores it under a condition. */
  readonly under: (condition: SQL) => Transition
}

/**
 * Condition: the remaining limit of the day covers a sum. It is evaluated inside the statement, so
 * two concurrent requests cannot use the same remainder.
 */
function dayHolds(amountVnd: number, { day, vnd }: { day: string; vnd: number }): SQL {
  return sql`${amountVnd} + (SELECT coalesce(sum(amount_vnd), 0) FROM ${transfers}
    WHERE counted_on = ${day} AND state <> 'refused') <= ${vnd}`
}

/**
 * Stores a transfer unless it would exceed a limit. The remaining limit of the day is computed in
 * the same transition that uses it; an alert is raised when it is not enough.
 *
 * @returns the limit that it would exceed; `false` when `when` does not hold
 */
export async function reserveWithinLimits(
  context: OrdersContext,
  { transfer, atMs, when, under }: Reservation,
): Promise<boolean | MetTransferLimit> {
  const { transferLimits: limits } = context
  const { id, amountVnd } = transfer
  const isTooLarge = limits !== undefined && amountVnd > limits.perTransferVnd
  const limit = { day: dayOf(atMs), vnd: limits?.perDayVnd ?? Number.MAX_SAFE_INTEGER }
  const holds = dayHolds(amountVnd, limit)
  const reserved = under(isTooLarge ? sql`FALSE` : sql`${when} AND ${holds}`)
  const dayIsMet = alertOnce(
    {
      kind: 'transfer_day_limit',
      subject: limit.day,
      atMs,
      data: { limit_vnd: limit.vnd, transfer_id: id, amount_vnd: amountVnd },
    },
    isTooLarge ? sql`FALSE` : sql`${when} AND NOT (${holds})`,
  )
  // The alert comes first: once the transfer is stored, `when` no longer holds, and its sum counts.
  const done = await transactAll(context, {
    transitions: limits === undefined ? [reserved] : [dayIsMet, reserved],
  })
  if (isTooLarge) return { of: 'transfer', vnd: limits.perTransferVnd }
  if (limits !== undefined && done.happened(dayIsMet)) return { of: 'day', ...limit }
  return done.happened(reserved)
}
