/**
 * Positions where a spreadsheet starts a formula, including full-width characters: at the start of
 * a cell, and after a semicolon, which separates cells in locales with a decimal comma, such as
 * Vietnam.
 */
const formulas =
  /^(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=;)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One cell. A text that a spreadsheet would run as a formula gets an apostrophe in front, which
 * makes it a text; numbers are written unchanged.
 *
 * @see RFC 4180
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll(formulas, "'")
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file, including the line end. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => cell(value)).join(',')}\r\n`
}
