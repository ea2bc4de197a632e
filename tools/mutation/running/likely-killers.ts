import { dirname } from 'node:path'
import type { FileTests, ReachingTest } from './messages.ts'

/** A place in a source that was changed. */
interface Place {
  /** Path of the source. */
  readonly file: string
  /** Offset of the change in it. */
  readonly start: number
}

interface Kill extends Place {
  readonly testId: string
}

/**
 * Number of tests that are tried first, one by one: those that have killed mutants nearby.
 */
const nearCount = 3
/**
 * Number of tests that are tried next: those that have killed the most mutants of all.
 */
const keenCount = 3

/** Tests of one file, at least one. */
type OfFile = readonly [ReachingTest, ...ReachingTest[]]

/** The tests by file, in the order in which the files occur first. */
function byFile(tests: readonly ReachingTest[]): OfFile[] {
  const files = new Map<string, [ReachingTest, ...ReachingTest[]]>()
  for (const test of tests) {
    const own = files.get(test.file)
    if (own === undefined) files.set(test.file, [test])
    else own.push(test)
  }
  return [...files.values()]
}

function totalMs(tests: readonly ReachingTest[]): number {
  return tests.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** The tests that killed mutants, each once, if they still exist. */
function testsOf(
  kills: readonly Kill[],
  tests: ReadonlyMap<string, ReachingTest>,
): readonly ReachingTest[] {
  return [...new Set(kills.flatMap(({ testId }) => tests.get(testId) ?? []))]
}

/**
 * Predicts which tests are likely to kill a mutant, from those that have killed its neighbours.
 */
export class LikelyKillers {
  readonly #kills: Kill[] = []
  readonly #budgetMs: number

  /**
   * @param budgetMs time budget of the tests for each mutant, in milliseconds measured without a
   *   mutant; all tests by default
   */
  constructor(budgetMs = Infinity) {
    this.#budgetMs = budgetMs
  }

  /** Records that a test has killed a mutant. */
  noticed({ file, start }: Place, testId: string): void {
    this.#kills.push({ file, start, testId })
  }

  /**
   * The order in which tests are tried on a mutant: those that have killed the nearest mutants of
   * its file, those that have killed the most mutants of all, those next to the source, then the
   * quickest file first.
   *
   * @param tests tests that reach the mutant, by the absolute paths of their files
   * @param folder absolute path of the folder of the source
   */
  order(place: Place, folder: string, tests: readonly ReachingTest[]): FileTests[] {
    const nearest = this.#kills
      .filter(({ file }) => file === place.file)
      .toSorted(
        (one, other) => Math.abs(one.start - place.start) - Math.abs(other.start - place.start),
      )
    const byId = new Map(tests.map((test) => [test.id, test]))
    const near = testsOf(nearest, byId).slice(0, nearCount)
    const keen = testsOf(this.#keenestFirst(), byId).filter((test) => !near.includes(test))
    const first = [...near, ...keen.slice(0, keenCount)]
    const durations = new Map<string, number>()
    for (const { file, durationMs } of tests) {
      durations.set(file, (durations.get(file) ?? 0) + durationMs)
    }
    const distance = ({ file }: ReachingTest): number => (dirname(file) === folder ? 0 : 1)
    const duration = ({ file }: ReachingTest): number => durations.get(file) ?? 0
    const others = tests
      .filter((test) => !first.includes(test))
      .toSorted((one, other) => distance(one) - distance(other) || duration(one) - duration(other))
    return this.#withinBudget([...first.map((test): OfFile => [test]), ...byFile(others)])
  }

  #keenestFirst(): Kill[] {
    const counts = new Map<string, number>()
    for (const { testId } of this.#kills) counts.set(testId, (counts.get(testId) ?? 0) + 1)
    const count = ({ testId }: Kill): number => counts.get(testId) ?? 0
    return this.#kills.toSorted((one, other) => count(other) - count(one))
  }

  /**
   * The quickest tests of a file within the time budget, so that one slow test does not exclude the
   * others.
   */
  #withinBudget(ordered: readonly OfFile[]): FileTests[] {
    let leftMs = this.#budgetMs
    const taken: FileTests[] = []
    for (const tests of ordered) {
      const own = new Set<ReachingTest>()
      for (const test of tests.toSorted((one, other) => one.durationMs - other.durationMs)) {
        const isFirst = taken.length === 0 && own.size === 0
        if (!isFirst && test.durationMs > leftMs) break
        leftMs -= test.durationMs
        own.add(test)
      }
      const inOrder = tests.filter((test) => own.has(test))
      if (inOrder.length === 0) continue
      const testIds = inOrder.map(({ id }) => id)
      taken.push({ file: tests[0].file, testIds, durationMs: totalMs(inOrder) })
    }
    return taken
  }
}
