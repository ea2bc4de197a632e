import { sessionDatabase } from './session-database.ts'

/** A database whose connection is lost once, after the commit of the first batch with a statement of a form. */
export function lostConnection(database: D1Database, form: RegExp): D1Database {
  let isNext: boolean | undefined
  return sessionDatabase(database, (session) => ({
    prepare(query: string) {
      if (form.test(query)) isNext ??= true
      return session.prepare(query)
    },
    async batch(statements: D1PreparedStatement[]) {
      const results = await session.batch(statements)
      if (isNext !== true) return results
      isNext = false
      throw new Error('D1_ERROR: the connection was lost')
    },
  }))
}
