import { printable } from '../../command/printable.ts'

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
  if (isTime) return new Date(value * 1000).toISOString().replace('.000', '')
  return printable(Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value))
}

/** Rows in columns, under their headings; control characters are shown as escapes. */
export function textTable(rows: readonly unknown[], columns: readonly Column[]): string {
  const lines = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, path]) => textAt(row, path))),
  ]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
