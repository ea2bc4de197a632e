import { sessionDatabase } from './session-database.ts'

/**
 * A database whose batches a test sends, instead of them being sent at once.
 *
 * @param send gets the function that sends the batch, and returns its results
 */
export function batchDatabase(
  database: D1Database,
  send: (batch: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database {
  return sessionDatabase(database, (session) => ({
    prepare: (query: string) => session.prepare(query),
    batch: (statements: D1PreparedStatement[]) => send(() => session.batch(statements)),
  }))
}
