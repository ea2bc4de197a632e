import type { SharedColumnName } from '../layouts/shared-columns.ts'
import type { Row, RowAmounts } from '../rows/row.ts'
import type { ComparisonRules, Transaction } from './transaction.ts'

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
