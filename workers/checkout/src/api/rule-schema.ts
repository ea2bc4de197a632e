import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import {
  requirementOf,
  isPlainText,
  isWebAddress,
  type NumberRule,
  type PatternRule,
  plainTextDemand,
  type PlainTextRule,
  type WebAddressRule,
} from '@merchant-edge/orders/rules'
import * as v from 'valibot'

const wrongType = 'must be text'

/** Message about an object, or about a missing or unknown field of it. */
export function fieldProblem({ expected }: v.StrictObjectIssue): string {
  if (expected === 'Object') return 'must be a JSON object'
  return expected === 'never' ? 'is not a field of this request' : 'is missing'
}

/**
 * The schema of a text that follows a pattern.
 *
 * @param notText message for a value that is not a text
 */
export function patternSchema(rule: PatternRule, notText = wrongType): v.GenericSchema<string> {
  return v.pipe(v.string(notText), v.regex(rule.pattern, requirementOf(rule)))
}

/** The schema of a whole number. */
export function numberSchema(rule: NumberRule): v.GenericSchema<number> {
  const demand = requirementOf(rule)
  const { min, max } = rule
  return max === undefined
    ? v.pipe(v.number(demand), v.safeInteger(demand), v.minValue(min, demand))
    : v.pipe(v.number(demand), v.integer(demand), v.minValue(min, demand), v.maxValue(max, demand))
}

/**
 * Limits the length of a text in characters, as the OpenAPI document counts them: Unicode code
 * points. It is `maxLength` of valibot, which counts UTF-16 code units, with another count.
 */
export function maxCharacters(
  maxChars: number,
  demand: string,
): v.MaxLengthAction<string, number, string> {
  const action = v.maxLength<string, number, string>(maxChars, demand)
  return {
    ...action,
    '~run': (dataset, config) =>
      dataset.typed && hasAtMostCharacters(dataset.value, maxChars)
        ? dataset
        : action['~run'](dataset, config),
  }
}

/** The schema of a text for people. */
export function plainTextSchema(rule: PlainTextRule): v.GenericSchema<string> {
  return v.pipe(
    v.string(wrongType),
    maxCharacters(rule.maxChars, requirementOf(rule)),
    v.check(isPlainText, plainTextDemand),
  )
}

/** Schema of a web address within a rule's length; its error names the rule and never the value. */
export function webAddressSchema(rule: WebAddressRule): v.GenericSchema<string> {
  const demand = requirementOf(rule)
  return v.pipe(
    v.string(wrongType),
    maxCharacters(rule.maxChars, demand),
    v.check(isWebAddress, demand),
  )
}
