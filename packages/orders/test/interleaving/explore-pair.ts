import type { Operation, Scene } from './operations.ts'
import { auditBooks, auditEnd } from './books.ts'
import { settleEverything } from './settle-everything.ts'
import { explore, type ExploreOptions, type Interleaving } from './explore.ts'
import { House } from './house.ts'
import { endStateOf } from './end-state.ts'
import { Knowledge, worldStateOf } from './world-state.ts'

/** Result of exploring a pair of operations. */
export interface PairReport {
  /** Number of interleavings that were run to their end. */
  readonly count: number
  /** Number of prefixes that led to where an earlier one had led. */
  readonly merged: number
  /** Number of different ends. */
  readonly ends: number
  /** Whether there are more interleavings. */
  readonly isCut: boolean
  /** Problems, each with the first order of steps in which it occurred. */
  readonly wrong: readonly string[]
}

/** The message of an error, or the messages of all errors in an AggregateError. */
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
 * Explores the interleavings of two operations of a scene. Those that end in the same state are
 * checked once.
 *
 * @param rolledBack runs work, and then rolls the database back
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
  const { count, merged, isCut } = await explore(
    (race) =>
      rolledBack(async () => {
        const house = before.copy()
        const invocations = operations.map(() => new Knowledge())
        const end = await race(
          operations.map((operation, index) => (gate) => {
            const knowledge = invocations[index] ?? new Knowledge()
            return operation(house.invocationWith(gate, { knowledge, seed: index }))
          }),
          {
            world: () => worldStateOf(house),
            knowledge: invocations.map((one) => () => one.digest),
          },
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
  return { count, merged, ends: seen.size, isCut, wrong }
}
