/**
 * A database whose sessions a test replaces; the order store uses nothing else of it.
 *
 * @param replace gets the session as it is, and returns what the code under test may use of one
 */
export function sessionDatabase(
  database: D1Database,
  replace: (session: D1DatabaseSession) => object,
): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'withSession') throw new Error(`Nothing should use ${String(name)}.`)
      return () => replace(target.withSession('first-primary'))
    },
  })
}
