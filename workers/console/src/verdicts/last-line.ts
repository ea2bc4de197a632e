import type { OrderView, TimelineEntry } from '@merchant-edge/orders/api'

/** The last line of an order's timeline that has a fact with this value. */
export function lastLineOf(
  { timeline }: OrderView,
  fact: string,
  value: string,
): TimelineEntry | undefined {
  return timeline.findLast(({ facts }) => new Map(Object.entries(facts)).get(fact) === value)
}
