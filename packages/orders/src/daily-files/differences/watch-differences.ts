import { sql } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { openDatabase } from '../../database/open-database.ts'
import { alerts } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { roomFor } from '../../pacing/budget.ts'
import { subjectOfRun } from '../comparison/compare-day.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { undecidedDays } from './list-undecided-differences.ts'

const remindedAfterMs = 24 * 60 * 60_000
const statementsEach = 4

/**
 * Raises the alert about the differences of a day once a day, as long as some of them have no
 * verdict; this reopens an alert that was closed before.
 */
export async function watchDifferences(context: DailyFilesContext): Promise<void> {
  const days = await undecidedDays(context)
  if (days.length === 0) return
  const subjects = new Map(days.map((one) => [subjectOfRun(one.day, one.runId), one]))
  const due = await openDatabase(context).all<{ subject: string; data: string }>(sql`
    SELECT ${alerts.subject} AS "subject" FROM ${alerts}
    WHERE ${alerts.kind} = 'reconciliation_differences'
      AND ${alerts.subject} IN (SELECT value FROM json_each(${JSON.stringify([...subjects.keys()])}))
      AND ${alerts.lastRaisedAtMs} <= ${context.now() - remindedAfterMs}`)
  const room = roomFor(context, { each: statementsEach, max: due.length })
  const transitions = due.slice(0, room).flatMap(({ subject }) => {
    const one = subjects.get(subject)
    if (one === undefined) return []
    const data = { day: one.day, run_id: one.runId, undecided: one.undecided }
    return [alertOnce({ kind: 'reconciliation_differences', subject, atMs: context.now(), data })]
  })
  if (transitions.length > 0) await transactAll(context, { transitions })
}
