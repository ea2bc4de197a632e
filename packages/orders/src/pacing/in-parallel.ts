import { workOff } from './work-off.ts'

/**
 * Processes items, a few at a time: {@link workOff}.
 *
 * @param mayBegin whether one more item may begin; when it returns false, the remaining items are
 * not processed
 */
export function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  mayBegin: () => boolean = () => true,
): Promise<void> {
  const queue = items.values()
  const supply = {
    async take() {
      const next = mayBegin() ? queue.next() : undefined
      return next === undefined || next.done === true ? [] : [next.value]
    },
  }
  return workOff([supply], { ask: work, settle: async () => {} })
}
