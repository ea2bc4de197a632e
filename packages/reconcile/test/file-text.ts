import { plainMd5 } from './plain-md5.ts'

/** Key of the files of the tests. */
export const testKey = 'a key of the tests, 0123456789'

/** Values of a row, each with a default. */
export interface RowText {
  partnerId?: string
  invoice?: string
  code: string
  amount?: string
  currency?: string
  fee?: string
  tax?: string
  discount?: string
  merchant?: string
  mid?: string
  tid?: string
  date?: string
  time?: string
  status?: string
  description?: string
  type?: string
  serviceCode?: string
}

function shared(row: RowText): string[] {
  return [
    row.invoice ?? `INV-${row.code}`,
    row.code,
    row.amount ?? '150000',
    row.currency ?? 'VND',
    row.fee ?? '1650',
    row.tax ?? '0',
    row.discount ?? '0',
    row.merchant ?? 'M1',
    row.mid ?? 'MID1',
    row.tid ?? 'TID1',
    row.date ?? '20/11/2026',
    row.time ?? '10:20:30',
  ]
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Puts values and their checksum into a line. */
export function line(values: readonly string[], key = testKey, end = '\r\n'): string {
  const data = values.map(quoted).join(',')
  return `${data},${plainMd5(data + key)}${end}`
}

/** A line of a partner file. */
export function partnerLine(row: RowText, key = testKey): string {
  const description = row.description ?? '{"order":"Đơn 1, gấp","n":"a ""b"""}'
  return line(
    [row.partnerId ?? 'P1', ...shared(row), row.status ?? '0', description, row.type ?? '1'],
    key,
  )
}

/** A line of a service file. */
export function serviceLine(row: RowText, key = testKey): string {
  return line(
    [
      ...shared(row),
      row.description ?? 'paid',
      row.serviceCode ?? `S-${row.code.slice(0, 17)}`,
      row.status ?? '0',
      row.type ?? '1',
    ],
    key,
  )
}
