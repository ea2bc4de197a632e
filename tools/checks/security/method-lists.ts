/** Methods that a document lists for each binding, by `binding entrypoint`. */
export type MethodLists = ReadonlyMap<string, readonly string[]>

const tableRow = /^\|\s*`([A-Z_]+)`\s*\|\s*`([A-Z]\w+)`\s*\|/
const listItem = /^- `([A-Z]\w+)`: ((?:`\w+`,?\s*)+)$/

/** The list items of a document, each on one line. */
function itemsOf(markdown: string): readonly string[] {
  return markdown.replaceAll(/\n {2}(?=\S)/g, ' ').split('\n')
}

/**
 * The methods that docs/security/access.md lists: a table names the entrypoint of each binding, and
 * a list the methods of each entrypoint.
 */
export function readMethodLists(markdown: string): MethodLists {
  const lines = itemsOf(markdown)
  const methods = new Map<string, readonly string[]>()
  for (const line of lines) {
    const [, entrypoint = '', names = ''] = listItem.exec(line) ?? []
    if (entrypoint !== '') methods.set(entrypoint, names.match(/\w+/g) ?? [])
  }
  const lists = new Map<string, readonly string[]>()
  for (const line of lines) {
    const [, binding = '', entrypoint = ''] = tableRow.exec(line) ?? []
    if (binding !== '') lists.set(`${binding} ${entrypoint}`, methods.get(entrypoint) ?? [])
  }
  return lists
}

/**
 * Differences between the methods that a document lists and those that the bindings have.
 *
 * @param reachable the methods of each binding, by `worker binding entrypoint`
 */
export function problemsOfMethods(
  lists: MethodLists,
  reachable: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const expected = new Map(
    Object.entries(reachable).map(([name, methods]) => [
      name.split(' ').slice(1).join(' '),
      methods,
    ]),
  )
  const unknown = [...lists.keys()].filter((name) => !expected.has(name))
  return [
    ...unknown.map((name) => `there is no binding "${name}".`),
    ...[...expected].flatMap(([name, methods]) => {
      const listed = lists.get(name) ?? []
      const missing = methods.filter((method) => !listed.includes(method))
      const surplus = listed.filter((method) => !methods.includes(method))
      return [
        ...missing.map((method) => `${name} does not list the method ${method}.`),
        ...surplus.map((method) => `${name} lists ${method}, which it does not have.`),
      ]
    }),
  ]
}
