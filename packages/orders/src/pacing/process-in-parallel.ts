import { runWorkPool } from './work-pool.ts'

/**
 * Processes items, a few at a time: {@link runWorkPool}.
 *
 * @param mayBegin whether one more item may begin; when it returns false, the remaining items are
 *   not processed
 */
export function processInParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  mayBegin: () => boolean = () => true,
): Promise<void> {
  const queue = items.values()
  const source = {
    async take() {
      const next = mayBegin() ? queue.next() : undefined
      return next === undefined || next.done === true ? [] : [next.value]
    },
  }
  return runWorkPool([source], { ask: work, settle: async () => {} })
}
