import type { AlertKind } from '../../alerts/alert-kinds.ts'
import { alertOnce } from '../../alerts/alerts.ts'
import type { JournalData } from '../../database/schema.ts'
import type { Transition } from '../../database/transition.ts'
import { subjectOfRun } from './compare-day.ts'
import type { RunTotals } from '../daily-files-api.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'

/** A reconciliation run and its results, as far as alerts need them. */
export interface RunToReport {
  readonly day: string
  readonly runId: string
  readonly totals: RunTotals
  /** Number of its differences that already have a verdict from an earlier run. */
  readonly decided: number
  readonly bridgeCloses: boolean
}

/** The alerts that a run raises, for the batch that stores the run. */
export function alertsAboutRun(context: DailyFilesContext, run: RunToReport): Transition[] {
  const { day, runId, decided, bridgeCloses } = run
  const { counts, exceptions, settled } = run.totals
  const about = { day, run_id: runId }
  const found: { readonly kind: AlertKind; readonly data: JournalData }[] = []
  if (counts['01'] + counts['02'] + counts['03'] > decided) {
    const differing = { status_01: counts['01'], status_02: counts['02'], status_03: counts['03'] }
    found.push({ kind: 'reconciliation_differences', data: { ...about, ...differing, settled } })
  }
  if (exceptions.bad_checksum > 0) {
    const data = { ...about, rows: exceptions.bad_checksum }
    found.push({ kind: 'reconciliation_bad_checksums', data })
  }
  if (exceptions.malformed + exceptions.duplicate > 0) {
    const { malformed, duplicate } = exceptions
    found.push({ kind: 'reconciliation_exceptions', data: { ...about, malformed, duplicate } })
  }
  if (!bridgeCloses) found.push({ kind: 'reconciliation_bridge_open', data: about })
  const subject = subjectOfRun(day, runId)
  const atMs = context.now()
  return found.map(({ kind, data }) => alertOnce({ kind, subject, atMs, data }))
}

/** The alert that the comparison of a day was stopped, for the batch that says so. */
export function alertAboutStop(
  context: DailyFilesContext,
  {
    files: { day },
    inputs: { runId },
  }: { readonly files: { readonly day: string }; readonly inputs: { readonly runId: string } },
  { code, message }: { readonly code: string; readonly message: string | null },
): Transition {
  return alertOnce({
    kind: 'reconciliation_stopped',
    subject: `${subjectOfRun(day, runId)}:${code}`,
    atMs: context.now(),
    data: { day, run_id: runId, code, message: message ?? '' },
  })
}
