import type { RowException } from '../exceptions/row-exception.ts'
import type { SharedColumnName } from '../layouts/shared-columns.ts'
import type { Row } from '../rows/row.ts'

/**
 * How the two sides stand to each other: 00 they agree; 01 the service has success and the partner has
 * not; 02 the other way round; 03 something else differs.
 *
 * @see Specification 2.18
 */
export type ReconciliationStatus = '00' | '01' | '02' | '03'

/** What is compared, and how. */
export interface ComparisonRules {
  /** Columns that are compared; the key is what rows are found by. */
  readonly compare: readonly SharedColumnName[]
  /**
   * Whether the VND and POINT rows of one wallet transaction code and type are one transaction, with
   * the points valued in VND. Assumes G-25.
   */
  readonly groupPoints: boolean
  /** What a point is worth in VND, a whole number from 1 on. Assumes G-27. */
  readonly pointValueVnd: number
}

/** One transaction: what both sides say of it. */
export interface Transaction {
  readonly status: ReconciliationStatus
  /** Compared columns in which the sides differ, when both have a row. */
  readonly differs: readonly SharedColumnName[]
  /** The partner's row; it writes VND only. */
  readonly partner: Row | undefined
  /** The service's rows: at most one in VND and one in points, in this order. */
  readonly service: readonly Row[]
  /** Rows that stand there twice. */
  readonly duplicates: readonly RowException[]
}
