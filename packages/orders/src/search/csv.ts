/** What makes a spreadsheet read a cell as a formula, full-width forms included. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** The sign by which spreadsheets know UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One cell. A text that a spreadsheet would run is led by an apostrophe, which makes it a text; numbers are written as
 * they are.
 *
 * @see RFC 4180
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file, with its end. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => cell(value)).join(',')}\r\n`
}
