import { formatRecordForPeople } from '../csv/fields.ts'
import type { RowException } from '../rows/row-exception.ts'
import { formatParts } from '../rows/amounts.ts'
import { type SharedColumnName, sharedColumnNames } from '../layouts.ts'
import { type ComparisonRules, type Transaction, valueInVnd } from '../matching/compare-sides.ts'
import { type Row, ownColumns } from '../rows/row.ts'

/** Header of the exceptions file. */
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

/** Formats an exception as a line of the exceptions file. It quotes no value of the row. */
export function formatException(exception: RowException): string {
  const { side, origin, line, kind, reason, column, takenLine, cause, remedy } = exception
  const values = [side, origin, String(line), kind, reason, column ?? '', String(takenLine ?? '')]
  return `${formatRecordForPeople([...values, cause, remedy])}\r\n`
}

/** Formats the last line of an exceptions file that does not list all rows. */
export function formatUnlisted(rows: number): string {
  const cause = `${rows} more rows were set aside, and are counted, but not listed.`
  const remedy = 'Ask who wrote the file to write it again.'
  return `${formatRecordForPeople(['', '', '', 'more_rows', '', '', '', cause, remedy])}\r\n`
}

const foreignColumns = [
  'date',
  'time',
  'amount',
  'currency',
  'invoiceCode',
  'walletCode',
  'merchantCode',
  'mid',
  'tid',
] as const

/**
 * Header of the file of foreign rows, with a byte order mark: without it a spreadsheet may not read
 * UTF-8.
 */
export const foreignHeading = `\u{feff}${formatRecordForPeople([
  'foreign_as',
  'type',
  ...foreignColumns.map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  'service_code',
  'description',
  'origin',
  'line',
])}\r\n`

/** Formats a foreign row as a line of its file. */
export function formatForeign(name: string, row: Row): string {
  const { shared, type, origin, line } = row
  const { serviceCode, description } = ownColumns(row)
  const values = [
    name,
    type === '1' ? 'payment' : 'refund',
    ...foreignColumns.map((column) => shared[column]),
    serviceCode,
    description,
    origin,
    String(line),
  ]
  return `${formatRecordForPeople(values)}\r\n`
}

const amountNames = ['amount', 'fee', 'tax', 'discount'] as const

/**
 * The shared columns of the service's rows; the sum in VND where there is a VND and a POINT row.
 */
function sharedOfService(
  rows: readonly Row[],
  pointValueVnd: number,
): Readonly<Record<SharedColumnName, string>> | undefined {
  const [first] = rows
  if (first === undefined || rows.length === 1) return first?.shared
  const columns = { ...first.shared, currency: 'VND' }
  for (const name of amountNames) {
    columns[name] = formatParts(valueInVnd(rows, name, pointValueVnd))
  }
  return columns
}

/**
 * The values of a row of the result file, without its checksum.
 *
 * Shared columns come from the partner's row, or from the service's where the partner has none.
 *
 * @see Specification 2.18
 */
export function resultValues(
  { status, partner, service }: Transaction,
  { pointValueVnd }: ComparisonRules,
): string[] {
  const [main] = service
  const partnerColumns = partner && ownColumns(partner)
  const mainColumns = main && ownColumns(main)
  // Of two rows with different statuses, this one explains the outcome.
  const explaining = service.find(({ isSuccess }) => isSuccess === (status === '01'))
  const serviceColumns = explaining === undefined ? mainColumns : ownColumns(explaining)
  const columns = partner?.shared ?? sharedOfService(service, pointValueVnd)
  const type = (partner ?? main)?.type ?? ''
  return [
    partnerColumns?.partnerId ?? '',
    ...sharedColumnNames.map((name) => columns?.[name] ?? ''),
    partnerColumns?.status ?? '',
    (partnerColumns ?? mainColumns)?.description ?? '',
    type,
    mainColumns?.serviceCode ?? '',
    serviceColumns?.status ?? '',
    type,
    status,
  ]
}
