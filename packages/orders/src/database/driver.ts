/** A statement with its values, as a driver runs it. */
export interface Statement {
  readonly sql: string
  /** Values of the `?` in the text, in their order: texts, numbers and null. */
  readonly params: readonly unknown[]
}

/** What the database reports about one statement of a batch. */
export interface StatementResult {
  /** Rows that it inserted, updated or deleted. */
  readonly changes: number
  /** Rows that it read or returned, by the names of their columns. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Background work whose pieces can share statements when they have the same form. */
export interface SharedWork {
  /**
   * The statements in the form that other pieces may share, each with the values of this piece.
   * They do the work for all pieces with the same texts, or fail.
   */
  readonly shared: readonly Statement[]
  /** The statements of this piece alone. The first of them decides whether it happens. */
  readonly alone: () => readonly Statement[]
}

/**
 * Runs statements against a SQLite database: D1 in production. Every driver must give two
 * guarantees, which `test/driver-contract.ts` checks.
 */
export interface Driver {
  /**
   * Runs statements one after another in one transaction of one connection, so that `changes()` in
   * a statement refers to the statement before it.
   *
   * @returns the result of each, once all of them are durable
   * @throws what the database throws for the first that fails; none of them is on disk then
   */
  run(statements: readonly Statement[]): Promise<readonly StatementResult[]>
  /**
   * Runs a piece of work together with others of the same form, if the driver groups them; it may
   * wait briefly for them.
   *
   * @returns whether it has happened
   * @throws as {@link Driver.run}
   */
  runShared?(work: SharedWork): Promise<boolean>
  /**
   * Announces how many pieces in progress may lead to work of the same form; the driver does not
   * wait when there are none.
   */
  expect?(pieces: number): void
}

/**
 * Runs statements on the primary of D1, because a replica may lack the newest data on which a
 * decision depends.
 */
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
