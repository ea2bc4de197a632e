import type { FileTally, Suspicion } from '../engine/engine.ts'
import type { RowException } from '../rows/row-exception.ts'
import { type FileKind, parseFileName } from '../file-name.ts'
import { ReconcileError } from '../reconcile-error.ts'
import type { OutcomeTally } from './outcome-tally.ts'
import type { ReconcileInput, ReconcileOptions } from '../reconcile-options.ts'

/** Minimum number of rows for a significant share. Assumes G-90. */
const significantRows = 200
/** Number of rows after which reading stops when none of them was readable. */
const unreadableRows = 100_000
/** Number of rows after which the key counts as wrong when it has verified none of them. */
const keyCheckRows = 1000

/**
 * Checks kind and day of the file names, where names are given.
 *
 * @returns the day as YYYY-MM-DD; undefined when no name is given
 * @throws ReconcileError `ERR_FILE_NAME` or `ERR_DAYS_DIFFER`
 */
export function assertFileNames({
  partner,
  service,
  serviceToken,
}: Pick<ReconcileOptions, 'partner' | 'service' | 'serviceToken'>): string | undefined {
  const days = (
    [
      ['partner', partner],
      ['service', service],
    ] as const
  ).map(([kind, { name }]: readonly [FileKind, ReconcileInput]) => {
    if (name === undefined) return undefined
    const parsed = parseFileName(name, serviceToken)
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

/** Rows of a file without a first row that holds the names of the columns. */
function dataRows({ rows, isHeaderRefused }: FileTally): number {
  return isHeaderRefused ? rows - 1 : rows
}

function malformedDataRows({ malformedRows, isHeaderRefused }: FileTally): number {
  return isHeaderRefused ? malformedRows - 1 : malformedRows
}

/**
 * Checks that checksums verify: at least one row of a file, and half of a long file. A file that is
 * mostly malformed is left to {@link assertReadable}.
 *
 * @throws ReconcileError `ERR_CHECKSUM_KEY`
 */
export function assertChecksumKey(
  tally: FileTally,
  { isAtEnd }: { readonly isAtEnd: boolean },
): void {
  const { rows, malformedRows, badChecksumRows, side } = tally
  const checked = rows - malformedRows
  if (tally.origin === 'carried' || (!isAtEnd && checked < keyCheckRows)) return
  const isNone = checked > 0 && badChecksumRows === checked && checked >= malformedDataRows(tally)
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
  const empty = files.find((tally) => dataRows(tally) === 0)
  if (empty === undefined || files.every((tally) => dataRows(tally) === 0)) return
  throw new ReconcileError(
    'ERR_FILE_EMPTY',
    `The ${empty.side} file has no rows, the other has some.`,
  )
}

function placeOf({ line, column }: RowException): string {
  return column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`
}

function whyUnreadable(fault: RowException | undefined): string {
  return fault === undefined ? '' : ` ${placeOf(fault)}: ${fault.cause}`
}

/**
 * Checks, while a file is read, that the checksums of its first rows verify, and that at least one
 * of these rows can be read: a file that was torn or is none, or a small compressed one without an
 * end, would otherwise be listed row by row before {@link assertReadable} stops the run.
 *
 * @param first the first exception of the file
 * @throws ReconcileError `ERR_CHECKSUM_KEY` or `ERR_ROWS_UNREADABLE`
 */
export function assertBeginning(tally: FileTally, first: RowException | undefined): void {
  assertChecksumKey(tally, { isAtEnd: false })
  const rows = dataRows(tally)
  // Where checksums are wrong, the key is, and assertChecksumKey says so.
  const isUnread = tally.goodRows === 0 && malformedDataRows(tally) === rows
  if (tally.origin === 'carried' || !isUnread || rows < unreadableRows) return
  const what = `No row of the ${tally.side} file can be read, of the first ${rows}.`
  throw new ReconcileError('ERR_ROWS_UNREADABLE', `${what}${whyUnreadable(first)}`)
}

/**
 * Checks that each file with rows has at least one readable row, however few rows it has: a
 * comparison without rows would report no difference. Swapped files have no readable rows. Assumes
 * G-90.
 *
 * @param first the first exception of each file
 * @throws ReconcileError `ERR_ROWS_UNREADABLE` or `ERR_CARRIED_UNREADABLE`
 */
export function assertReadable(
  tallies: readonly FileTally[],
  first: readonly RowException[],
): void {
  const files = tallies.filter(({ origin }) => origin === 'file')
  const unreadable = files.filter((tally) => dataRows(tally) > 0 && tally.goodRows === 0)
  if (unreadable.length === 0) {
    assertCarriedReadable(tallies, first)
    return
  }
  const whats = unreadable.map((tally) => {
    const fault = first.find(({ side, origin }) => side === tally.side && origin === 'file')
    const why = whyUnreadable(fault)
    return `No row of the ${tally.side} file can be read, of ${dataRows(tally)}.${why}`
  })
  const areBoth = unreadable.length === files.length
  const what = [...whats, ...(areBoth ? ['Perhaps the two files changed places.'] : [])].join(' ')
  throw new ReconcileError('ERR_ROWS_UNREADABLE', what)
}

/**
 * Checks that of the carried rows of each side at least one can be read. Carried rows are our own
 * output of an earlier day: when none can be read, the file is that of the other side, or the key
 * has changed, and all of them would be set aside and carried no further.
 *
 * @param first the first exception of each file
 * @throws ReconcileError `ERR_CARRIED_UNREADABLE`
 */
function assertCarriedReadable(
  tallies: readonly FileTally[],
  first: readonly RowException[],
): void {
  const unreadable = tallies.find(
    ({ origin, rows, goodRows }) => origin === 'carried' && rows > 0 && goodRows === 0,
  )
  if (unreadable === undefined) return
  const { side, rows } = unreadable
  const fault = first.find((one) => one.side === side && one.origin === 'carried')
  const why = fault === undefined ? '' : ` Line ${fault.line}: ${fault.cause}`
  const what = `Of the carried rows of the ${side}, ${rows}, none can be read.${why}`
  throw new ReconcileError('ERR_CARRIED_UNREADABLE', what)
}

function goodRows(tallies: readonly FileTally[]): number {
  return tallies.reduce((sum, tally) => sum + (tally.origin === 'file' ? tally.goodRows : 0), 0)
}

/**
 * Checks with a sample, before a long comparison, that enough rows are equal.
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
 * Checks that at least half of the rows have an equal row on the other side. In short files, where
 * a few differences are half of the rows, only one-sided rows count. Assumes G-90.
 *
 * @param foreignRows number of foreign rows, which need no match
 * @throws ReconcileError `ERR_FILES_UNRELATED`
 */
export function assertRelatedFiles(
  tallies: readonly FileTally[],
  outcome: Pick<OutcomeTally, 'oneSidedRows' | 'differingRows'>,
  foreignRows = 0,
): void {
  const all = goodRows(tallies) - foreignRows
  const isShort = all < significantRows
  const apart = isShort ? outcome.oneSidedRows : outcome.differingRows
  if (apart * 2 <= all) return
  const what = isShort ? 'have no row on the other side' : 'find no equal'
  throw new ReconcileError('ERR_FILES_UNRELATED', `${apart} of ${all} rows ${what}.`)
}
