import { and, isNotNull, lte, max, min, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { dayOf, dayPlus, readyAtMs, vietnamDay } from '../daily-files/vietnam-day.ts'
import { openDatabase } from '../database/open-database.ts'
import {
  attempts,
  boundService,
  dailyFiles,
  links,
  refunds,
  transfers,
} from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/**
 * How overdue the query about an unpaid payment may be before it counts as work that is not done.
 * While many customers leave without paying, queries are delayed by the budget of a sweep, and
 * callbacks report those who pay.
 */
const pollsMayWaitMs = 10 * 60_000

async function oldest(context: OrdersContext, dueAtMs: SQLiteColumn): Promise<number | null> {
  const [found] = await openDatabase(context)
    .select({ atMs: min(dueAtMs) })
    .from(dueAtMs.table)
    .where(isNotNull(dueAtMs))
  return typeof found?.atMs === 'number' ? found.atMs : null
}

async function pollDueSince(context: OrdersContext): Promise<number | null> {
  const atMs = await oldest(context, attempts.nextPollAtMs)
  return atMs === null ? null : atMs + pollsMayWaitMs
}

async function transferDueSince(context: OrdersContext): Promise<number | null> {
  const [found] = await openDatabase(context)
    .select({ atMs: min(transfers.leaseUntilMs) })
    .from(transfers)
    .where(sql`${transfers.state} = 'requested'`)
  return found?.atMs ?? null
}

/**
 * Due times of the sweep's work about money, in milliseconds since 1970, one for each kind of work;
 * later than now, or `null`, when none of that kind is due.
 */
export function sweepDueSince(context: OrdersContext): Promise<(number | null)[]> {
  return Promise.all([
    pollDueSince(context),
    oldest(context, attempts.nextCallAtMs),
    oldest(context, refunds.nextCallAtMs),
    oldest(context, links.nextCallAtMs),
    transferDueSince(context),
  ])
}

/** Time since which the newest complete day should be followed; `null` when it is. */
async function dayMissingSince(context: OrdersContext): Promise<number | null> {
  const database = openDatabase(context)
  const [followed] = await database.select({ day: max(dailyFiles.day) }).from(dailyFiles)
  const [bound] = await database.select({ atMs: boundService.boundAtMs }).from(boundService)
  const yesterday = vietnamDay(dayPlus(dayOf(context.now()), -1))
  const newest = followed?.day ?? null
  if (newest !== null && newest >= yesterday.day) return null
  return Math.max(readyAtMs(yesterday), bound?.atMs ?? 0)
}

/**
 * Due times of the work on the daily files, in milliseconds since 1970: a day that is due, or a
 * complete day that is not followed yet.
 */
export async function dailyFilesDueSince(context: OrdersContext): Promise<(number | null)[]> {
  const [due] = await openDatabase(context)
    .select({ atMs: min(dailyFiles.nextAtMs) })
    .from(dailyFiles)
    .where(and(isNotNull(dailyFiles.nextAtMs), lte(dailyFiles.nextAtMs, context.now())))
  return [due?.atMs ?? null, await dayMissingSince(context)]
}
