import type { SharedColumnName, Side } from '../layouts.ts'
import type { ReconciliationStatus, Transaction } from '../matching/compare-sides.ts'
import type { Row } from '../rows/row.ts'
import type { RowOrigin } from '../rows/row-exception.ts'

/** A row of one side of a differing transaction, as its file has it. */
export interface DifferingRow {
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** Whether it is in the file of the day, or was carried over from an earlier one. */
  readonly origin: RowOrigin
  /** The columns that both sides have. */
  readonly columns: Readonly<Record<SharedColumnName, string>>
  /** The status as the side writes it: `0` is a success. */
  readonly status: string
  readonly description: string
  /** Service transaction code; empty in a row of the partner. */
  readonly serviceCode: string
}

/** A compared transaction with the rows of both sides. */
interface ComparedTransaction<Status extends ReconciliationStatus> {
  readonly status: Status
  /** Compared columns in which the sides differ; empty where one side has no row. */
  readonly differs: readonly SharedColumnName[]
  readonly type: '1' | '-1'
  /** Missing when the partner has none. */
  readonly partner?: DifferingRow
  /** At most one in VND and one in points, in this order. */
  readonly service: readonly DifferingRow[]
}

/** A transaction that differs, with the rows of both sides. */
export interface DifferingTransaction extends ComparedTransaction<
  Exclude<ReconciliationStatus, '00'>
> {}

/**
 * A transaction in which rows carried from earlier days have met rows of this day, or were replaced
 * by them. It agrees or is a difference of this day, so the one-sided differences of the carried
 * rows are cleared.
 */
export interface ClearedTransaction extends ComparedTransaction<ReconciliationStatus> {
  /** The rows carried from earlier days, compared or replaced. */
  readonly carried: Readonly<Record<Side, readonly DifferingRow[]>>
}

function differingRow({ line, origin, shared, status, description, serviceCode }: Row) {
  return { line, origin, columns: shared, status, description, serviceCode }
}

function comparedTransaction({ status, differs, partner, service }: Transaction) {
  const compared: ComparedTransaction<ReconciliationStatus> = {
    status,
    differs,
    type: (partner ?? service[0])?.type ?? '1',
    ...(partner !== undefined && { partner: differingRow(partner) }),
    service: service.map((row) => differingRow(row)),
  }
  return compared
}

/** Formats a transaction with its rows as a line of JSON. */
export function formatTransaction(transaction: Transaction): string {
  return `${JSON.stringify(comparedTransaction(transaction))}\n`
}

/**
 * Formats a transaction that clears carried rows as a line of JSON.
 *
 * @param carried its rows that were carried from earlier days
 */
export function formatCleared(transaction: Transaction, carried: readonly Row[]): string {
  const of = (side: Side) => carried.filter((row) => row.side === side).map(differingRow)
  const cleared: ClearedTransaction = {
    ...comparedTransaction(transaction),
    carried: { partner: of('partner'), service: of('service') },
  }
  return `${JSON.stringify(cleared)}\n`
}
