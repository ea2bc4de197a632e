import { sessionDatabase } from './session-database.ts'

/** The statement before which something happens. */
interface AwaitedStatement {
  /** Matches its text; the first statement that matches counts. */
  readonly form: RegExp
  /** The method by which the code under test runs it. */
  readonly method: 'raw' | 'run'
  readonly work: () => Promise<unknown>
}

/** A database in which something happens before one statement runs, after those before it. */
export function beforeStatement(
  database: D1Database,
  { form, method, work }: AwaitedStatement,
): D1Database {
  let isNext = true
  const held = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => held(target.bind(...values))
        if (name !== method) throw new Error(`Nothing should use ${String(name)}.`)
        return async () => {
          if (isNext) {
            isNext = false
            await work()
          }
          return target[method]()
        }
      },
    })
  return sessionDatabase(database, (session) => ({
    prepare(query: string) {
      const statement = session.prepare(query)
      return form.test(query) ? held(statement) : statement
    },
    batch: (statements: D1PreparedStatement[]) => session.batch(statements),
  }))
}
