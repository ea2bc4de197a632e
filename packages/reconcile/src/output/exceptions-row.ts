import { formatRecordForPeople } from '../csv/field-text.ts'
import type { RowException } from '../exceptions/row-exception.ts'

/** First line of the exceptions file. */
export const exceptionsHeading = `${formatRecordForPeople([
  'file',
  'origin',
  'line',
  'kind',
  'reason',
  'column',
  'taken_line',
  'cause',
  'remedy',
])}\r\n`

/** Writes a row that was set aside as a line of the exceptions file. It quotes no value of the row. */
export function formatException(exception: RowException): string {
  const { side, origin, line, kind, reason, column, takenLine, cause, remedy } = exception
  const values = [side, origin, String(line), kind, reason, column ?? '', String(takenLine ?? '')]
  return `${formatRecordForPeople([...values, cause, remedy])}\r\n`
}
