import { amountParts } from './amounts.ts'
import { parseRecord } from '../csv/fields.ts'
import type { RowOrigin } from './row-exception.ts'
import { type SharedColumnName, type Side, layoutOf, sharedColumnNames } from '../layouts.ts'

/** Amounts of a row in parts of a unit, 10,000 for one VND or one point. */
export interface RowAmounts {
  readonly amount: bigint
  readonly fee: bigint
  readonly tax: bigint
  readonly discount: bigint
}

/** A row that has passed every check, as the comparison sees it. */
export interface Row {
  readonly side: Side
  readonly origin: RowOrigin
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** The bytes of the record as in the file, without the line ending. */
  readonly record: Uint8Array
  /**
   * Where the kept row starts in the memory that `record` is a view of, in bytes; missing unless
   * the row is kept there.
   */
  readonly keptAt?: number | undefined
  /** Values of the columns that both sides have. */
  readonly shared: Readonly<Record<SharedColumnName, string>>
  readonly amounts: RowAmounts
  /** Partner id; empty in a row of the service. */
  readonly partnerId: string
  /** Service transaction code; empty in a row of the partner. */
  readonly serviceCode: string
  readonly description: string
  /** The status as the side writes it. */
  readonly status: string
  readonly isSuccess: boolean
  /** `1` payment, `-1` refund; an empty type of the service is a payment. Assumes G-87. */
  readonly type: '1' | '-1'
}

/** A record, and where it comes from. */
export type RowPlace = Pick<Row, 'side' | 'origin' | 'line' | 'record' | 'keptAt'>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Index of each shared column after the first one. */
const sharedIndexes: ReadonlyMap<SharedColumnName, number> = new Map(
  sharedColumnNames.map((name, index) => [name, index]),
)

function sharedValues(values: readonly string[], first: number): Row['shared'] {
  const value = (name: SharedColumnName) => values[first + (sharedIndexes.get(name) ?? 0)] ?? ''
  return {
    invoiceCode: value('invoiceCode'),
    walletCode: value('walletCode'),
    amount: value('amount'),
    currency: value('currency'),
    fee: value('fee'),
    tax: value('tax'),
    discount: value('discount'),
    merchantCode: value('merchantCode'),
    mid: value('mid'),
    tid: value('tid'),
    date: value('date'),
    time: value('time'),
  }
}

/** Parses a record that has been checked against its layout. */
export function readRow(place: RowPlace): Row {
  const layout = layoutOf(place.side)
  const values = parseRecord(decoder.decode(place.record))
  const shared = sharedValues(values, layout.firstShared)
  const status = values[layout.status] ?? ''
  const isPartner = place.side === 'partner'
  return {
    ...place,
    shared,
    amounts: {
      amount: amountParts(shared.amount) ?? 0n,
      fee: amountParts(shared.fee) ?? 0n,
      tax: amountParts(shared.tax) ?? 0n,
      discount: amountParts(shared.discount) ?? 0n,
    },
    partnerId: isPartner ? (values[0] ?? '') : '',
    serviceCode: isPartner ? '' : (values[13] ?? ''),
    description: values[layout.description] ?? '',
    status,
    isSuccess: status === '0',
    type: values[layout.type] === '-1' ? '-1' : '1',
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** Days since 1970 of a day as DD/MM/YYYY. */
export function dayNumberOf(date: string): number {
  return isoDayNumber(isoDay(date))
}

/** Converts a day from DD/MM/YYYY to YYYY-MM-DD. */
export function isoDay(date: string): string {
  return `${date.slice(6)}-${date.slice(3, 5)}-${date.slice(0, 2)}`
}

/** Days since 1970 of a day as YYYY-MM-DD. */
export function isoDayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}
