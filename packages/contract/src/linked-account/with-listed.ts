const list = 'payment_request_list'

/**
 * Refuses a request that would lose a field on its way: an item keeps its own value of a field, as
 * an item of points keeps its amount. Money of 0 is in no item.
 */
function checkIsSent([name, value]: readonly [string, unknown], items: readonly object[]): void {
  const isSent = items.some((item) => Object.getOwnPropertyDescriptor(item, name)?.value === value)
  if (isSent || (name === 'amount' && value === '0')) return
  throw new TypeError(`${list}: no item has the ${name} of the payment`)
}

/**
 * Moves fields into every item of `payment_request_list`, which has one item when it was left out.
 * Assumes G-134.
 *
 * @param names fields to move; with none, the request stays as it is
 * @throws TypeError when every item has another value of such a field
 */
export function withListed(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const all = Object.entries(fields)
  const isMoved = (name: string) => name !== list && names.includes(name)
  const moved = all.filter(([name]) => isMoved(name))
  if (moved.length === 0) return fields
  const given = fields[list]
  const own: unknown[] = Array.isArray(given) ? given : [{}]
  const items = own.map((item): object => Object.assign(Object.fromEntries(moved), item))
  for (const field of moved) checkIsSent(field, items)
  return { ...Object.fromEntries(all.filter(([name]) => !isMoved(name))), [list]: items }
}
