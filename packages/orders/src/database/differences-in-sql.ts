import { sql, type SQL } from 'drizzle-orm'
import { clearedDifferences, dailyFiles, differenceVerdicts } from './schema.ts'

/** SQL for the number of differences that a run has found, from the column of its totals. */
export function differencesOf(totals: string): string {
  const counts = ['01', '02', '03'].map((status) => `(${totals} ->> '$.counts."${status}"')`)
  return `(${counts.join(' + ')})`
}

/** SQL condition: the run that has cleared a difference is still the current run of its day. */
export const isStillCleared: SQL = sql`EXISTS (SELECT 1 FROM ${dailyFiles}
  WHERE ${dailyFiles.day} = ${clearedDifferences.clearedOn}
    AND ${dailyFiles.runId} = ${clearedDifferences.clearedBy})`

/**
 * SQL for the number of differences of a run that nobody needs to decide any more: they have a
 * verdict, or the files of a later day have cleared them.
 *
 * @param runId id of the run, or the column that has it
 */
export function decidedDifferencesOf(runId: SQL): SQL<number> {
  return sql`((SELECT count(*) FROM ${differenceVerdicts} WHERE run_id = ${runId})
    + (SELECT count(DISTINCT fingerprint) FROM ${clearedDifferences}
      WHERE run_id = ${runId} AND ${isStillCleared}
        AND NOT EXISTS (SELECT 1 FROM ${differenceVerdicts} v WHERE v.run_id = ${runId}
          AND v.day = ${clearedDifferences.day} AND v.fingerprint = ${clearedDifferences.fingerprint})))`
}
