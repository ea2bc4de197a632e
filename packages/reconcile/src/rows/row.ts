import { amountParts } from './amounts.ts'
import { parseRecord } from '../csv/fields.ts'
import type { RowOrigin } from './row-exception.ts'
import { type SharedColumnName, type Side, layoutOf } from '../layouts.ts'

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
export type RowPlace = Pick<Row, 'side' | 'origin' | 'line' | 'record'>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function sharedValues(values: readonly string[], first: number): Row['shared'] {
  const value = (index: number) => values[first + index] ?? ''
  // In the order of `sharedColumns`.
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
