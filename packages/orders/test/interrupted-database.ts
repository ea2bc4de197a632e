/**
 * A database in which other work comes between what an operation has read and what it writes next.
 *
 * @param between runs once, before the next batch
 */
export function interruptedDatabase(
  database: D1Database,
  between: () => Promise<unknown>,
): D1Database {
  let isOver = false
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'withSession') throw new Error(`Nothing should use ${String(name)}.`)
      return () => {
        const session = target.withSession('first-primary')
        return {
          prepare: (query: string) => session.prepare(query),
          async batch(statements: D1PreparedStatement[]) {
            if (!isOver) {
              isOver = true
              await between()
            }
            return session.batch(statements)
          },
        }
      }
    },
  })
}
