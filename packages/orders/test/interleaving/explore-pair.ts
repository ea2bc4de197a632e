import type { Act, Scene } from './acts.ts'
import { auditBooks, auditEnd } from './books.ts'
import { calmDown } from './calm.ts'
import { explore, type ExploreOptions, type Interleaving } from './explore.ts'
import { House } from './house.ts'
import { portraitOf } from './portrait.ts'

/** What came of a pair of operations. */
export interface PairReport {
  /** How many interleavings were run. */
  readonly count: number
  /** Whether there are more of them than were run. */
  readonly isCut: boolean
  /** What was wrong, each with the order of the steps in which it was seen first. */
  readonly wrong: readonly string[]
}

/** What every failure of an error says that comes of several. */
function messagesOf(error: unknown): string {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  return all.map(String).join(', ')
}

async function judge(house: House, { order, ends }: Interleaving): Promise<string[]> {
  const failures = ends.flatMap((end) => (end.is === 'thrown' ? [messagesOf(end.error)] : []))
  const found = [...failures, ...(await auditBooks(house))]
  try {
    await calmDown(house)
    found.push(...(await auditEnd(house)))
  } catch (error) {
    found.push(`the end failed: ${messagesOf(error)}`)
  }
  return [...new Set(found)].map((what) => `${order}: ${what}`)
}

/**
 * Explores the interleavings of two operations of a scene. Those that come to the same state are judged once.
 *
 * @param undone sets the database back after a piece of work
 */
export async function explorePair(
  { begin }: Scene,
  acts: readonly [Act, Act],
  {
    database,
    undone,
    ...options
  }: ExploreOptions & {
    readonly database: D1Database
    readonly undone: (work: () => Promise<void>) => Promise<void>
  },
): Promise<PairReport> {
  const before = new House(database)
  await begin(before)
  const seen = new Set<string>()
  const wrong: string[] = []
  const { count, isCut } = await explore(
    (race) =>
      undone(async () => {
        const house = before.copy()
        const end = await race(acts.map((act) => (gate) => act(house.hands(gate))))
        if (end === undefined) return
        const thrown = end.ends.some(({ is }) => is === 'thrown') ? end.order : ''
        const state = `${thrown}\n${await portraitOf(house)}`
        if (seen.has(state)) return
        seen.add(state)
        wrong.push(...(await judge(house, end)))
      }),
    options,
  )
  return { count, isCut, wrong }
}
