import type { SharedColumnName } from '../layouts.ts'
import type { ReconciliationStatus, Transaction } from '../matching/compare-sides.ts'
import type { Row } from '../rows/row.ts'
import type { RowOrigin } from '../rows/row-exception.ts'

/** A row of one side of a differing transaction, as its file has it. */
export interface DifferingRow {
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** Whether it stands in the file of the day, or was carried over from an earlier one. */
  readonly origin: RowOrigin
  /** The columns that both sides have. */
  readonly columns: Readonly<Record<SharedColumnName, string>>
  /** The status as the side writes it: `0` is a success. */
  readonly status: string
  readonly description: string
  /** Service transaction code; empty in a row of the partner. */
  readonly serviceCode: string
}

/** A transaction that differs, with the rows of both sides. */
export interface DifferingTransaction {
  readonly status: Exclude<ReconciliationStatus, '00'>
  /** Compared columns in which the sides differ; empty where one side has no row. */
  readonly differs: readonly SharedColumnName[]
  readonly type: '1' | '-1'
  /** Missing when the partner has none. */
  readonly partner?: DifferingRow
  /** At most one in VND and one in points, in this order. */
  readonly service: readonly DifferingRow[]
}

function differingRow({ line, origin, shared, status, description, serviceCode }: Row) {
  return { line, origin, columns: shared, status, description, serviceCode }
}

/** Formats a transaction as a line of the differences; `undefined` when it does not differ. */
export function formatDifference(transaction: Transaction): string | undefined {
  const { status, differs, partner, service } = transaction
  if (status === '00') return undefined
  const difference: DifferingTransaction = {
    status,
    differs,
    type: (partner ?? service[0])?.type ?? '1',
    ...(partner !== undefined && { partner: differingRow(partner) }),
    service: service.map((row) => differingRow(row)),
  }
  return `${JSON.stringify(difference)}\n`
}
