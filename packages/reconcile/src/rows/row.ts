import { amountParts } from './amounts.ts'
import { parseRecord } from '../csv/fields.ts'
import type { RowOrigin } from './row-exception.ts'
import { type SharedColumnName, type Side, layoutOf, sharedColumns } from '../layouts.ts'

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
  readonly isSuccess: boolean
  /** `1` payment, `-1` refund; an empty type of the service is a payment. Assumes G-87. */
  readonly type: '1' | '-1'
}

/** A record, and where it comes from. */
export type RowPlace = Pick<Row, 'side' | 'origin' | 'line' | 'record' | 'keptAt'>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** What is known of a row without parsing its own columns. */
interface KnownValues {
  /** Values of the shared columns, in their order. */
  readonly shared: readonly string[]
  readonly isSuccess: boolean
  readonly type: Row['type']
}

function sharedOf(values: readonly string[]): Row['shared'] {
  const value = (index: number) => values[index] ?? ''
  return {
    invoiceCode: value(0),
    walletCode: value(1),
    amount: value(2),
    currency: value(3),
    fee: value(4),
    tax: value(5),
    discount: value(6),
    merchantCode: value(7),
    mid: value(8),
    tid: value(9),
    date: value(10),
    time: value(11),
  }
}

/** Makes a row of values that have been checked. */
export function rowOf(place: RowPlace, { shared: values, isSuccess, type }: KnownValues): Row {
  const { side, origin, line, record, keptAt } = place
  const shared = sharedOf(values)
  return {
    side,
    origin,
    line,
    record,
    keptAt,
    shared,
    amounts: {
      amount: amountParts(shared.amount) ?? 0n,
      fee: amountParts(shared.fee) ?? 0n,
      tax: amountParts(shared.tax) ?? 0n,
      discount: amountParts(shared.discount) ?? 0n,
    },
    isSuccess,
    type,
  }
}

/** Parses a record, or consecutive columns of one, that `readBatches` found well-formed. */
export function readColumns(bytes: Uint8Array): string[] {
  return parseRecord(decoder.decode(bytes))
}

/** Parses a record that has been checked against its layout. */
export function readRow(place: RowPlace): Row {
  const { firstShared, status, type } = layoutOf(place.side)
  const values = readColumns(place.record)
  return rowOf(place, {
    shared: values.slice(firstShared, firstShared + sharedColumns.length),
    isSuccess: values[status] === '0',
    type: values[type] === '-1' ? '-1' : '1',
  })
}

/** The columns of a row that are not shared; only outputs have them. */
export interface OwnColumns {
  /** Partner id; empty in a row of the service. */
  readonly partnerId: string
  /** Service transaction code; empty in a row of the partner. */
  readonly serviceCode: string
  readonly description: string
  /** The status as the side writes it. */
  readonly status: string
}

/** Parses the columns of a row that are not shared. */
export function ownColumns({ side, record }: Pick<Row, 'side' | 'record'>): OwnColumns {
  const { description, status } = layoutOf(side)
  const values = readColumns(record)
  const isPartner = side === 'partner'
  return {
    partnerId: isPartner ? (values[0] ?? '') : '',
    serviceCode: isPartner ? '' : (values[13] ?? ''),
    description: values[description] ?? '',
    status: values[status] ?? '',
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
