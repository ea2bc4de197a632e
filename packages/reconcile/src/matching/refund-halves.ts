import { compareBytes } from '../engine/samples.ts'
import type { Row } from '../rows/row.ts'
import { type ComparisonRules, valueInVnd } from './compare-sides.ts'

function valueOf(row: Row, { pointValueVnd }: ComparisonRules): bigint {
  return valueInVnd([row], 'amount', pointValueVnd)
}

/**
 * Tells the halves of a refund apart that came back on one day, under one wallet transaction code: the service has a row
 * of each, in VND and in points, and the partner a row of each that it knows of, in VND always. A row of the partner is
 * the half whose value it has.
 *
 * They are one transaction where no row of the partner is over one half alone, or where one is over both. Assumes G-128.
 *
 * @param rows rows of one wallet transaction code and type
 * @returns the rows of the money and those of the points, or all rows together
 * @see Specification 2.6
 */
export function refundHalves(
  rows: readonly Row[],
  rules: ComparisonRules,
): readonly (readonly Row[])[] {
  const partner = rows.filter(({ side }) => side === 'partner')
  const service = rows.filter(({ side }) => side === 'service')
  const points = service.filter(({ shared }) => shared.currency === 'POINT')
  const money = service.filter(({ shared }) => shared.currency !== 'POINT')
  if (rows[0]?.type !== '-1' || points.length === 0 || money.length === 0) return [rows]
  const valuesOf = (some: readonly Row[]) => new Set(some.map((row) => valueOf(row, rules)))
  const moneyValues = valuesOf(money)
  const pointValues = valuesOf(points)
  const isHalf = (row: Row) =>
    moneyValues.has(valueOf(row, rules)) || pointValues.has(valueOf(row, rules))
  const ofMoney = [...moneyValues]
  const isWhole = (row: Row) =>
    ofMoney.some((value) => pointValues.has(valueOf(row, rules) - value))
  if (!partner.some(isHalf) || partner.some(isWhole)) return [rows]
  const isOfPoints = ofPoints(partner, { moneyValues, pointValues, rules })
  return [
    [...partner.filter((row) => !isOfPoints.has(row)), ...money],
    [...partner.filter((row) => isOfPoints.has(row)), ...points],
  ]
}

/** The partner's rows over the points. Where both halves have one value, the second row of it is the one over the points. */
function ofPoints(
  partner: readonly Row[],
  halves: {
    readonly moneyValues: ReadonlySet<bigint>
    readonly pointValues: ReadonlySet<bigint>
    readonly rules: ComparisonRules
  },
): ReadonlySet<Row> {
  const { moneyValues, pointValues, rules } = halves
  const found = new Set<Row>()
  let hasMoney = false
  // In the order of their bytes: where a row stands in the file makes no difference.
  for (const row of partner.toSorted((one, other) => compareBytes(one.record, other.record))) {
    const value = valueOf(row, rules)
    const isTaken = hasMoney && found.size === 0
    if (pointValues.has(value) && (!moneyValues.has(value) || isTaken)) found.add(row)
    else if (moneyValues.has(value)) hasMoney = true
  }
  return found
}
