/**
 * Pieces of work that are under way at once. An invocation holds six connections; the sixth is for the
 * database.
 */
export const atOnce = 5

/** Work that is taken a few pieces at a time. */
export interface Supply<Item> {
  /**
   * Takes the next pieces; none when there are no more, or when no more may begin.
   *
   * @param underWay pieces that have been taken and are not done yet
   */
  take(underWay: number): Promise<readonly Item[]>
}

/**
 * Works off a supply, {@link atOnce} pieces at a time. A piece that takes long holds none of the others up.
 * What fails does not stop the others; the first failure is thrown at the end.
 */
export async function workOff<Item>(
  supply: Supply<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const taken: Item[] = []
  let underWay = 0
  let isEmpty = false
  let taking: Promise<void> | undefined

  async function takeMore(): Promise<void> {
    try {
      const items = await supply.take(underWay)
      taken.push(...items)
      isEmpty = items.length === 0
    } catch (error) {
      isEmpty = true
      failures.push(error)
    } finally {
      taking = undefined
    }
  }

  async function next(): Promise<Item | undefined> {
    while (taken.length === 0 && !isEmpty) await (taking ??= takeMore())
    const item = taken.shift()
    if (item !== undefined) underWay += 1
    return item
  }

  async function takeTurns(): Promise<void> {
    for (let item = await next(); item !== undefined; item = await next()) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
      underWay -= 1
    }
  }

  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  if (failures.length > 0) throw failures[0]
}
