import { ReconcileError, reconciliationJson, type Reconciliation } from '@merchant-edge/reconcile'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { type Transition, insert, update } from '../database/transition.ts'
import { alertAboutStop, alertsAboutRun } from './comparison/alerts-about-run.ts'
import { carriedVerdicts } from './differences/carry-verdicts.ts'
import { reopenLaterClearings } from './differences/clear-differences.ts'
import { compareDay, prefixOfRun } from './comparison/compare-day.ts'
import type { ForeignTotal, RunTotals } from './daily-files-api.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { verdictsOn } from './differences/read-verdicts.ts'
import {
  areSameFiles,
  FileReplacedError,
  filesOfRun,
  inputsOfRun,
  readRunFiles,
  type RunInputs,
  type SeenFiles,
} from './bucket/run-inputs.ts'
import { nameOfKey } from './bucket/file-keys.ts'
import { settleByFile } from './settlement/settle-by-file.ts'
import { settledByFile } from './settlement/settled-by-file.ts'
import { readProgress } from './settlement/settling-progress.ts'
import { takeRefundsElsewhere } from './settlement/take-refunds-elsewhere.ts'

/** Result of checking the files of a day. */
export type DayCheck =
  /** The service file has not arrived. */
  | 'waiting'
  /** The files are unchanged since the current run. */
  | 'unchanged'
  | 'done'
  | 'stopped'
  /**
   * The budget ended before everything that the service file proves was settled, or a file was
   * replaced meanwhile: the day must be checked again.
   */
  | 'unfinished'

interface DayRun {
  readonly files: SeenFiles
  readonly inputs: RunInputs
}

/** @param seen etags of the files that need not be read again; null to have the day checked again */
function setCurrentRun({ files, inputs }: DayRun, seen: string | null): Transition {
  return {
    decide: update(dailyFiles, {
      set: { runId: inputs.runId, seen },
      where: eq(dailyFiles.day, files.day),
    }),
  }
}

/**
 * Makes the next compared day due again, because the rows carried over to it may have changed. A
 * day that was compared more than a week ago is not tracked any more. A worker that checks the day
 * right now may have read the rows before, and may do so for the last time: it is told by a time
 * behind the end of its lease.
 */
function makeNextDayDue(context: DailyFilesContext, { files }: DayRun): Transition {
  const nextDay = sql`(SELECT min(day) FROM daily_files WHERE day > ${files.day} AND run_id IS NOT NULL)`
  const { nextAtMs, leaseUntilMs } = dailyFiles
  return {
    decide: update(dailyFiles, {
      set: { nextAtMs: sql`coalesce(${leaseUntilMs} + 1, ${context.now()})` },
      where: and(eq(dailyFiles.day, nextDay), or(isNull(nextAtMs), isNotNull(leaseUntilMs))),
    }),
  }
}

/**
 * Makes a run the current run of its day, together with the given writes in one batch, and attaches
 * existing verdicts to its differences.
 *
 * @param key key of the object with the run's differences, if it is stored
 */
async function makeCurrent(
  context: DailyFilesContext,
  run: DayRun,
  { key, transitions }: { readonly key: string | undefined; readonly transitions: Transition[] },
): Promise<void> {
  await transactAll(context, {
    transitions: [
      ...transitions,
      // Until the late verdicts are attached too, the day is to be checked again.
      setCurrentRun(run, null),
      makeNextDayDue(context, run),
      reopenLaterClearings(run.files.day),
    ],
  })
  const { files, inputs } = run
  // Attach verdicts that were given to the previous run in the meantime; from now on only this run
  // accepts verdicts.
  const late = await carriedVerdicts(context, { day: files.day, runId: inputs.runId, key })
  await transactAll(context, {
    transitions: [...late.transitions, setCurrentRun(run, files.seen)],
  })
}

/** The columns that say why a run was stopped, and whether an operator forced it to continue. */
function stopOf(error?: ReconcileError, forcedAtMs: number | null = null) {
  return { errorCode: error?.code ?? null, errorMessage: error?.message ?? null, forcedAtMs }
}

/** Stores the result of a run; only the result of a stopped run can change. */
function runStored(
  context: DailyFilesContext,
  outcome: Omit<typeof reconciliationRuns.$inferInsert, 'atMs'>,
): Transition {
  return {
    decide: insert(reconciliationRuns, {
      values: { ...outcome, atMs: context.now() },
      replaces: { same: reconciliationRuns.id, when: eq(reconciliationRuns.state, 'stopped') },
    }),
  }
}

function foreignTotals(reconciliation: Reconciliation): ForeignTotal[] {
  return reconciliationJson(reconciliation).foreign.kinds.map(({ name, transactions, totals }) => ({
    name,
    transactions,
    sums: totals.map(({ currency, type, rows, amount }) => ({ currency, type, rows, amount })),
  }))
}

async function storeFinishedRun(
  context: DailyFilesContext,
  run: DayRun,
): Promise<'done' | 'unfinished'> {
  const { files, inputs } = run
  const { day, serviceKey, serviceEtag } = files
  const { runId, partnerSha256, serviceSha256 } = inputs
  const { reconciliation, outputs, foreign, forced } = await compareDay(context, { files, inputs })
  const oneSidedKey = outputs['carriedService']?.key
  const evidence = {
    serviceKey,
    serviceEtag,
    serviceSha256,
    progressKey: `${prefixOfRun(day, runId)}settling.json`,
  }
  const progress =
    oneSidedKey === undefined
      ? { ...(await readProgress(context, evidence.progressKey)), isWhole: true }
      : await settleByFile(context, { ...evidence, oneSidedKey })
  if (!progress.isWhole) return 'unfinished'
  if (!(await takeRefundsElsewhere(context, foreign, { ...evidence, progress }))) {
    return 'unfinished'
  }
  const source = { file: nameOfKey(serviceKey), fileSha256: serviceSha256 }
  const settled = await settledByFile(context, source)
  const { counts, exceptions, carried, bridge } = reconciliation
  const { closed, open, added } = carried
  const totals: RunTotals = {
    counts,
    exceptions,
    carried: { closed, open, added },
    settled,
    foreign: foreignTotals(reconciliation),
  }
  const bridgeCloses = bridge.closes
  const stored = runStored(context, {
    id: runId,
    day,
    state: 'done',
    partnerSha256,
    serviceSha256,
    totals,
    outputs,
    bridgeCloses,
    codesFrom: outputs['differences'] === undefined ? null : 0,
    clearedFrom: (outputs['cleared']?.bytes ?? 0) === 0 ? null : 0,
    ...stopOf(forced?.error, forced?.atMs),
  })
  const key = outputs['differences']?.key
  const verdicts = await carriedVerdicts(context, { day, runId, key })
  const { decided } = verdicts
  const alerts = alertsAboutRun(context, { day, runId, totals, decided, bridgeCloses })
  await makeCurrent(context, run, {
    key,
    transitions: [stored, ...verdicts.transitions, ...alerts],
  })
  return 'done'
}

async function storeStoppedRun(
  context: DailyFilesContext,
  run: DayRun,
  error: ReconcileError,
): Promise<void> {
  const { day } = run.files
  const { runId: id, partnerSha256, serviceSha256 } = run.inputs
  const stored = runStored(context, {
    id,
    day,
    state: 'stopped',
    partnerSha256,
    serviceSha256,
    // When the forced run was stopped too, no forced run is pending any more.
    ...stopOf(error),
  })
  // A replaced file may be put back later, so this check is not remembered.
  const seen = error.code === 'ERR_FILE_CHANGED' ? null : run.files.seen
  const alert = alertAboutStop(context, run, error)
  await transactAll(context, { transitions: [stored, setCurrentRun(run, seen), alert] })
}

type FollowedDay = Pick<typeof dailyFiles.$inferSelect, 'day' | 'seen' | 'runId'>

async function wasCompared(context: DailyFilesContext, { runId }: FollowedDay): Promise<boolean> {
  if (runId === null) return false
  const [run] = await openDatabase(context)
    .select({ state: reconciliationRuns.state, forcedAtMs: reconciliationRuns.forcedAtMs })
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.id, runId))
  return run?.state === 'done' && run.forcedAtMs === null
}

type StoredRun = typeof reconciliationRuns.$inferSelect

/**
 * Makes an earlier run the current run of its day again, and raises its alerts again, because
 * another run was current meanwhile.
 */
async function makeCurrentAgain(
  context: DailyFilesContext,
  run: DayRun,
  { stored, followed }: { readonly stored: StoredRun; readonly followed: FollowedDay },
): Promise<void> {
  const { id: runId, day, totals, bridgeCloses } = stored
  const key = stored.outputs?.['differences']?.key
  const isOther = followed.runId !== runId
  if (!isOther || totals === null) {
    const { errorCode: code, errorMessage: message } = stored
    const isRaised = isOther && code !== null
    const transitions = isRaised ? [alertAboutStop(context, run, { code, message })] : []
    await makeCurrent(context, run, { key, transitions })
    return
  }
  const verdicts = await carriedVerdicts(context, { day, runId, key })
  const decided = verdicts.decided + (await verdictsOn(context, runId))
  const about = { day, runId, totals, decided, bridgeCloses: bridgeCloses !== false }
  const alerts = alertsAboutRun(context, about)
  await makeCurrent(context, run, { key, transitions: [...verdicts.transitions, ...alerts] })
}

/**
 * Whether to repeat a run of the same files: with force when a person has asked for it, and when a
 * file was replaced during the comparison, which says nothing about the files themselves.
 */
function isToRepeat({ state, forcedAtMs, errorCode }: StoredRun): boolean {
  return state === 'stopped' && (forcedAtMs !== null || errorCode === 'ERR_FILE_CHANGED')
}

async function compareUnlessUnchanged(
  context: DailyFilesContext,
  files: SeenFiles,
  followed: FollowedDay,
): Promise<DayCheck> {
  const inputs = await inputsOfRun(context, files)
  const run = { files, inputs }
  const [stored] = await openDatabase(context)
    .select()
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.id, inputs.runId))
  if (stored !== undefined && !isToRepeat(stored)) {
    await makeCurrentAgain(context, run, { stored, followed })
    return 'unchanged'
  }
  try {
    return await storeFinishedRun(context, run)
  } catch (error) {
    if (!(error instanceof ReconcileError)) throw error
    await storeStoppedRun(context, run, error)
    return 'stopped'
  }
}

/**
 * Reconciles the files of a day, once per content: the same content is the same run, whose outcome
 * is already stored. Different content makes another run, which is then the current run of the day:
 * usually a file that was sent again, or different rows carried over from the day before. Only a
 * stopped run is repeated: under other settings, with force when an operator asks for it, or after
 * a file was replaced while it was read. A day that was compared without force is not compared
 * again because a key was changed.
 */
export async function runDay(context: DailyFilesContext, followed: FollowedDay): Promise<DayCheck> {
  const files = await readRunFiles(context, await filesOfRun(context, followed.day))
  if (files === undefined) return 'waiting'
  const { seen } = files
  if (seen === followed.seen) return 'unchanged'
  if (areSameFiles(seen, followed.seen) && (await wasCompared(context, followed))) {
    return 'unchanged'
  }
  try {
    return await compareUnlessUnchanged(context, files, followed)
  } catch (error) {
    if (error instanceof FileReplacedError) return 'unfinished'
    throw error
  }
}
