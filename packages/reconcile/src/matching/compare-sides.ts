import type { RowException } from '../rows/row-exception.ts'
import type { SharedColumnName } from '../layouts.ts'
import type { Row, RowAmounts } from '../rows/row.ts'

/**
 * The outcome for one transaction: `00` both sides agree; `01` success at the service only; `02`
 * success at the partner only; `03` a compared column differs.
 *
 * @see Specification 2.18
 */
export type ReconciliationStatus = '00' | '01' | '02' | '03'

/** Which columns are compared, and how points are counted. */
export interface ComparisonRules {
  /**
   * Columns that are compared. Rows are matched by wallet transaction code and type in any case.
   */
  readonly compare: readonly SharedColumnName[]
  /**
   * Whether the VND and POINT rows of one wallet transaction code and type are one transaction,
   * with the points valued in VND. Assumes G-25.
   */
  readonly groupPoints: boolean
  /** What a point is worth in VND, a whole number from 1 on. Assumes G-27. */
  readonly pointValueVnd: number
}

/** One transaction with the rows of both sides. */
export interface Transaction {
  readonly status: ReconciliationStatus
  /** Compared columns in which the sides differ, when both have a row. */
  readonly differs: readonly SharedColumnName[]
  /** The partner's row, always in VND; undefined when the partner has none. */
  readonly partner: Row | undefined
  /** The service's rows: at most one in VND and one in points, in this order. */
  readonly service: readonly Row[]
  /** Duplicate rows, which were not compared. */
  readonly duplicates: readonly RowException[]
  /** Rows carried from earlier days that were not compared, because this day has its own rows. */
  readonly replaced: readonly Row[]
}

/** The result of comparing two sides. */
export type Comparison = Pick<Transaction, 'status' | 'differs' | 'partner' | 'service'>

const amountNames: ReadonlySet<string> = new Set<keyof RowAmounts>([
  'amount',
  'fee',
  'tax',
  'discount',
])

function isAmountName(name: SharedColumnName): name is keyof RowAmounts {
  return amountNames.has(name)
}

/**
 * The sum of an amount over rows, in parts of a VND (10,000 for one VND); points at their value.
 */
export function valueInVnd(
  rows: readonly Row[],
  name: keyof RowAmounts,
  pointValueVnd: number,
): bigint {
  return rows.reduce((sum, { amounts, shared }) => {
    const amount = amounts[name]
    return sum + (shared.currency === 'POINT' ? amount * BigInt(pointValueVnd) : amount)
  }, 0n)
}

/** The rows of both sides of a transaction. */
interface BothSides {
  readonly partner: Row
  readonly service: readonly Row[]
}

function isDifferent(
  name: SharedColumnName,
  { partner, service }: BothSides,
  { groupPoints, pointValueVnd }: ComparisonRules,
): boolean {
  if (isAmountName(name)) {
    if (!groupPoints) return service.some((row) => row.amounts[name] !== partner.amounts[name])
    return valueInVnd(service, name, pointValueVnd) !== partner.amounts[name]
  }
  if (name !== 'currency' || !groupPoints) {
    return service.some((row) => row.shared[name] !== partner.shared[name])
  }
  // The partner writes VND for a payment in points, which is a difference only if the values
  // differ.
  const hasCurrency = service.some((row) => row.shared.currency === partner.shared.currency)
  return !hasCurrency && valueInVnd(service, 'amount', pointValueVnd) !== partner.amounts.amount
}

function differingColumns(sides: BothSides, rules: ComparisonRules): SharedColumnName[] {
  return rules.compare.filter((name) => isDifferent(name, sides, rules))
}

/**
 * Compares the two sides of one transaction. A side without a row has no success. Where the service
 * has made only one half of a payment or refund in money and points, the partner agrees neither with
 * success (`02`) nor without (`01`). Assumes G-26.
 *
 * @param service at most one row in VND and one in points
 */
export function compareSides(
  partner: Row | undefined,
  service: readonly Row[],
  rules: ComparisonRules,
): Comparison {
  const partnerSucceeded = partner?.isSuccess === true
  const madeHalves = service.filter(({ isSuccess }) => isSuccess).length
  const differs =
    partner === undefined || service.length === 0
      ? []
      : differingColumns({ partner, service }, rules)
  const sides = { differs, partner, service }
  if (!partnerSucceeded && madeHalves > 0) return { status: '01', ...sides }
  const isWhole = madeHalves > 0 && madeHalves === service.length
  if (partnerSucceeded && !isWhole) return { status: '02', ...sides }
  return { status: differs.length > 0 ? '03' : '00', ...sides }
}
