import { sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, dailyFiles, reconciliationRuns, refunds, transfers } from '../database/schema.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { dayOf, dayPlus } from './vietnam-day.ts'

/** Days after which an unknown outcome that no file has named raises an alert. Assumes G-109. */
const unknownDaysMax = 3
const mostAlerts = 500

interface Unsettled {
  readonly kind: 'payment' | 'refund' | 'transfer'
  readonly subject: string
  readonly day: string
}

/**
 * Raises an alert for payments, refunds and transfers whose outcome is still unknown although the files of
 * their day and of the next one were reconciled and three days have passed. It decides nothing: that a
 * file does not name something proves nothing about it.
 */
export async function watchUnsettled(context: DailyFilesContext): Promise<void> {
  const db = openDatabase(context)
  const lastDay = dayPlus(dayOf(context.now()), -unknownDaysMax)
  const dayOfColumn = (column: string) => sql.raw(`date(${column} / 1000 + 25200, 'unixepoch')`)
  const unsettled = await db.all<Unsettled>(sql`
    SELECT * FROM (
      SELECT 'payment' AS kind, reference AS subject, ${dayOfColumn('created_at_ms')} AS day
        FROM ${attempts} WHERE state IN ('create_unknown', 'payment_unknown')
      UNION ALL
      SELECT 'refund', id, ${dayOfColumn('updated_at_ms')}
        FROM ${refunds} WHERE state = 'refund_unknown'
      UNION ALL
      SELECT 'transfer', id, ${dayOfColumn('created_at_ms')}
        FROM ${transfers} WHERE state = 'unknown') u
    WHERE u.day <= ${lastDay}
      AND 2 = (SELECT COUNT(*) FROM ${dailyFiles} f
        JOIN ${reconciliationRuns} r ON r.id = f.run_id AND r.state = 'done'
        WHERE f.day IN (u.day, date(u.day, '+1 day')))
      AND NOT EXISTS (SELECT 1 FROM alerts
        WHERE alerts.kind = 'unknown_not_in_files' AND alerts.subject = u.subject)
    LIMIT ${mostAlerts}`)
  await inParallel(unsettled, async ({ kind, subject, day }) => {
    await raiseAlert(context, {
      kind: 'unknown_not_in_files',
      subject,
      atMs: context.now(),
      data: { what: kind, day, days: unknownDaysMax },
    })
  })
}
