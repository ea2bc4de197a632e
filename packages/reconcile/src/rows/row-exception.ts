import type { ColumnProblem } from './check-values.ts'
import type { RecordProblem } from '../csv/record-batch.ts'
import type { Side } from '../layouts.ts'

/**
 * Why a row is excluded from the comparison: its checksum, its form, or another row with its key.
 */
export type ExceptionKind = 'bad_checksum' | 'malformed' | 'duplicate'

/** Where a row comes from: the file of the day, or the one-sided rows carried from earlier days. */
export type RowOrigin = 'file' | 'carried'

/** A row that is excluded from the comparison, with the reason. It quotes no value of the row. */
export interface RowException {
  readonly kind: ExceptionKind
  /** Stable name of the reason. */
  readonly reason: ExceptionReason
  readonly side: Side
  readonly origin: RowOrigin
  /** Physical line on which the row starts, from 1. */
  readonly line: number
  /** Name of the column with the problem, if one column has it. */
  readonly column?: string
  /** Line of the row that was compared instead of a duplicate. */
  readonly takenLine?: number
  /** Why, in one sentence. */
  readonly cause: string
  /** What to do, in one sentence. */
  readonly remedy: string
}

const retryWrite = 'Ask who wrote the file to write this row again.'
const quoting = 'Put the field into quotes, and write every quote inside it twice.'

/** Kind, cause and remedy of every reason. */
const reasons = {
  empty_line: ['malformed', 'The line is empty, and rows follow it.', 'Remove the line.'],
  row_too_long: [
    'malformed',
    'The row has more than 16,384 bytes, or a quote that is never closed makes it so.',
    quoting,
  ],
  quote_not_closed: [
    'malformed',
    'A quoted field is not closed before the file ends.',
    'Close the quote; if the file ends inside the row, fetch the whole file.',
  ],
  text_after_quote: [
    'malformed',
    'Something stands between a closing quote and the separator.',
    quoting,
  ],
  quote_inside_text: ['malformed', 'A quote stands inside a field that has no quotes.', quoting],
  stray_carriage_return: [
    'malformed',
    'A carriage return stands without a line feed.',
    'End lines with CRLF or LF.',
  ],
  too_few_columns: [
    'malformed',
    'The row has fewer than 17 columns.',
    'Write all 17 columns; if it is the last row, the file may be cut off: fetch it again.',
  ],
  too_many_columns: [
    'malformed',
    'The row has more than 17 columns.',
    'Put values that hold a comma into quotes.',
  ],
  header: [
    'malformed',
    'The first row holds the names of the columns.',
    'Leave the header out, or read the file with the option that skips it.',
  ],
  missing: ['malformed', 'A mandatory value is empty.', retryWrite],
  too_many_characters: [
    'malformed',
    'The value is longer than the specification allows.',
    retryWrite,
  ],
  control_character: ['malformed', 'The value holds a control character.', retryWrite],
  not_utf8: [
    'malformed',
    'The value is not UTF-8.',
    'Write the file in UTF-8, not in a Windows code page or UTF-16.',
  ],
  not_number: [
    'malformed',
    'The value is not a number.',
    'Write digits, with a point before a fraction and without separators of thousands.',
  ],
  out_of_range: [
    'malformed',
    'The amount is negative, or has more than 15 digits before the point or 4 after it.',
    retryWrite,
  ],
  not_listed: [
    'malformed',
    'The value is none of those that the specification lists.',
    'Write one of the listed codes.',
  ],
  not_date: ['malformed', 'The value is no day as DD/MM/YYYY.', 'Write the day as DD/MM/YYYY.'],
  not_time: ['malformed', 'The value is no time as HH:mm:ss.', 'Write the time as HH:mm:ss.'],
  checksum_mismatch: [
    'bad_checksum',
    'The checksum is not that of the row.',
    'The row was changed after it was written, or is not checksummed by this key and profile: ask for it again, or detect the profile.',
  ],
  same_row: [
    'duplicate',
    'The same row stands in the file more than once.',
    'Nothing is to be done for the comparison: it was counted once. Ask the writer not to repeat rows.',
  ],
  same_key: [
    'duplicate',
    'Another row has the same wallet transaction code, type and currency, and says something else.',
    'Ask who wrote the file which row is right; the row that agrees best with the other side was taken.',
  ],
} as const satisfies Record<string, readonly [ExceptionKind, cause: string, remedy: string]>

/** Name of a reason for excluding a row from the comparison. */
export type ExceptionReason = keyof typeof reasons

const reasonOfProblem: Readonly<Record<RecordProblem | ColumnProblem, ExceptionReason>> = {
  0: 'checksum_mismatch',
  1: 'empty_line',
  2: 'row_too_long',
  3: 'quote_not_closed',
  4: 'text_after_quote',
  5: 'quote_inside_text',
  6: 'stray_carriage_return',
  7: 'too_few_columns',
  8: 'too_many_columns',
  20: 'missing',
  21: 'too_many_characters',
  22: 'control_character',
  23: 'not_utf8',
  24: 'not_number',
  25: 'out_of_range',
  26: 'not_listed',
  27: 'not_date',
  28: 'not_time',
  29: 'checksum_mismatch',
}

/** Which row an exception is about. */
export type ExceptionPlace = Pick<RowException, 'side' | 'origin' | 'line' | 'column' | 'takenLine'>

/** An exception with the kind, cause and remedy that belong to its reason. */
export function rowException(reason: ExceptionReason, place: ExceptionPlace): RowException {
  const [kind, cause, remedy] = reasons[reason]
  return { kind, reason, ...place, cause, remedy }
}

function isReason(reason: string): reason is ExceptionReason {
  return Object.hasOwn(reasons, reason)
}

/** Every reason with its cause. */
export function causesOfExceptions(): readonly (readonly [ExceptionReason, cause: string])[] {
  return Object.entries(reasons).flatMap(([reason, [, cause]]) =>
    isReason(reason) ? [[reason, cause] as const] : [],
  )
}

/** The reason for a problem of the scan or of a column. */
export function reasonOf(problem: RecordProblem | ColumnProblem): ExceptionReason {
  return reasonOfProblem[problem]
}

/** Sorts exceptions by file and line. */
export function sortExceptions(exceptions: readonly RowException[]): RowException[] {
  return exceptions.toSorted((one, other) => {
    if (one.side !== other.side) return one.side === 'partner' ? -1 : 1
    if (one.origin !== other.origin) return one.origin === 'file' ? -1 : 1
    return one.line - other.line
  })
}
