import { createDecimal, decimalParts, partsOfUnit, readDecimal } from '../columns/decimal.ts'
import { columnProblem } from '../columns/column-problem.ts'

const encoder = new TextEncoder()

/**
 * Reads an amount from its text, exactly.
 *
 * @returns the amount in parts of a unit, 10,000 for one VND or one point; `undefined` when it is no
 *   amount
 */
export function amountParts(text: string): bigint | undefined {
  // Most amounts are whole: no bytes are made for those.
  if (/^\d{1,15}$/.test(text)) return BigInt(Number(text)) * BigInt(partsOfUnit)
  const bytes = encoder.encode(text)
  const decimal = createDecimal()
  const problem = readDecimal(decimal, { bytes, start: 0, end: bytes.length }, true)
  return problem === columnProblem.none ? decimalParts(decimal) : undefined
}
