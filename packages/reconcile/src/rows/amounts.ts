import { type ColumnProblem, columnProblem } from './check-values.ts'
import { dot, minus, zero } from '../csv/character-codes.ts'

/** Most digits before the decimal point. Assumes G-89. */
export const maxWholeDigits = 15
/** Most digits after the decimal point. Assumes G-89. */
export const maxFractionDigits = 4
/** Number of parts of one VND or one point, in which amounts are counted. */
export const partsOfUnit = 10 ** maxFractionDigits

/** An amount, exact because both parts are whole numbers below 2^53. */
export interface Decimal {
  isNegative: boolean
  /** Digits before the point as a number. */
  whole: number
  /** Digits after the point, in {@link partsOfUnit}. */
  parts: number
  /** Whether it is written in the shortest way: 1000, not 1000.00 or 01000. */
  isCanonical: boolean
}

/** Zero; {@link readDecimal} writes to it. */
export function createDecimal(): Decimal {
  return { isNegative: false, whole: 0, parts: 0, isCanonical: true }
}

function readParts(bytes: Uint8Array, start: number, end: number): number {
  let parts = 0
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) return -1
    if (at - start < maxFractionDigits) parts = parts * 10 + digit
  }
  return parts * 10 ** Math.max(0, maxFractionDigits - (end - start))
}

/** The bytes of a number in a file. */
interface DecimalText {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/**
 * Parses an amount that is not negative: digits and an optional fraction, without floating point.
 * Minus zero is accepted.
 *
 * @see Specification 2.18
 */
export function readUnsignedDecimal(decimal: Decimal, text: DecimalText): ColumnProblem {
  const problem = readDecimal(decimal, text)
  return problem === columnProblem.none && decimal.isNegative ? columnProblem.outOfRange : problem
}

/**
 * Parses an amount: digits, an optional minus sign and an optional fraction, without floating
 * point.
 *
 * @see Specification 2.18
 */
export function readDecimal(decimal: Decimal, { bytes, start, end }: DecimalText): ColumnProblem {
  const isNegative = bytes[start] === minus
  const first = isNegative ? start + 1 : start
  let whole = 0
  let at = first
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) break
    if (at - first < maxWholeDigits) whole = whole * 10 + digit
  }
  const wholeDigits = at - first
  let parts = 0
  if (at < end) {
    if (bytes[at] !== dot || at + 1 === end) return columnProblem.notNumber
    parts = readParts(bytes, at + 1, end)
    if (parts < 0) return columnProblem.notNumber
  }
  if (wholeDigits === 0) return columnProblem.notNumber
  const fractionDigits = at < end ? end - at - 1 : 0
  if (wholeDigits > maxWholeDigits || fractionDigits > maxFractionDigits) {
    return columnProblem.outOfRange
  }
  const isZero = whole === 0 && parts === 0
  decimal.isNegative = isNegative && !isZero
  decimal.whole = whole
  decimal.parts = parts
  decimal.isCanonical =
    (wholeDigits === 1 || bytes[first] !== zero) &&
    (fractionDigits === 0 || bytes[end - 1] !== zero) &&
    (!isNegative || !isZero)
  return columnProblem.none
}

/** An amount as a whole number of parts, {@link partsOfUnit} to one VND or point. */
export function decimalParts({ isNegative, whole, parts }: Decimal): bigint {
  const value = BigInt(whole) * BigInt(partsOfUnit) + BigInt(parts)
  return isNegative ? -value : value
}

/** Formats an amount that is given in {@link partsOfUnit} in the shortest way: `1000.5`. */
export function formatParts(value: bigint): string {
  const size = value < 0n ? -value : value
  const whole = size / BigInt(partsOfUnit)
  const rest = (size % BigInt(partsOfUnit)).toString().padStart(maxFractionDigits, '0')
  const fraction = rest.replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const encoder = new TextEncoder()

/**
 * Parses the text of an amount, exactly.
 *
 * @returns the amount in parts of a unit, 10,000 for one VND or one point; `undefined` when it is
 *   not an amount
 *
 * @example
 * ```ts
 * import { amountParts } from '@merchant-edge/reconcile/files'
 *
 * if (amountParts('1000.5') !== 10_005_000n) throw new Error('1,000.5 VND are 10,005,000 parts.')
 * if (amountParts('1,000') !== undefined) throw new Error('Thousands are not separated.')
 * ```
 */
export function amountParts(text: string): bigint | undefined {
  // The fast path: most amounts are whole, and below 2^53 in parts.
  if (/^\d{1,11}$/.test(text)) return BigInt(Number(text) * partsOfUnit)
  const bytes = encoder.encode(text)
  const decimal = createDecimal()
  const problem = readDecimal(decimal, { bytes, start: 0, end: bytes.length })
  return problem === columnProblem.none ? decimalParts(decimal) : undefined
}
