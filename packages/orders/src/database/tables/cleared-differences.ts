import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ClearedTransaction } from '@merchant-edge/reconcile'

/**
 * Differences of the daily files that the files of a later day have cleared: the row of one side
 * has met the row of the other side. They count as long as the run that has cleared them is the
 * current run of its day.
 */
export const clearedDifferences = sqliteTable(
  'cleared_differences',
  {
    /** The day of the difference, `YYYY-MM-DD` in Vietnam. */
    day: text('day').notNull(),
    /** 64 hex digits of the SHA-256 over the rows of the difference. */
    fingerprint: text('fingerprint').notNull(),
    /** The last run of the day that found these rows. */
    runId: text('run_id').notNull(),
    /** The later day whose files have the other side. */
    clearedOn: text('cleared_on').notNull(),
    /** The run of that day. */
    clearedBy: text('cleared_by').notNull(),
    /** Status of the transaction on that day: `00` when both sides agree. */
    status: text('status').$type<ClearedTransaction['status']>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.fingerprint, table.clearedBy] }),
    check('cleared_differences_status', sql`status IN ('00', '01', '02', '03')`),
    index('cleared_differences_of_run').on(table.runId),
  ],
)
