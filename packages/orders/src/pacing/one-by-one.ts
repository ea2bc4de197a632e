/**
 * Processes items one after another. A failure does not stop the items behind: an item that fails
 * every time would otherwise block them for ever.
 *
 * @throws the first failure, after the last item
 */
export async function processOneByOne<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
