import { workOff } from './work-off.ts'

/**
 * Works through items, a few at a time: {@link workOff}.
 *
 * @param mayBegin whether one more may begin; those that are left when it says no are not worked on
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
