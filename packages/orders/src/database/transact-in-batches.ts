import type { StoreContext } from '../orders-context.ts'
import { processOneByOne } from '../pacing/one-by-one.ts'
import { transact, transactAll } from './transact.ts'
import type { Transition } from './transition.ts'

/**
 * Runs independent transitions, several in a batch. When a batch fails, its transitions are run alone, so
 * that one which fails every time does not block the others for ever.
 *
 * @param transitions must be safe to repeat, because a failed batch may have been committed
 * @throws the first failure, after the last transition
 */
export async function transactInBatches(
  context: StoreContext,
  transitions: readonly Transition[],
  perBatch: number,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(transitions.length / perBatch) }, (_, number) =>
    transitions.slice(number * perBatch, (number + 1) * perBatch),
  )
  await processOneByOne(batches, async (batch) => {
    try {
      await transactAll(context, { transitions: batch })
    } catch {
      await processOneByOne(batch, async (transition) => {
        await transact(context, transition)
      })
    }
  })
}
