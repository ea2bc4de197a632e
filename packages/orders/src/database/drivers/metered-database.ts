import type { Budget } from '../../pacing/budget.ts'

/**
 * A database that charges a budget for each prepared statement, because D1 counts every statement
 * of an invocation, in a batch or not. It never refuses a statement; the caller checks the budget
 * before it starts more work.
 */
export function meteredDatabase(database: D1Database, budget: Budget): D1Database {
  function prepareOn(opened: Pick<D1Database, 'prepare'>) {
    return (query: string) => {
      budget.spend(1)
      return opened.prepare(query)
    }
  }
  return {
    prepare: prepareOn(database),
    batch: (statements) => database.batch(statements),
    exec: (query) => database.exec(query),
    dump: () => database.dump(),
    withSession(constraint) {
      const session = database.withSession(constraint)
      return {
        prepare: prepareOn(session),
        batch: (statements) => session.batch(statements),
        getBookmark: () => session.getBookmark(),
      }
    },
  }
}
