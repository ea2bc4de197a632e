import type { RowException } from '../rows/row-exception.ts'
import type { SharedColumnName } from '../layouts.ts'
import type { Row, RowAmounts } from '../rows/row.ts'

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

/** What the two sides say of one transaction, and how they compare. */
export type Comparison = Pick<Transaction, 'status' | 'differs' | 'partner' | 'service'>

const amountNames = ['amount', 'fee', 'tax', 'discount'] as const

function isAmountName(name: SharedColumnName): name is keyof RowAmounts {
  return amountNames.some((amountName) => amountName === name)
}

/** A sum over rows in VND, in parts of a VND; points count by their value. */
export function valueInVnd(
  rows: readonly Row[],
  name: keyof RowAmounts,
  pointValueVnd: number,
): bigint {
  return rows.reduce((sum, row) => {
    const factor = row.shared.currency === 'POINT' ? BigInt(pointValueVnd) : 1n
    return sum + row.amounts[name] * factor
  }, 0n)
}

function isDifferent(
  name: SharedColumnName,
  { partner, service }: { partner: Row; service: readonly Row[] },
  { groupPoints, pointValueVnd }: ComparisonRules,
): boolean {
  if (isAmountName(name)) {
    if (!groupPoints) return service.some((row) => row.amounts[name] !== partner.amounts[name])
    return valueInVnd(service, name, pointValueVnd) !== partner.amounts[name]
  }
  if (name !== 'currency' || !groupPoints) {
    return service.some((row) => row.shared[name] !== partner.shared[name])
  }
  // Points are paid where the partner writes VND: that is a difference only when the value is another.
  const hasCurrency = service.some((row) => row.shared.currency === partner.shared.currency)
  return !hasCurrency && valueInVnd(service, 'amount', pointValueVnd) !== partner.amounts.amount
}

/**
 * Compares what the sides say of one transaction. A side without a row has no success. Assumes G-26.
 *
 * @param service at most one row in VND and one in points
 */
export function compareSides(
  partner: Row | undefined,
  service: readonly Row[],
  rules: ComparisonRules,
): Comparison {
  const partnerSucceeded = partner?.isSuccess === true
  const serviceSucceeded = service.length > 0 && service.every(({ isSuccess }) => isSuccess)
  const differs =
    partner === undefined || service.length === 0
      ? []
      : rules.compare.filter((name) => isDifferent(name, { partner, service }, rules))
  const sides = { differs, partner, service }
  if (serviceSucceeded && !partnerSucceeded) return { status: '01', ...sides }
  if (partnerSucceeded && !serviceSucceeded) return { status: '02', ...sides }
  return { status: differs.length > 0 ? '03' : '00', ...sides }
}
