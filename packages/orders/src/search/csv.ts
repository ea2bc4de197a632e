import { withoutFormulas } from '@merchant-edge/reconcile/files'

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One cell. A text that a spreadsheet would run as a formula gets an apostrophe; numbers are written
 * unchanged.
 *
 * @see RFC 4180
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = withoutFormulas(value)
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file, including the line end. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => cell(value)).join(',')}\r\n`
}
