import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import { checkArguments } from '@merchant-edge/signing/options'

/** A text that follows a pattern, such as an id. */
export interface PatternRule {
  readonly kind: 'pattern'
  readonly pattern: RegExp
  /** The rule as a text that follows "must be", for a text field. */
  readonly mustBe: string
  readonly optional?: true
}

/** A whole number within limits, both inclusive. */
export interface NumberRule {
  readonly kind: 'number'
  readonly min: number
  /** The largest safe integer when left out. */
  readonly max?: number
  /** The rule as a text that follows "must be", for a number field. */
  readonly mustBe: string
  readonly optional?: true
}

/** Text for people: whole Unicode characters, no control characters. */
export interface PlainTextRule {
  readonly kind: 'plain-text'
  /** Unicode code points, as in JSON Schema. */
  readonly maxChars: number
  readonly optional?: true
}

/** An address on the web: https, or http of this machine. */
export interface WebAddressRule {
  readonly kind: 'web-address'
  /** Unicode code points, as in JSON Schema. */
  readonly maxChars: number
  readonly optional?: true
}

/** What one field of a request must be. */
export type FieldRule = PatternRule | NumberRule | PlainTextRule | WebAddressRule

/** Whether a text is made of whole Unicode characters, none of them a control character. */
export function isPlainText(text: string): boolean {
  checkArguments('isPlainText', {}, { text })
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Whether a text is an https address, or an http address of this machine. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, protocol } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

/** The demand of a rule, as a text that follows the name of the field. */
export function requirementOf(rule: FieldRule): string {
  checkArguments('requirementOf', { rule })
  switch (rule.kind) {
    case 'plain-text':
      return `must be at most ${rule.maxChars} characters`
    case 'web-address':
      return `must be an https address, or an http address of this machine, of at most ${rule.maxChars} characters`
    case 'pattern':
    case 'number':
      break
  }
  return `must be ${rule.mustBe}`
}

/** The demand of plain text, as a text that follows the name of the field. */
export const plainTextDemand = 'must not hold control characters or halves of characters'

/**
 * The problem of a value, as a text that follows the name of the field; `undefined` when the value
 * is valid.
 */
function problemOf(rule: FieldRule, value: unknown): string | undefined {
  const demand = requirementOf(rule)
  if (rule.kind === 'number') {
    const { min, max = Number.MAX_SAFE_INTEGER } = rule
    const holds = typeof value === 'number' && Number.isSafeInteger(value)
    return holds && value >= min && value <= max ? undefined : demand
  }
  if (typeof value !== 'string') return demand
  if (rule.kind === 'pattern') return rule.pattern.test(value) ? undefined : demand
  if (!hasAtMostCharacters(value, rule.maxChars)) return demand
  if (rule.kind === 'web-address') return isWebAddress(value) ? undefined : demand
  return isPlainText(value) ? undefined : plainTextDemand
}

/**
 * Validates the fields of a request that have rules.
 *
 * @param subject what the request is about, such as `order`; used in the message
 * @throws TypeError that names the field: `The order's amountVnd must be ...`
 */
export function requireFields<Rules extends Readonly<Record<string, FieldRule>>>(
  subject: string,
  rules: Rules,
  request: Readonly<Partial<Record<keyof Rules, unknown>>>,
): void {
  for (const field of Object.keys(rules)) {
    const rule = rules[field]
    const value = request[field]
    if (rule === undefined || (rule.optional === true && value === undefined)) continue
    const problem = problemOf(rule, value)
    if (problem !== undefined) throw new TypeError(`The ${subject}'s ${field} ${problem}.`)
  }
}
