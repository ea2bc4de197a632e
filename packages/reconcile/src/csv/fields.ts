import { quote } from './character-codes.ts'

const needsQuotes = /[",\r\n]/

/** Formats a value as a field of a CSV record, with quotes only where CSV needs them. */
export function formatField(value: string): string {
  return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * Formats values as a CSV record, without a line ending.
 *
 * @see RFC 4180
 */
export function formatRecord(values: readonly string[]): string {
  if (!Array.isArray(values)) throw new TypeError('formatRecord: values must be a list of texts.')
  // Most records need no quotes; one search in all values takes less than one in each.
  return needsQuotes.test(values.join('')) ? values.map(formatField).join(',') : values.join(',')
}

// The places where a spreadsheet may begin a field: the start of a value, a semicolon, which
// separates fields where the decimal sign is a comma, and a line break. There a quote behind a comma
// is inside of a field, and does not keep the lines of a value together. A spreadsheet drops blanks
// and a quote in front of a formula.
const formulaStart = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\r\n])(?=[ \t"]*[=+\-@＝＋－＠])/g

/**
 * A text that a spreadsheet runs no part of as a formula, as a value of a CSV file: an apostrophe in
 * front of a formula makes it a text.
 *
 * @example
 * ```ts
 * import { withoutFormulas } from '@merchant-edge/reconcile/files'
 *
 * if (withoutFormulas('=1+1') !== "'=1+1") throw new Error('It would be calculated.')
 * ```
 */
export function withoutFormulas(value: string): string {
  if (typeof value !== 'string') throw new TypeError('withoutFormulas: value must be a text.')
  return value.replaceAll(formulaStart, "'")
}

/**
 * Formats values as a CSV record for a spreadsheet, {@link withoutFormulas}. Do not use it for
 * exchanged daily files, in which an apostrophe would be part of the value.
 */
export function formatRecordForPeople(values: readonly string[]): string {
  return formatRecord(values.map((value) => withoutFormulas(value)))
}

/** The value of a field: without its quotes, if it has any. */
export function parseField(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

/**
 * Splits a well-formed record into its values.
 *
 * @param text one record, without its line ending, that {@link readBatches} found well-formed
 */
export function parseRecord(text: string): string[] {
  const values: string[] = []
  for (let start = 0; ;) {
    let end = start
    if (text[start] === '"') {
      do end = text.indexOf('"', end + 1) + 1
      while (text[end] === '"')
    } else {
      const comma = text.indexOf(',', start)
      end = comma < 0 ? text.length : comma
    }
    values.push(parseField(text.slice(start, end)))
    if (end >= text.length) return values
    start = end + 1
  }
}

/**
 * A field of a record as it is in the file, quotes included: the bytes from `start` up to, not
 * including, `end`.
 */
export interface FieldBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/**
 * Writes the value of a field, without its quotes, to `target` from `at` on.
 *
 * @returns how many bytes were written, at most the length of the field
 */
export function unquoteBytes(
  { bytes, start, end }: FieldBytes,
  target: Uint8Array,
  at: number,
): number {
  const isQuoted = end - start >= 2 && bytes[start] === quote
  let written = at
  const last = isQuoted ? end - 1 : end
  for (let from = isQuoted ? start + 1 : start; from < last; from += 1) {
    const byte = bytes[from] ?? 0
    target[written] = byte
    written += 1
    // Two quotes are an escaped quote.
    if (isQuoted && byte === quote) from += 1
  }
  return written - at
}
