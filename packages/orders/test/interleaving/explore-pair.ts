import type { Operation, Scene } from './operations.ts'
import { auditBooks, auditEnd } from './books.ts'
import { settleEverything } from './settle-everything.ts'
import { explore, type ExploreOptions, type Interleaving } from './explore.ts'
import { House } from './house.ts'
import { endStateOf } from './end-state.ts'

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
    await settleEverything(house)
    found.push(...(await auditEnd(house)))
  } catch (error) {
    found.push(`the end failed: ${messagesOf(error)}`)
  }
  return [...new Set(found)].map((what) => `${order}: ${what}`)
}

/**
 * Explores the interleavings of two operations of a scene. Those that come to the same state are judged once.
 *
 * @param rolledBack does a piece of work, and then rolls the database back
 */
export async function explorePair(
  { begin }: Scene,
  operations: readonly [Operation, Operation],
  {
    database,
    rolledBack,
    ...options
  }: ExploreOptions & {
    readonly database: D1Database
    readonly rolledBack: (work: () => Promise<void>) => Promise<void>
  },
): Promise<PairReport> {
  const before = new House(database)
  await begin(before)
  const seen = new Set<string>()
  const wrong: string[] = []
  const { count, isCut } = await explore(
    (race) =>
      rolledBack(async () => {
        const house = before.copy()
        const end = await race(
          operations.map((operation) => (gate) => operation(house.invocationWith(gate))),
        )
        if (end === undefined) return
        const thrown = end.ends.some(({ is }) => is === 'thrown') ? end.order : ''
        const state = `${thrown}\n${await endStateOf(house)}`
        if (seen.has(state)) return
        seen.add(state)
        wrong.push(...(await judge(house, end)))
      }),
    options,
  )
  return { count, isCut, wrong }
}
