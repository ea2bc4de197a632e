/**
 * Where a spreadsheet begins to read a formula, full-width forms included: at the start of a cell, and of one that it takes
 * to begin behind a semicolon, which divides cells where the comma stands in numbers, as in Vietnam.
 */
const formulas =
  /^(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=;)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** The sign by which spreadsheets know UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One cell. What of a text a spreadsheet would run is led by an apostrophe, which makes it a text; numbers are written as
 * they are.
 *
 * @see RFC 4180
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll(formulas, "'")
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file, with its end. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => cell(value)).join(',')}\r\n`
}
