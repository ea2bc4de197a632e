import { setTimeout } from 'node:timers/promises'
import type { DemoHouse } from './demo-calls.ts'

const maxSweeps = 60
const waitMs = 250

/**
 * Sweeps the house, at least once, until all given items are done; the service reports on them a
 * little later.
 *
 * @returns the items that are not done after a quarter of a minute; usually none
 */
export async function sweepUntil<Item>(
  { house }: DemoHouse,
  items: readonly Item[],
  isDone: (item: Item) => Promise<boolean>,
): Promise<readonly Item[]> {
  let waiting = items
  for (let sweeps = 0; sweeps < maxSweeps; sweeps += 1) {
    if (sweeps > 0) await setTimeout(waitMs)
    await house.sweep()
    const done = await Promise.all(waiting.map(isDone))
    waiting = waiting.filter((_, index) => done[index] !== true)
    if (waiting.length === 0) break
  }
  return waiting
}
