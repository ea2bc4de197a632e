/**
 * Groups rows by a key. Groups and rows keep their order. The built-in of newer runtimes does the
 * same; this package runs on Node 20 too.
 */
export function groupRows<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
