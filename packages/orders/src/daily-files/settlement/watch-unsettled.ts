import { sql } from 'drizzle-orm'
import { raiseAlert } from '../../alerts/alerts.ts'
import { openDatabase } from '../../database/open-database.ts'
import {
  attempts,
  dailyFiles,
  reconciliationRuns,
  refunds,
  transfers,
} from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { roomFor } from '../../pacing/budget.ts'
import { maxConnections } from '../../pacing/work-pool.ts'
import { processInParallel } from '../../pacing/process-in-parallel.ts'
import { readRefund } from '../../refunds/find-refund.ts'
import { withdrawPresumed } from '../../refunds/presume-refund.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { sourceOfFile } from './file-evidence.ts'
import { transferSubject } from './transfer-subject.ts'
import { dayOf, dayPlus } from '../vietnam-day.ts'

/** Days after which an unknown outcome that no file has named raises an alert. Assumes G-109. */
const maxUnknownDays = 3
const remindedAfterMs = 24 * 60 * 60_000
const maxAlerts = 500
/** Maximum number of statements to withdraw one refund, or to raise one alert. */
const statementsEach = 12

/**
 * Whether the budget allows another one besides those in progress; the next rounds process the
 * rest.
 */
function mayBegin(context: DailyFilesContext): boolean {
  return (
    roomFor(context, { each: statementsEach, max: maxConnections, underWay: maxConnections - 1 }) >
    0
  )
}

const dayOfColumn = (column: string) => sql.raw(`date(${column} / 1000 + 25200, 'unixepoch')`)

interface Unsettled {
  readonly kind: 'payment' | 'refund' | 'transfer'
  readonly subject: string
  readonly day: string
}

/**
 * Makes presumed refunds unknown again that no file has named, once all days are reconciled from
 * the day of the request to the day after the presumption.
 */
async function withdrawUnnamed(context: DailyFilesContext): Promise<void> {
  const unnamed = await openDatabase(context).all<{ id: string; lastDay: string }>(sql`
    SELECT p.id, p.last_day AS lastDay FROM (
      SELECT id, ${dayOfColumn('created_at_ms')} AS first_day,
        date(presumed_at_ms / 1000 + 25200, 'unixepoch', '+1 day') AS last_day
      FROM ${refunds} WHERE state = 'presumed_refunded') p
    WHERE julianday(p.last_day) - julianday(p.first_day) + 1 = (SELECT COUNT(*) FROM ${dailyFiles} f
      JOIN ${reconciliationRuns} r ON r.id = f.run_id AND r.state = 'done'
      WHERE f.day BETWEEN p.first_day AND p.last_day)
    LIMIT ${maxAlerts}`)
  await processInParallel(
    unnamed,
    async ({ id, lastDay }) => {
      const refund = await readRefund(context, id)
      if (refund === undefined) return
      await withdrawPresumed(context, refund, {
        evidence: sourceOfFile,
        data: { not_named_until: lastDay },
      })
    },
    () => mayBegin(context),
  )
}

/**
 * Raises an alert for payments, refunds and transfers whose outcome is still unknown although the
 * files of their day and of the next day were reconciled and three days have passed. The alert is
 * raised again every day, which reopens a closed one, except for refunds, which have their own
 * reminder. It settles nothing: a missing row in a file proves nothing. Presumed refunds become
 * unknown again. A transaction that a file names with another amount or under another transaction
 * already has its own alert. One id of the shop may be the id of a refund and of a transfer.
 */
export async function watchUnsettled(context: DailyFilesContext): Promise<void> {
  await withdrawUnnamed(context)
  const db = openDatabase(context)
  const lastDay = dayPlus(dayOf(context.now()), -maxUnknownDays)
  const remindedBefore = context.now() - remindedAfterMs
  const unsettled = await db.all<Unsettled>(sql`
    SELECT * FROM (
      SELECT 'payment' AS kind, reference AS subject, ${dayOfColumn('created_at_ms')} AS day
        FROM ${attempts} WHERE state IN ${attemptsIn.unanswered} AND state = 'create_unknown'
      UNION ALL
      SELECT 'payment', reference, ${dayOfColumn('created_at_ms')}
        FROM ${attempts} WHERE state = 'payment_unknown'
      UNION ALL
      SELECT 'refund', id, ${dayOfColumn('updated_at_ms')}
        FROM ${refunds} WHERE state = 'refund_unknown' OR (state = 'part_settled' AND owed_refused = 0)
      UNION ALL
      SELECT 'transfer', id, ${dayOfColumn('created_at_ms')}
        FROM ${transfers} WHERE state = 'unknown') u
    WHERE u.day <= ${lastDay}
      AND 2 = (SELECT COUNT(*) FROM ${dailyFiles} f
        JOIN ${reconciliationRuns} r ON r.id = f.run_id AND r.state = 'done'
        WHERE f.day IN (u.day, date(u.day, '+1 day')))
      AND NOT EXISTS (SELECT 1 FROM alerts
        WHERE alerts.subject IN (u.subject, ${transferSubject('')} || u.subject) AND (
          alerts.kind = 'unknown_not_in_files' AND alerts.facts ->> '$.what' = u.kind
            AND (u.kind = 'refund' OR alerts.last_raised_at_ms > ${remindedBefore})
          OR alerts.kind IN ('file_amount_differs', 'file_contradicts', 'transaction_of_other_transfer')
            AND (alerts.facts ->> '$.transfer_id' IS NOT NULL) = (u.kind = 'transfer')))
    LIMIT ${maxAlerts}`)
  await processInParallel(
    unsettled,
    async ({ kind, subject, day }) => {
      const isTransfer = kind === 'transfer'
      await raiseAlert(context, {
        kind: 'unknown_not_in_files',
        subject: isTransfer ? transferSubject(subject) : subject,
        atMs: context.now(),
        data: {
          what: kind,
          ...(isTransfer && { transfer_id: subject }),
          day,
          days: maxUnknownDays,
        },
      })
    },
    () => mayBegin(context),
  )
}
