import { env } from 'cloudflare:workers'
import type { OrdersContext } from '../src/index.ts'

/**
 * D1, with work that runs between the session in which an operation reads and the one in which it
 * writes.
 *
 * @param writing number of the session in which it writes
 */
export function databaseWithWork(
  work: () => Promise<unknown>,
  writing = 2,
): OrdersContext['database'] {
  let sessions = 0
  return {
    prepare: (query) => env.DB.prepare(query),
    batch: (statements) => env.DB.batch(statements),
    exec: (query) => env.DB.exec(query),
    dump: () => env.DB.dump(),
    withSession(constraint) {
      const session = env.DB.withSession(constraint)
      sessions += 1
      const isWriting = sessions === writing
      return {
        prepare: (query) => session.prepare(query),
        getBookmark: () => session.getBookmark(),
        async batch(statements: D1PreparedStatement[]) {
          if (isWriting) await work()
          return session.batch(statements)
        },
      }
    },
  }
}
