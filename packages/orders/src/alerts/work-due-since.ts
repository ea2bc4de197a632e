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
 * How late a question after an unpaid payment may be before it counts as work that nobody does: while many customers leave
 * without paying, questions wait for their turn, and callbacks tell of those who pay.
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
 * Since when the sweep has had something to do about money, whichever way a customer or the shop has left it, in
 * milliseconds since 1970; each is later than now, or `null`, when there is nothing.
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

/** Since when the newest day that is over should have been taken up; `null` when it is. */
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
 * Since when the daily files have waited for somebody to work on them, in milliseconds since 1970: a day that is due, or
 * one that is over and that nobody has begun to follow.
 */
export async function dailyFilesDueSince(context: OrdersContext): Promise<(number | null)[]> {
  const [due] = await openDatabase(context)
    .select({ atMs: min(dailyFiles.nextAtMs) })
    .from(dailyFiles)
    .where(and(isNotNull(dailyFiles.nextAtMs), lte(dailyFiles.nextAtMs, context.now())))
  return [due?.atMs ?? null, await dayMissingSince(context)]
}
