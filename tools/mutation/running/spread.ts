/**
 * The golden ratio: no multiple of it is near a whole number, so that neighbours in the order are
 * far apart in the list.
 */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/** Reorders items so that every prefix of the result is spread evenly over the list. */
export function spread<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, place: (index * goldenRatio) % 1 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
