/**
 * Works through items, a few at a time: an invocation may hold six connections. What fails does not
 * stop the others; the first failure is thrown at the end.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const width = 4
  const failures: unknown[] = []
  const queue = items.values()
  async function takeTurns(): Promise<void> {
    for (const item of queue) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, takeTurns))
  if (failures.length > 0) throw failures[0]
}
