import { createStepCounter, maxSteps } from './count-steps.ts'
import { hostileTexts, pumped, type HostileText } from './hostile-texts.ts'

/** A text on which the steps of a regular expression grow faster than its length. */
export interface FastGrowth {
  readonly text: HostileText
  /**
   * Steps for texts of about 150 characters, of twice and of four times as many, up to the first
   * that needs too many.
   */
  readonly steps: readonly number[]
}

/** Characters of the shortest text; the next ones are twice and four times as long. */
const minChars = 150
// Twice the length takes twice the steps in linear time, and four times the steps in quadratic
// time.
const maxGrowth = 2.6

/**
 * Finds a text on which a regular expression needs more than linear time.
 *
 * @returns `undefined` when there is none among the hostile texts
 */
export function fastGrowth(pattern: RegExp): FastGrowth | undefined {
  const count = createStepCounter(pattern)
  for (const text of hostileTexts(pattern)) {
    const least = Math.max(2, Math.floor(minChars / text.pump.length))
    const steps: number[] = []
    for (const times of [least, least * 2, least * 4]) {
      steps.push(count(pumped(text, times)))
      // A longer text needs at least as many steps and as much time.
      if (steps.at(-1) === maxSteps) return { text, steps }
    }
    const [few = 0, some = 0, many = 0] = steps
    // A few steps for each character are linear.
    const isLong = many > 4 * pumped(text, least * 4).length
    const isFast = some / few > maxGrowth && many / some > maxGrowth
    if (isLong && isFast) return { text, steps }
  }
  return undefined
}
