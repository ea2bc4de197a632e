const needsQuotes = /[",\r\n]/

/** Writes a value as a field of a CSV record; with quotes only where CSV needs them. */
export function formatField(value: string): string {
  return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Writes values as a CSV record, without a line ending. */
export function formatRecord(values: readonly string[]): string {
  return values.map(formatField).join(',')
}

/**
 * Writes values as a CSV record that people open in a spreadsheet: a value that a spreadsheet would
 * run as a formula gets an apostrophe in front. Never for files of the exchange, whose bytes count.
 */
export function formatRecordForPeople(values: readonly string[]): string {
  return formatRecord(values.map((value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)))
}

/** Reads a field as it stands in a record: takes its quotes off, when it has any. */
export function parseField(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}
