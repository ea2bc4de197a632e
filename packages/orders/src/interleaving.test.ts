import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { overRolledBackDatabase } from '../test/durable-database.ts'
import { explorePair } from '../test/interleaving/explore-pair.ts'
import { scenes } from '../test/interleaving/scenes.ts'
import { usualPairs } from '../test/interleaving/usual-pairs.ts'

/**
 * Goal: no interleaving of two operations loses money, or counts, returns or forgets it.
 *
 * Method: a scene is set up once. Then two operations run in it in every order of their steps that can make a
 * difference, depth first; a step is a batch of the database or a call to the service. After each new end state the
 * database is compared with what the service did; then time passes, people decide by the truth what is open, and
 * nothing may be left over. In further orders the process of one operation is killed after one of its steps. The
 * usual run has a few pairs, with two preemptions at most: an operation that could go on waits for the other.
 *
 * INTERLEAVINGS=all explores every pair within the same bounds, which takes minutes; INTERLEAVINGS='a paid order:
 * whole' explores the pairs whose name contains the text, without a bound on preemptions.
 */
const wanted = env.INTERLEAVINGS
/** Whether the pairs are selected by a part of their names. */
const isNamed = wanted !== '' && wanted !== 'all'
const bounded = { kills: true, preemptions: 2, max: 120 }
const unbounded = { kills: true, preemptions: Infinity, max: 20_000 }

function isWanted(name: string, one: string, other: string): boolean {
  if (wanted === 'all') return true
  if (isNamed) return `${name}: ${one} + ${other}`.includes(wanted)
  return usualPairs.some(
    ([scene, first, second]) => name.endsWith(scene) && first === one && second === other,
  )
}

const pairs = scenes.flatMap((scene) => {
  const entries = Object.entries(scene.operations)
  return entries.flatMap(([one, operation], place) =>
    entries.slice(place).flatMap(([other, otherOperation]) => {
      const name = `${scene.name}: ${one} + ${other}`
      return isWanted(scene.name, one, other) ? [{ name, scene, operation, otherOperation }] : []
    }),
  )
})

describe('two operations at once', () => {
  // A name by `$name` would be cut off after forty characters.
  it.each(pairs.map((pair) => [pair.name, pair] as const))('%s', async (_name, pair) => {
    const { scene, operation, otherOperation } = pair
    const { count, merged, ends, isCut, wrong } = await overRolledBackDatabase(
      (database, rolledBack) =>
        explorePair(scene, [operation, otherOperation], {
          ...(isNamed ? unbounded : bounded),
          database,
          rolledBack,
        }),
    )

    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(0)
    if (isNamed) expect({ count, merged, ends, isCut }).toMatchObject({ isCut: false })
  })
})
