/** Awaited before each operation on a database; it refuses the operation by throwing. */
export type Guard = () => Promise<void>

const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

function guardStatement(statement: D1PreparedStatement, guard: Guard): D1PreparedStatement {
  function raw<Row>(options: { columnNames: true }): Promise<[string[], ...Row[]]>
  function raw<Row>(options?: { columnNames?: false }): Promise<Row[]>
  async function raw(options?: { columnNames?: boolean }): Promise<unknown[]> {
    await guard()
    return options?.columnNames === true ? statement.raw({ columnNames: true }) : statement.raw()
  }
  const guarded: D1PreparedStatement = {
    bind: (...values) => guardStatement(statement.bind(...values), guard),
    async first<Row>(column?: string): Promise<Row | null> {
      await guard()
      return column === undefined ? statement.first<Row>() : statement.first<Row>(column)
    },
    async run<Row>() {
      await guard()
      return statement.run<Row>()
    },
    async all<Row>() {
      await guard()
      return statement.all<Row>()
    },
    raw,
  }
  inner.set(guarded, statement)
  return guarded
}

function guardBatch(database: Pick<D1Database, 'batch'>, guard: Guard) {
  return async <Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> => {
    await guard()
    return database.batch<Row>(statements.map((statement) => inner.get(statement) ?? statement))
  }
}

/** Wraps a database so that a guard must allow every read and write, whatever code makes it. */
export function guardedDatabase(database: D1Database, guard: Guard): D1Database {
  return {
    prepare: (query) => guardStatement(database.prepare(query), guard),
    batch: guardBatch(database, guard),
    async exec(query) {
      await guard()
      return database.exec(query)
    },
    async dump() {
      await guard()
      return database.dump()
    },
    withSession(constraint) {
      const session = database.withSession(constraint)
      return {
        prepare: (query) => guardStatement(session.prepare(query), guard),
        batch: guardBatch(session, guard),
        getBookmark: () => session.getBookmark(),
      }
    },
  }
}
