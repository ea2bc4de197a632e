import { compareBytes } from '../engine/samples.ts'
import type { Row } from '../rows/row.ts'
import { type ComparisonRules, valueInVnd } from './compare-sides.ts'

function valueOf(row: Row, { pointValueVnd }: ComparisonRules): bigint {
  return valueInVnd([row], 'amount', pointValueVnd)
}

/**
 * Separates the halves of a refund that were refunded on one day, under one wallet transaction
 * code. The service has a row for each half, in VND and in points; the partner has a row for each
 * half that it knows, always in VND. A partner row belongs to the half with the same value.
 *
 * They are one transaction when no partner row has the value of one half alone, or when one has the
 * value of both. Assumes G-128.
 *
 * @param rows rows of one wallet transaction code and type
 * @returns the rows of the money and those of the points, or all rows together
 * @see Specification 2.6
 */
export function refundHalves(
  rows: readonly Row[],
  rules: ComparisonRules,
): readonly (readonly Row[])[] {
  if (rows[0]?.type !== '-1') return [rows]
  const partner = rows.filter(({ side }) => side === 'partner')
  const service = rows.filter(({ side }) => side === 'service')
  const points = service.filter(({ shared }) => shared.currency === 'POINT')
  const money = service.filter(({ shared }) => shared.currency !== 'POINT')
  if (points.length === 0 || money.length === 0) return [rows]
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

/**
 * The partner's rows for the points. When both halves have the same value, the second such row is
 * the one for the points.
 */
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
  // In byte order, so that the position of a row in the file does not matter.
  for (const row of partner.toSorted((one, other) => compareBytes(one.record, other.record))) {
    const value = valueOf(row, rules)
    const isTaken = hasMoney && found.size === 0
    if (pointValues.has(value) && (!moneyValues.has(value) || isTaken)) found.add(row)
    else if (moneyValues.has(value)) hasMoney = true
  }
  return found
}
