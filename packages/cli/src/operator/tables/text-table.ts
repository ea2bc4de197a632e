import { printable } from '../../command/printable.ts'
import type { Terminal } from '../../command/terminal.ts'
import { wrapText } from '../../command/wrap-text.ts'
import { utcTime } from '../../output/utc-time.ts'

/** A column: its heading, and the path of its value in a row, such as `payment.vnd`. */
export type Column = readonly [heading: string, path: string]

/** Reads the value at a path of a JSON value; `undefined` when there is none. */
export function valueAt(row: unknown, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = new Map<string, unknown>(Object.entries(value)).get(name)
  }
  return value
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The value at a path as text; a time in seconds is formatted as a date, and the entries of a list
 * are separated by commas. Empty when there is no value.
 */
export function textAt(row: unknown, path: string): string {
  const value = valueAt(row, path)
  if (value === undefined || value === null) return ''
  const isTime = typeof value === 'number' && /(?:^|\.)(?:at|[a-zA-Z]+At)$/.test(path)
  if (isTime) return utcTime(value)
  return printable(Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value))
}

/** Prints rows as a table that fits the terminal. */
export type PrintTable = (rows: readonly unknown[], columns: readonly Column[]) => string

/**
 * A row as a record: one line for each value, beside its heading. Values that are missing are left
 * out.
 */
function textRecord(headings: readonly string[], values: readonly string[], width: number): string {
  const indent = Math.max(...headings.map((heading) => heading.length)) + 2
  return headings
    .flatMap((heading, at) => {
      const value = values[at] ?? ''
      return value === '' ? [] : [`${heading.padEnd(indent)}${wrapText(value, width, indent)}`]
    })
    .join('\n')
}

/**
 * Rows in columns, under their headings; control characters are shown as escapes. A table that is
 * wider than the terminal is folded: each row becomes a record, with a blank line between two.
 *
 * @param width that of the terminal, in characters; undefined where there is none
 */
export function textTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  width: number | undefined,
): string {
  const headings = columns.map(([heading]) => heading)
  const values = rows.map((row) => columns.map(([, path]) => textAt(row, path)))
  const lines = [headings, ...values]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const total = widths.reduce((sum, one) => sum + one + 2, -2)
  if (width !== undefined && total > width) {
    if (rows.length === 0) return `${headings[0] ?? ''}: none`
    return values.map((one) => textRecord(headings, one, width)).join('\n\n')
  }
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints tables that fit a terminal. */
export function tablesFor({ columns: width }: Pick<Terminal, 'columns'>): PrintTable {
  return (rows, columns) => textTable(rows, columns, width)
}
