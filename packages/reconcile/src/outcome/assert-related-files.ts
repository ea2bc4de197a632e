import type { FileTally, Suspicion } from '../engine/engine.ts'
import { type FileKind, parseFileName } from '../file-name.ts'
import { ReconcileError } from '../reconcile-error.ts'
import type { OutcomeTally } from './outcome-tally.ts'
import type { ReconcileInput } from '../reconcile-options.ts'

/** From so many rows on, a share is significant. Assumes G-90. */
const significantRows = 200
/** A key that verifies none of the first so many rows is wrong. */
const keyCheckRows = 1000
/** With fewer rows, that all of them are bad proves nothing. */
const minRows = 3

/**
 * Checks kind and day of the file names, where names are given.
 *
 * @returns the day as YYYY-MM-DD; undefined when no name is given
 * @throws ReconcileError `ERR_FILE_NAME` or `ERR_DAYS_DIFFER`
 */
export function assertFileNames(
  partner: ReconcileInput,
  service: ReconcileInput,
): string | undefined {
  const days = (
    [
      ['partner', partner],
      ['service', service],
    ] as const
  ).map(([kind, { name }]: readonly [FileKind, ReconcileInput]) => {
    if (name === undefined) return undefined
    const parsed = parseFileName(name)
    if (parsed?.kind === kind) return parsed.day
    throw new ReconcileError('ERR_FILE_NAME', `"${name}" is no name of a ${kind} file.`)
  })
  const [one, other] = days
  if (one !== undefined && other !== undefined && one !== other) {
    const what = `The partner file is of ${one} and the service file of ${other}.`
    throw new ReconcileError('ERR_DAYS_DIFFER', what)
  }
  return one ?? other
}

/**
 * Checks that checksums verify: at least one row of a file, and half of a long file.
 *
 * @throws ReconcileError `ERR_CHECKSUM_KEY`
 */
export function assertChecksumKey(tally: FileTally, isAtEnd: boolean): void {
  const { rows, malformedRows, badChecksumRows, side } = tally
  const checked = rows - malformedRows
  if (tally.origin === 'carried' || (!isAtEnd && checked < keyCheckRows)) return
  const isNone = checked >= minRows && badChecksumRows === checked
  const isMost = isAtEnd && checked >= significantRows && badChecksumRows * 2 > checked
  if (!isNone && !isMost) return
  const what = `Of the first ${checked} rows of the ${side} file, ${badChecksumRows} have a wrong checksum.`
  throw new ReconcileError('ERR_CHECKSUM_KEY', what)
}

/**
 * Checks that not only one of the files has rows.
 *
 * @throws ReconcileError `ERR_FILE_EMPTY`
 */
export function assertNotEmpty(tallies: readonly FileTally[]): void {
  const files = tallies.filter(({ origin }) => origin === 'file')
  const empty = files.find(({ rows }) => rows === 0)
  if (empty === undefined || files.every(({ rows }) => rows === 0)) return
  throw new ReconcileError(
    'ERR_FILE_EMPTY',
    `The ${empty.side} file has no rows, the other has some.`,
  )
}

/**
 * Checks that at least one file has a well-formed row. Two files that were swapped have none. Assumes G-90.
 *
 * @throws ReconcileError `ERR_FILES_UNRELATED`
 */
export function assertReadable(tallies: readonly FileTally[]): void {
  const files = tallies.filter(({ origin }) => origin === 'file')
  if (files.some(({ rows, malformedRows }) => rows < minRows || malformedRows < rows)) return
  const rows = files.map((tally) => `${tally.rows} of the ${tally.side} file`).join(' and ')
  const what = `All rows are malformed, ${rows}; perhaps the two files changed places.`
  throw new ReconcileError('ERR_FILES_UNRELATED', what)
}

function goodRows(tallies: readonly FileTally[]): number {
  return tallies.reduce((sum, tally) => sum + (tally.origin === 'file' ? tally.goodRows : 0), 0)
}

/**
 * Checks, before a long comparison, that a sample has more than a few equal rows.
 *
 * @throws ReconcileError `ERR_FILES_UNRELATED`
 */
export function assertSampleRelated(tallies: readonly FileTally[], suspicion: Suspicion): void {
  if (goodRows(tallies) < significantRows || suspicion.keys !== undefined) return
  if (suspicion.differentShare < 0.95) return
  const percent = Math.round(suspicion.differentShare * 100)
  throw new ReconcileError('ERR_FILES_UNRELATED', `About ${percent} % of the rows find no equal.`)
}

/**
 * Checks that at least half of the rows have an equal row on the other side. In short files, where a few
 * differences are half of the rows, only one-sided rows count. Assumes G-90.
 *
 * @throws ReconcileError `ERR_FILES_UNRELATED`
 */
export function assertRelatedFiles(tallies: readonly FileTally[], outcome: OutcomeTally): void {
  const all = goodRows(tallies)
  const isShort = all < significantRows
  const apart = isShort ? outcome.oneSidedRows : outcome.differingRows
  if (apart * 2 <= all) return
  const what = isShort ? 'have no row on the other side' : 'find no equal'
  throw new ReconcileError('ERR_FILES_UNRELATED', `${apart} of ${all} rows ${what}.`)
}
