import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { budgetOfInvocation, spending } from '../database/drivers/invocation.ts'
import { openDatabase } from '../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../database/schema.ts'
import { take, transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import { logFailure } from '../log-failure.ts'
import { roomFor } from '../pacing/budget.ts'
import { checkDailyFilesContext, type DailyFilesContext } from './daily-files-context.ts'
import { keyOfKeptFile } from './bucket/file-keys.ts'
import { followDaysUpTo } from './partner-file/follow-days.ts'
import { clearDifferences } from './differences/clear-differences.ts'
import { keepDifferenceCodes } from './differences/keep-difference-codes.ts'
import { runDay } from './run-day.ts'
import { takeResultFile } from './service-file/take-result-file.ts'
import { readyAtMs, dayOf, dayPlus, vietnamDay } from './vietnam-day.ts'
import { storeExistedOn } from './partner-file/store-existed-on.ts'
import { watchDifferences } from './differences/watch-differences.ts'
import { watchIncoming } from './incoming/watch-incoming.ts'
import { watchUnsettled } from './settlement/watch-unsettled.ts'
import { sha256OfKept } from './bucket/sha256-of-kept.ts'
import { writePartnerFile } from './partner-file/write-partner-file.ts'
import { watchVerdicts } from './settlement/watch-verdicts.ts'

type FollowedDay = typeof dailyFiles.$inferSelect

/** Result of one round of the daily-file jobs; every number is a count of days. */
export interface DailyFilesReport {
  /** Days whose partner file was written. */
  written: number
  /** Days for which a reconciliation run was finished. */
  reconciled: number
  /** Days whose reconciliation run was stopped by an error. */
  stopped: number
}

const minute = 60_000
const hour = 60 * minute
const dayMs = 24 * hour
/** Longer than any invocation may last. */
const leaseMs = 20 * minute
const resultWaitMs = 10 * minute
/**
 * When a missing service file counts as late: 10:00 of the next day, Vietnam time. Assumes G-106.
 */
const lateAfterMs = 10 * hour
/** How long after its run a day is checked for files that are sent again. Assumes G-106. */
const followReconciledMs = 7 * dayMs
/** How long a day without a service file is tracked. Assumes G-106. */
const followMissingMs = 60 * dayMs
const daysPerRound = 8
/**
 * An invocation starts days only within this time; each day takes no longer than the rest of its
 * lease.
 */
const workMs = 10 * minute
/**
 * Maximum number of statements for a day, without those that settle transactions by its file: the
 * partner file (written and checked again), the run with its alerts, and the result file. Each
 * further page of ten thousand lines takes four more.
 */
const statementsPerDay = 70

/** The days after the last tracked day whose journal is complete; at least the newest. */
async function followNewDays(context: DailyFilesContext): Promise<void> {
  const today = dayOf(context.now())
  const isReady = context.now() >= readyAtMs(vietnamDay(dayPlus(today, -1)))
  await followDaysUpTo(context, dayPlus(today, isReady ? -1 : -2))
}

async function lease(context: DailyFilesContext, day: string): Promise<FollowedDay | undefined> {
  const now = context.now()
  const [leased] = await take(
    context,
    update(dailyFiles, {
      set: { nextAtMs: now + leaseMs, leaseUntilMs: now + leaseMs },
      where: and(eq(dailyFiles.day, day), lte(dailyFiles.nextAtMs, now)),
    }),
  )
  return leased
}

/** When the current run of a day was made; `undefined` while there is none. */
async function comparedAtMs(context: DailyFilesContext, day: string): Promise<number | undefined> {
  const [run] = await openDatabase(context)
    .select({ atMs: reconciliationRuns.atMs })
    .from(dailyFiles)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, dailyFiles.runId))
    .where(eq(dailyFiles.day, day))
  return run?.atMs
}

/**
 * On the day after, the service file is checked in every round, which costs three look-ups, and the
 * result file of the service every ten minutes; later both are checked every hour.
 *
 * @param runAtMs when the day was compared; much later than the day if the file was late
 */
function nextCheckAtMs(
  context: DailyFilesContext,
  day: string,
  runAtMs: number | undefined,
): number | null {
  const now = context.now()
  const age = now - vietnamDay(day).endMs
  const isOver =
    runAtMs === undefined ? age >= followMissingMs : now - runAtMs >= followReconciledMs
  if (isOver) return null
  if (age >= dayMs) return now + hour
  return runAtMs === undefined ? now : now + resultWaitMs
}

/**
 * Releases the lease of a day and sets when it is due again; without a time it is never due again,
 * unless the day before it was compared meanwhile.
 */
async function releaseDay(
  context: DailyFilesContext,
  day: string,
  nextAtMs: number | null,
): Promise<void> {
  const { nextAtMs: dueAtMs, leaseUntilMs } = dailyFiles
  const isAskedFor = sql`${dueAtMs} > ${leaseUntilMs}`
  await transact(context, {
    decide: update(dailyFiles, {
      set: {
        nextAtMs: sql`CASE WHEN ${isAskedFor} THEN ${context.now()} ELSE ${nextAtMs} END`,
        leaseUntilMs: null,
      },
      where: eq(dailyFiles.day, day),
    }),
  })
}

async function processDay(
  context: DailyFilesContext,
  followed: FollowedDay,
  report: DailyFilesReport,
): Promise<void> {
  const { day } = followed
  const kept = await context.files.bucket.head(keyOfKeptFile(context.files, day))
  // A kept copy that differs from the file that was sent was written by a round that was
  // interrupted.
  const isOut = kept !== null && sha256OfKept(kept) === followed.partnerSha256
  if (!isOut) {
    const writing = await writePartnerFile(context, day)
    if (writing === 'written' || writing === 'replaced') report.written += 1
  }
  const look = await runDay(context, followed)
  if (look === 'unfinished') {
    await releaseDay(context, day, context.now())
    return
  }
  if (look === 'done') {
    report.reconciled += 1
    // The journal of a past day does not change; writing the file again raises an alert if it did.
    await writePartnerFile(context, day)
  }
  if (look === 'stopped') report.stopped += 1
  await takeResultFile(context, followed)
  const runAtMs = await comparedAtMs(context, day)
  const lateAtMs = vietnamDay(day).endMs + lateAfterMs
  const isLate = runAtMs === undefined && context.now() >= lateAtMs
  if (isLate && (await storeExistedOn(context, day))) {
    await raiseAlert(context, {
      kind: 'service_file_late',
      subject: day,
      atMs: context.now(),
      data: { day, expected_by: Math.floor(lateAtMs / 1000) },
    })
  }
  await releaseDay(context, day, nextCheckAtMs(context, day, runAtMs))
}

/** Releases the lease and raises an alert; the day is due again when the lease would have ended. */
async function releaseFailedDay(context: DailyFilesContext, day: string, error: unknown) {
  logFailure(context, { work: 'daily files', day }, error)
  await transact(context, {
    decide: update(dailyFiles, { set: { leaseUntilMs: null }, where: eq(dailyFiles.day, day) }),
    alert: {
      kind: 'daily_files_failing',
      subject: day,
      atMs: context.now(),
      data: { day, error: error instanceof Error ? error.name : 'unknown error' },
    },
  })
}

type StepAfter = readonly [work: string, step: (context: DailyFilesContext) => Promise<unknown>]

/**
 * What follows the work on the days; a step that fails does not stop those behind it.
 *
 * @param anyDayWasDue most steps only look when a day was due, to spare the database
 */
function stepsAfter(anyDayWasDue: boolean): readonly StepAfter[] {
  const watching: readonly StepAfter[] = [
    ['unsettled transactions', watchUnsettled],
    ['verdicts without a row', watchVerdicts],
    ['incoming files', watchIncoming],
  ]
  return [
    ...(anyDayWasDue ? watching : []),
    ['codes of differences', keepDifferenceCodes],
    ['cleared differences', clearDifferences],
    // Nobody needs to be reminded of a difference that has just been cleared.
    ...(anyDayWasDue ? [['open differences', watchDifferences] as const] : []),
  ]
}

/**
 * Runs the daily-file jobs that are due: writes the partner file of the previous day from 00:45 on,
 * Vietnam time, reads the files of the service, reconciles them, settles what a file proves, and
 * clears the differences of earlier days whose other row has arrived. Raises an alert for
 * differences, for a late file, for a file with an unknown name and for a failure. Every step takes
 * a lease and is idempotent. Work that exceeds the statement budget or the time of an invocation is
 * continued by the next one.
 *
 * @throws AggregateError at the end, with what failed
 * @see Specification 1.7
 *
 * @example
 * ```ts
 * import type { OrdersContext } from '@merchant-edge/orders'
 * import { processDailyFiles, type DailyFilesContext } from '@merchant-edge/orders/daily-files'
 *
 * export async function everyMinute(
 *   context: OrdersContext,
 *   files: DailyFilesContext['files'],
 * ): Promise<number> {
 *   const { written, reconciled } = await processDailyFiles({ ...context, files })
 *   return written + reconciled
 * }
 * ```
 */
export async function processDailyFiles(whole: DailyFilesContext): Promise<DailyFilesReport> {
  checkDailyFilesContext('processDailyFiles', whole)
  const context = spending(whole, budgetOfInvocation(whole, workMs))
  const report: DailyFilesReport = { written: 0, reconciled: 0, stopped: 0 }
  await followNewDays(context)
  const due = await openDatabase(context)
    .select({ day: dailyFiles.day })
    .from(dailyFiles)
    .where(and(isNotNull(dailyFiles.nextAtMs), lte(dailyFiles.nextAtMs, context.now())))
    .orderBy(asc(dailyFiles.day))
    .limit(daysPerRound)
  const failures: unknown[] = []
  // Oldest day first, because its carried rows are input of the next day.
  for (const { day } of due) {
    if (roomFor(context, { each: statementsPerDay, max: 1 }) === 0) break
    try {
      const followed = await lease(context, day)
      if (followed !== undefined) await processDay(context, followed, report)
    } catch (error) {
      failures.push(error)
      await releaseFailedDay(context, day, error).catch((second) => failures.push(second))
    }
  }
  for (const [work, step] of stepsAfter(due.length > 0)) {
    try {
      await step(context)
    } catch (error) {
      failures.push(error)
      logFailure(context, { work }, error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some daily files could not be worked on.')
  return report
}
