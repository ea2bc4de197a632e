import { readPattern, type Part } from './pattern-tree.ts'

/** The cost of a search with backtracking, as in the engines of the runtimes. */
export interface StepCounter {
  /**
   * Tries of single characters and edges, for all matches in the text with `g`, else up to the
   * first.
   */
  (text: string): number
}

/** More steps than linear time allows for any text of the check. */
export const maxSteps = 3_000_000

class TooManySteps extends Error {}

type Continue = (at: number) => boolean

class Search {
  steps = 0
  readonly #text: string
  readonly #isMatch: (source: string, text: string, at: number) => boolean

  constructor(text: string, isMatch: (source: string, text: string, at: number) => boolean) {
    this.#text = text
    this.#isMatch = isMatch
  }

  #count(): void {
    this.steps += 1
    if (this.steps > maxSteps) throw new TooManySteps()
  }

  match(part: Part, at: number, next: Continue): boolean {
    if (part.kind === 'character' || part.kind === 'edge') {
      this.#count()
      const taken = part.kind === 'character' ? 1 : 0
      return this.#isMatch(part.source, this.#text, at) && next(at + taken)
    }
    if (part.kind === 'sequence') return this.#sequence(part.parts, at, next)
    if (part.kind === 'choice') return part.options.some((option) => this.match(option, at, next))
    if (part.kind === 'repeat') return this.#repeat(part, at, next)
    return this.#look(part, at) !== part.isNegative && next(at)
  }

  #sequence([first, ...others]: readonly Part[], at: number, next: Continue): boolean {
    if (first === undefined) return next(at)
    return this.match(first, at, (end) => this.#sequence(others, end, next))
  }

  #repeat(part: Part & { kind: 'repeat' }, at: number, next: Continue): boolean {
    const { body, min, max, isLazy } = part
    const again = () =>
      max > 0 &&
      this.match(body, at, (end) => {
        // A repetition that matches the empty text ends here.
        if (end === at && min <= 0) return false
        return this.#repeat({ ...part, min: min - 1, max: max - 1 }, end, next)
      })
    if (min > 0) return again()
    return isLazy ? next(at) || again() : again() || next(at)
  }

  #look({ body, isBehind }: Part & { kind: 'look' }, at: number): boolean {
    if (!isBehind) return this.match(body, at, () => true)
    // A look-behind matches one character or none.
    return [at - 1, at].some((start) => start >= 0 && this.match(body, start, (end) => end === at))
  }
}

/** Tests single characters and edges with the regular expressions of this runtime. */
function createTester(flags: string) {
  const known = new Map<string, (text: string, at: number) => boolean>()
  const own = flags.replaceAll(/[gdy]/g, '')
  return (source: string, text: string, at: number): boolean => {
    let test = known.get(source)
    if (test === undefined) {
      const pattern = new RegExp(source, `${own}y`)
      test = (within, place) => {
        pattern.lastIndex = place
        return pattern.test(within)
      }
      known.set(source, test)
    }
    return test(text, at)
  }
}

/**
 * Makes a counter of the steps of a regular expression: it tries every start position in turn, with
 * backtracking. Engines avoid some of these steps, but not enough to make a quadratic expression
 * linear.
 *
 * @returns a function of the text; it gives at most {@link maxSteps}
 */
export function createStepCounter({ source, flags }: RegExp): StepCounter {
  const pattern = readPattern(source)
  const isMatch = createTester(flags)
  const begins = beginsAtStart(pattern) && !flags.includes('m')
  return (text) => {
    const search = new Search(text, isMatch)
    try {
      const starts = begins ? 1 : text.length + 1
      for (let at = 0; at < starts;) {
        let end: number | undefined
        search.match(pattern, at, (found) => {
          end = found
          return true
        })
        if (end !== undefined && !flags.includes('g')) break
        at = end !== undefined && end > at ? end : at + 1
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    }
    return Math.min(search.steps, maxSteps)
  }
}

/** Whether every match begins at the start of the text; engines try no other position then. */
function beginsAtStart(part: Part): boolean {
  if (part.kind === 'edge') return part.source === '^'
  if (part.kind === 'choice') return part.options.every(beginsAtStart)
  const [first] = part.kind === 'sequence' ? part.parts : []
  return first !== undefined && beginsAtStart(first)
}
