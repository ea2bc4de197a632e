import type { FileTally, Suspicion } from '../engine/engine.ts'
import { type FileKind, parseFileName } from '../file-name.ts'
import { ReconcileError } from '../reconcile-error.ts'
import type { OutcomeTally } from './outcome-tally.ts'
import type { ReconcileInput } from '../reconcile-options.ts'

/** From so many rows on, a share says something. Assumes G-90. */
const tellingRows = 200
/** Rows after which a key that verifies none is given up. */
const keyRows = 1000
/** From so many rows on, all of them say something. */
const fewestRows = 3

/** Refuses file names of another kind, and of different days; without names there is nothing to check. */
export function stopWrongNames(
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

/** Stops at a file of which nothing, or of a long one less than half, verifies under the key. */
export function stopWrongKey(tally: FileTally, isAtEnd: boolean): void {
  const { rows, malformedRows, badChecksumRows, side } = tally
  const checked = rows - malformedRows
  if (tally.origin === 'carried' || (!isAtEnd && checked < keyRows)) return
  const isNone = checked >= fewestRows && badChecksumRows === checked
  const isMost = isAtEnd && checked >= tellingRows && badChecksumRows * 2 > checked
  if (!isNone && !isMost) return
  const what = `Of the first ${checked} rows of the ${side} file, ${badChecksumRows} have a wrong checksum.`
  throw new ReconcileError('ERR_CHECKSUM_KEY', what)
}

/** Stops when one file has no rows and the other has some. */
export function stopEmptyFile(tallies: readonly FileTally[]): void {
  const files = tallies.filter(({ origin }) => origin === 'file')
  const empty = files.find(({ rows }) => rows === 0)
  if (empty === undefined || files.every(({ rows }) => rows === 0)) return
  throw new ReconcileError(
    'ERR_FILE_EMPTY',
    `The ${empty.side} file has no rows, the other has some.`,
  )
}

/**
 * Stops when nothing of either file can be read, which is what two files that changed places look like.
 * Assumes G-90.
 */
export function stopMalformed(tallies: readonly FileTally[]): void {
  const files = tallies.filter(({ origin }) => origin === 'file')
  if (files.some(({ rows, malformedRows }) => rows < fewestRows || malformedRows < rows)) return
  const rows = files.map((tally) => `${tally.rows} of the ${tally.side} file`).join(' and ')
  const what = `All rows are malformed, ${rows}; perhaps the two files changed places.`
  throw new ReconcileError('ERR_FILES_UNRELATED', what)
}

function goodRows(tallies: readonly FileTally[]): number {
  return tallies.reduce((sum, tally) => sum + (tally.origin === 'file' ? tally.goodRows : 0), 0)
}

/** Stops early, before a long comparison, when a sample finds hardly a row with an equal. */
export function stopStrangers(tallies: readonly FileTally[], suspicion: Suspicion): void {
  if (goodRows(tallies) < tellingRows || suspicion.keys !== undefined) return
  if (suspicion.differentShare < 0.95) return
  const percent = Math.round(suspicion.differentShare * 100)
  throw new ReconcileError('ERR_FILES_UNRELATED', `About ${percent} % of the rows find no equal.`)
}

/**
 * Stops when more than half of the rows find no equal. In short files, in which a few differences are
 * more than half, only rows whose other side has no row are counted. Assumes G-90.
 */
export function stopUnrelated(tallies: readonly FileTally[], outcome: OutcomeTally): void {
  const all = goodRows(tallies)
  const isShort = all < tellingRows
  const apart = isShort ? outcome.oneSidedRows : outcome.differingRows
  if (apart * 2 <= all) return
  const what = isShort ? 'have no row on the other side' : 'find no equal'
  throw new ReconcileError('ERR_FILES_UNRELATED', `${apart} of ${all} rows ${what}.`)
}
