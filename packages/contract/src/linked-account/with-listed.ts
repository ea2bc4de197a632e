const list = 'payment_request_list'

/**
 * Moves fields into every item of `payment_request_list`, which has one item when it was left out.
 * Assumes G-134.
 *
 * @param names fields to move; with none, the request stays as it is
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
  const items: unknown[] = Array.isArray(given) ? given : [{}]
  return {
    ...Object.fromEntries(all.filter(([name]) => !isMoved(name))),
    [list]: items.map((item) => Object.assign(Object.fromEntries(moved), item)),
  }
}
