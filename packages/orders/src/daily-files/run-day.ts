import { ReconcileError } from '@merchant-edge/reconcile'
import { eq, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { insertWhere } from '../database/insert-where.ts'
import { openDatabase } from '../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../database/schema.ts'
import { alertsAboutRun } from './alert-about-run.ts'
import { compareDay } from './compare-day.ts'
import type { RunTotals } from './daily-files-api.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { etagsOfRun, filesOfRun, inputsOfRun, type RunFiles, type RunInputs } from './run-inputs.ts'
import { settleByFile } from './settle-by-file.ts'

/** What a look at the files of a day came to. */
export type DayLook =
  /** The service file is not there. */
  | 'waiting'
  /** The files are those of the run that stands for the day. */
  | 'unchanged'
  | 'done'
  | 'stopped'

interface DayRun {
  readonly files: RunFiles
  readonly inputs: RunInputs
  readonly seen: string
}

function standFor(context: DailyFilesContext, { files, inputs, seen }: DayRun) {
  return openDatabase(context)
    .update(dailyFiles)
    .set({ runId: inputs.runId, seen })
    .where(eq(dailyFiles.day, files.day))
}

async function storeDone(context: DailyFilesContext, run: DayRun): Promise<void> {
  const db = openDatabase(context)
  const { files, inputs } = run
  const { day, serviceKey } = files
  const { runId, partnerSha256, serviceSha256 } = inputs
  const { reconciliation, outputs } = await compareDay(context, { files, runId })
  const oneSidedKey = outputs['carriedService']?.key
  const evidence = { serviceKey, serviceSha256 }
  const settled =
    oneSidedKey === undefined ? 0 : await settleByFile(context, { ...evidence, oneSidedKey })
  const { counts, exceptions, carried, bridge } = reconciliation
  const { closed, open, added } = carried
  const totals: RunTotals = { counts, exceptions, carried: { closed, open, added }, settled }
  const bridgeCloses = bridge.closes
  const values = { id: runId, day, state: 'done', atMs: context.now() } as const
  await db.batch([
    insertWhere(db, reconciliationRuns, {
      values: { ...values, partnerSha256, serviceSha256, totals, outputs, bridgeCloses },
      where: sql`TRUE`,
    }),
    standFor(context, run),
    ...alertsAboutRun(context, { day, runId, totals, bridgeCloses }),
  ])
}

async function storeStopped(
  context: DailyFilesContext,
  run: DayRun,
  error: ReconcileError,
): Promise<void> {
  const db = openDatabase(context)
  const { day } = run.files
  const { runId: id, partnerSha256, serviceSha256 } = run.inputs
  const atMs = context.now()
  const failure = { errorCode: error.code, errorMessage: `${error.message} ${error.remedy}` }
  await db.batch([
    insertWhere(db, reconciliationRuns, {
      values: { id, day, state: 'stopped', atMs, partnerSha256, serviceSha256, ...failure },
      where: sql`TRUE`,
    }),
    standFor(context, run),
    raiseAlert(db, {
      kind: 'reconciliation_stopped',
      subject: `${day}:${id.slice(0, 16)}`,
      atMs,
      facts: { day, run_id: id, code: error.code, message: failure.errorMessage },
    }),
  ])
}

/**
 * Reconciles the files of a day, once for their content: the same content is the same run, whose outcome
 * stands already. Another content, a file that was sent again above all, or another thing carried over
 * from the day before, is another run, and stands for the day from then on.
 */
export async function runDay(
  context: DailyFilesContext,
  followed: Pick<typeof dailyFiles.$inferSelect, 'day' | 'seen'>,
): Promise<DayLook> {
  const files = await filesOfRun(context, followed.day)
  const seen = await etagsOfRun(context, files)
  if (seen === undefined) return 'waiting'
  if (seen === followed.seen) return 'unchanged'
  const inputs = await inputsOfRun(context, files)
  const run = { files, inputs, seen }
  const [before] = await openDatabase(context)
    .select({ state: reconciliationRuns.state })
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.id, inputs.runId))
  if (before !== undefined) {
    await standFor(context, run)
    return 'unchanged'
  }
  try {
    await storeDone(context, run)
    return 'done'
  } catch (error) {
    if (!(error instanceof ReconcileError)) throw error
    await storeStopped(context, run, error)
    return 'stopped'
  }
}
