import { createStepCounter, stepsMax } from './count-steps.ts'
import { hostileTexts, pumped, type HostileText } from './hostile-texts.ts'

/** A text on which the steps of a regular expression grow faster than the text. */
export interface FastGrowth {
  readonly text: HostileText
  /** Steps for a text of about 150 characters, and for ones of twice and four times as many, up to one that takes too many. */
  readonly steps: readonly number[]
}

/** Characters of the shortest text; the next ones are twice and four times as long. */
const shortestChars = 150
// Twice the text takes twice the steps in a straight line, and four times as many in a square.
const growthMax = 2.6

/**
 * Finds a text on which a regular expression does not take a straight line.
 *
 * @returns `undefined` when there is none among the hostile texts
 */
export function fastGrowth(pattern: RegExp): FastGrowth | undefined {
  const count = createStepCounter(pattern)
  for (const text of hostileTexts(pattern)) {
    const least = Math.max(2, Math.floor(shortestChars / text.pump.length))
    const steps: number[] = []
    for (const times of [least, least * 2, least * 4]) {
      steps.push(count(pumped(text, times)))
      // A longer text takes no fewer steps, and as much time to count them.
      if (steps.at(-1) === stepsMax) return { text, steps }
    }
    const [few = 0, some = 0, many = 0] = steps
    // A few steps for each character are no growth.
    const isLong = many > 4 * pumped(text, least * 4).length
    const isFast = some / few > growthMax && many / some > growthMax
    if (isLong && isFast) return { text, steps }
  }
  return undefined
}
