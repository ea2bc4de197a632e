import type { SharedColumnName, Side } from '../layouts.ts'
import type { ReconciliationStatus, Transaction } from '../matching/compare-sides.ts'
import { type Row, ownColumns } from '../rows/row.ts'
import type { RowOrigin } from '../rows/row-exception.ts'

/** The columns that both files have, as the file has them. @see Specification 2.18 */
export interface DifferingColumns extends Readonly<Record<SharedColumnName, string>> {
  /** Invoice code: the merchant's reference of the transaction. */
  readonly invoiceCode: string
  /** Wallet transaction code. */
  readonly walletCode: string
  /** Amount as a decimal text, in the currency of the row. */
  readonly amount: string
  /** `VND` or `POINT`. */
  readonly currency: string
  /** Fee as a decimal text. */
  readonly fee: string
  /** Tax as a decimal text. */
  readonly tax: string
  /** Discount as a decimal text. */
  readonly discount: string
  /** Merchant code; may be empty. */
  readonly merchantCode: string
  /** MID, the number of the merchant; may be empty. */
  readonly mid: string
  /** TID, the number of the terminal; may be empty. */
  readonly tid: string
  /** Date of the transaction in Vietnam, `DD/MM/YYYY`. */
  readonly date: string
  /** Time of the transaction in Vietnam, `HH:MM:SS`; may be empty. */
  readonly time: string
}

/** A row of one side of a differing transaction, as in its file. */
export interface DifferingRow {
  /** Physical line on which it starts, from 1. */
  readonly line: number
  /** `file`: in the file of the day; `carried`: carried over from an earlier day. */
  readonly origin: RowOrigin
  /** The columns that both sides have. */
  readonly columns: DifferingColumns
  /** Status as the side writes it: `0` is a success. */
  readonly status: string
  /** Description of the transaction as the side writes it. */
  readonly description: string
  /** Service transaction code; empty in a row of the partner. */
  readonly serviceCode: string
}

/** A compared transaction with the rows of both sides. */
interface ComparedTransaction<Status extends ReconciliationStatus> {
  /**
   * `00`: both sides agree; `01`: success at the service only; `02`: success at the partner only;
   * `03`: a compared column differs.
   */
  readonly status: Status
  /** Compared columns in which the sides differ; empty where one side has no row. */
  readonly differs: readonly SharedColumnName[]
  /** `1`: payment; `-1`: refund. */
  readonly type: '1' | '-1'
  /** Row of the partner; missing when the partner has none. */
  readonly partner?: DifferingRow
  /** Rows of the service, at most one in VND and one in points, in this order. */
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

function differingRow(row: Row): DifferingRow {
  const { line, origin, shared: columns } = row
  const { status, description, serviceCode } = ownColumns(row)
  return { line, origin, columns, status, description, serviceCode }
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
