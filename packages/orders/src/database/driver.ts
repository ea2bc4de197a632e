/** A statement with its values, as a driver runs it. */
export interface Statement {
  readonly sql: string
  /** Values of the `?` in the text, in their order: texts, numbers and null. */
  readonly params: readonly unknown[]
}

/** The result of one statement. */
export interface StatementResult {
  /** Rows that it inserted, updated or deleted. */
  readonly changes: number
  /** Rows that it read or returned, by the names of their columns. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Work in the background of which several pieces of the same form may be done by the same statements. */
export interface SharedWork {
  /**
   * The statements in the form that others may share, each with the values of this piece: they do it for all
   * pieces whose texts are the same, or fail.
   */
  readonly shared: readonly Statement[]
  /** The statements of this piece by itself. The first of them decides whether it happens. */
  readonly alone: () => readonly Statement[]
}

/**
 * Runs statements against a SQLite database: D1 in production. Whatever runs them must give two
 * guarantees, which `test/driver-contract.ts` checks of every driver.
 */
export interface Driver {
  /**
   * Runs statements one after another in one transaction of one connection, so that `changes()` in a
   * statement tells of the one before it.
   *
   * @returns the result of each, once all of them are durable
   * @throws what the database throws for the first that fails; none of them is on disk then
   */
  run(statements: readonly Statement[]): Promise<readonly StatementResult[]>
  /**
   * Runs a piece of work with others of the same form, where the driver gathers such; it may wait for them for a
   * moment.
   *
   * @returns whether it has happened
   * @throws as {@link Driver.run}
   */
  runShared?(work: SharedWork): Promise<boolean>
  /** Tells how many pieces are under way that may come to work of the same form; there is no waiting for none. */
  expect?(pieces: number): void
}

/** Runs statements on D1, on the primary: no decision is taken on what a replica does not know yet. */
export function d1Driver(database: D1Database): Driver {
  return {
    async run(statements) {
      const session = database.withSession('first-primary')
      const results = await session.batch<Record<string, unknown>>(
        statements.map(({ sql, params }) => session.prepare(sql).bind(...params)),
      )
      return results.map(({ meta, results: rows }) => ({ changes: meta.changes, rows }))
    },
  }
}
