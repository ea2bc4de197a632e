import * as v from 'valibot'
import { hasAtMostCharacters } from '../limits.ts'

/**
 * Limits the length of a text in characters. It is `maxLength` of valibot, which counts UTF-16 code
 * units, with another count. Assumes G-161.
 */
// @__NO_SIDE_EFFECTS__
export function maxCharacters(
  maxChars: number,
): v.MaxLengthAction<string, number, `must have at most ${number} characters`> {
  const action = v.maxLength<string, number, `must have at most ${number} characters`>(
    maxChars,
    `must have at most ${maxChars} characters`,
  )
  return {
    ...action,
    '~run': (dataset, config) =>
      dataset.typed && hasAtMostCharacters(dataset.value, maxChars)
        ? dataset
        : action['~run'](dataset, config),
  }
}
