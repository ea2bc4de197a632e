import { quote } from '../csv/character-codes.ts'
import { type Records, columnEnd, columnStart, recordProblem } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import type { InputLayout } from '../layouts.ts'
import { layoutOf } from '../layouts.ts'
import { columnProblem } from '../rows/check-values.ts'
import {
  type ExceptionReason,
  type RowException,
  reasonOf,
  rowException,
} from '../rows/row-exception.ts'
import type { FileTally, RowSource } from './engine.ts'

const amountOffsets = [2, 4, 5, 6]
const problems = [...Object.values(recordProblem), ...Object.values(columnProblem)]

/** The target of the exceptions and counts. */
export interface ValidationTarget {
  readonly tally: FileTally
  readonly exceptions: RowException[]
  readonly source: RowSource
}

/** The reason for the number of a problem of a record or of a column. */
export function problemReason(number: number): ExceptionReason {
  return reasonOf(problems.find((problem) => problem === number) ?? 0)
}

/** Counts an exception, and records its reason. */
export function rejectRow(
  reason: ExceptionReason,
  { tally, exceptions, source }: ValidationTarget,
  place: { readonly line: number; readonly column?: number },
): void {
  const { side, origin } = source
  const column = layoutOf(side).columns[place.column ?? -1]?.name
  const { line } = place
  const exception = rowException(reason, {
    side,
    origin,
    line,
    ...(column !== undefined && { column }),
  })
  if (exception.kind === 'bad_checksum') tally.badChecksumRows += 1
  else tally.malformedRows += 1
  exceptions.push(exception)
}

/**
 * Whether a first row, whose checksum is wrong, is a header: it has text in the columns of numbers
 * and checksum.
 */
export function looksLikeHeader(
  batch: Records,
  record: number,
  { firstShared, checksum }: InputLayout,
): boolean {
  const texts = [...amountOffsets.map((offset) => firstShared + offset), checksum]
  return texts.every((column) => {
    const end = columnEnd(batch, record, column)
    const start = columnStart(batch, record, column)
    const value = new Uint8Array(end - start)
    const length = unquoteBytes({ bytes: batch.bytes, start, end }, value, 0)
    const text = String.fromCharCode(...value.subarray(0, Math.min(length, 64)))
    return /[^\d.,+-]/.test(text) && !/^[\da-f]{32}$/i.test(text)
  })
}

/** The wallet transaction code of a record, without quotes; a view of the batch or of `scratch`. */
export function walletCodeOf(
  batch: Records,
  record: number,
  { layout, scratch }: { layout: InputLayout; scratch: Uint8Array },
): Uint8Array {
  const { bytes } = batch
  const start = columnStart(batch, record, layout.walletCode)
  const end = columnEnd(batch, record, layout.walletCode)
  if (bytes[start] !== quote) return bytes.subarray(start, end)
  return scratch.subarray(0, unquoteBytes({ bytes, start, end }, scratch, 0))
}
