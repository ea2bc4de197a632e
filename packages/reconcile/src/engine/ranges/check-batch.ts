import { recordProblem } from '../../csv/record-batch.ts'
import { layoutOf } from '../../layouts.ts'
import * as map from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import type { RowException } from '../../rows/row-exception.ts'
import type { EngineSettings, FileTally, RowSource } from '../engine.ts'
import { looksLikeHeader, problemReason, rejectRow } from '../reject-row.ts'

/** Numbers of the module for problems of a row, other than problems of a record and of a column. */
const checksumMismatch = 30
/** Marks a header that was reported or is skipped, so that it is not validated. */
const settled = 255

/** What one reading of a source has found so far. */
export interface Reading {
  readonly source: RowSource
  readonly tally: FileTally
  readonly isRepeat: boolean
  isFirst: boolean
}

/** Source and target of the exceptions of a batch. */
interface Rejecting {
  readonly source: RowSource
  readonly tally: FileTally
  readonly exceptions: RowException[]
}

/** Reports or skips a first row with the names of the columns. */
function settleHeader(
  { views: { batch, verified } }: ModuleInstance,
  { header, ...target }: Rejecting & Pick<EngineSettings, 'header'>,
): void {
  const { tally, source } = target
  if (batch.problems[0] !== recordProblem.none || verified[0] === 1) return
  if (!looksLikeHeader(batch, 0, layoutOf(source.side))) return
  batch.problems[0] = settled
  tally.isHeaderSkipped = header === 'skip'
  tally.isHeaderRefused = !tally.isHeaderSkipped
  if (tally.isHeaderSkipped) tally.rows -= 1
  else rejectRow('header', target, { line: batch.lines[0] ?? 0 })
}

/** Reports every row of the batch that has a problem. */
function rejectRows({ views }: ModuleInstance, target: Rejecting): void {
  const { batch, problemColumns } = views
  for (let record = 0; record < batch.count; record += 1) {
    const problem = batch.problems[record] ?? 0
    if (problem === recordProblem.none || problem === settled) continue
    const line = batch.lines[record] ?? 0
    const column = problemColumns[record] ?? 0
    const place = problem >= map.firstColumnProblem ? { line, column } : { line }
    if (problem === checksumMismatch) rejectRow('checksum_mismatch', target, { line })
    else rejectRow(problemReason(problem), target, place)
  }
}

/** The result of checking a batch. */
export interface CheckedBatch {
  /** Valid rows that are listed in the memory of the module, each with its fingerprint. */
  readonly good: number
  /** Rows that are exceptions. */
  readonly exceptions: RowException[]
}

/**
 * Steps 2 to 4 of the first reading: verifies, checks and fingerprints the records of a batch, and
 * counts them.
 */
export function checkBatch(
  instance: ModuleInstance,
  reading: Reading,
  { count, header }: { count: number } & Pick<EngineSettings, 'header'>,
): CheckedBatch {
  const { call, views } = instance
  const { tally } = reading
  const exceptions: RowException[] = []
  views.batch.count = count
  call.verifyChecksums()
  if (reading.isFirst) settleHeader(instance, { ...reading, exceptions, header })
  reading.isFirst = false
  const good = call.checkRows()
  tally.rows += count
  tally.goodRows += good
  if (good < count) rejectRows(instance, { ...reading, exceptions })
  return { good, exceptions }
}
