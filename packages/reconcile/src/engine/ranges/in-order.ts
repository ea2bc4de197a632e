/** Retries a task once when it fails. */
export async function retryOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  return await work().catch(() => work())
}

/**
 * Runs a task for each item of a list, several at a time, and passes the results on in the order of
 * the list.
 *
 * @param ahead maximum number of items that are running or waiting
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  ahead: number,
  {
    start,
    take,
  }: {
    start: (item: Item) => Promise<Result>
    take: (result: Result, item: Item) => Promise<void> | void
  },
): Promise<void> {
  const underWay: Promise<Result>[] = []
  let started = 0
  for (const item of items) {
    for (; started < items.length && underWay.length < ahead; started += 1) {
      const next = items[started]
      if (next === undefined) break
      const work = start(next)
      // The ordered loop rethrows this rejection when it reaches the item; until then it must not
      // be reported as unhandled.
      work.catch(() => undefined)
      underWay.push(work)
    }
    const result = await underWay.shift()
    if (result !== undefined) await take(result, item)
  }
}
