import { desc, eq } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../../database/schema.ts'
import type { ReconciliationView } from '../daily-files-api.ts'
import { nameOfFile } from '../bucket/file-keys.ts'
import { checkDailyFilesContext, type DailyFilesContext } from '../daily-files-context.ts'
import { vietnamDay } from '../vietnam-day.ts'

const newestDays = 100

interface DayRows {
  readonly followed: typeof dailyFiles.$inferSelect
  readonly run: typeof reconciliationRuns.$inferSelect | null
}

function runView(run: typeof reconciliationRuns.$inferSelect): ReconciliationView['run'] {
  const { state, totals, bridgeCloses, outputs, errorCode, errorMessage, forcedAtMs } = run
  const error = errorCode === null ? undefined : { code: errorCode, message: errorMessage ?? '' }
  return {
    id: run.id,
    at: Math.floor(run.atMs / 1000),
    partnerSha256: run.partnerSha256,
    serviceSha256: run.serviceSha256,
    ...(totals !== null && { totals }),
    ...(bridgeCloses !== null && { bridgeCloses }),
    ...(outputs !== null && { outputs }),
    ...(error !== undefined && state === 'stopped' && { error }),
    ...(error !== undefined &&
      forcedAtMs !== null && { forced: { at: Math.floor(forcedAtMs / 1000), ...error } }),
  }
}

function viewOf(
  { files }: Pick<DailyFilesContext, 'files'>,
  { followed, run }: DayRows,
): ReconciliationView {
  const { day, partnerSha256, partnerRows, partnerLeftOut, serviceResult } = followed
  const shownRun = run === null ? undefined : runView(run)
  return {
    day,
    state: run?.state ?? 'waiting',
    ...(partnerSha256 !== null && {
      partnerFile: {
        name: nameOfFile(files, 'partner', day),
        rows: partnerRows ?? 0,
        leftOut: partnerLeftOut ?? 0,
        sha256: partnerSha256,
      },
    }),
    ...(shownRun !== undefined && { run: shownRun }),
    ...(serviceResult !== null && { serviceResult }),
  }
}

function dayRows(context: DailyFilesContext) {
  return openDatabase(context)
    .select({ followed: dailyFiles, run: reconciliationRuns })
    .from(dailyFiles)
    .leftJoin(reconciliationRuns, eq(reconciliationRuns.id, dailyFiles.runId))
}

/**
 * The reconciliation of a day; `null` when the day is not tracked.
 *
 * @param day `YYYY-MM-DD`, a day of Vietnam
 * @throws TypeError when it is no day
 */
export async function findReconciliation(
  context: DailyFilesContext,
  day: string,
): Promise<ReconciliationView | null> {
  checkDailyFilesContext('findReconciliation', context)
  checkArguments('findReconciliation', {}, { day })
  const [rows] = await dayRows(context).where(eq(dailyFiles.day, vietnamDay(day).day))
  return rows === undefined ? null : viewOf(context, rows)
}

/** The newest days, newest first, at most 100. */
export async function listReconciliations(
  context: DailyFilesContext,
): Promise<ReconciliationView[]> {
  checkDailyFilesContext('listReconciliations', context)
  const rows = await dayRows(context).orderBy(desc(dailyFiles.day)).limit(newestDays)
  return rows.map((row) => viewOf(context, row))
}
