type RecordedTable = 'orders' | 'attempts' | 'refunds' | 'transfers'

/** Starts to record every change of state in these tables. */
export async function recordTransitions(
  database: D1Database,
  tables: readonly RecordedTable[],
): Promise<void> {
  const statements = [
    'CREATE TABLE transitions (what TEXT, earlier TEXT, later TEXT)',
    ...tables.map(
      (table) => `CREATE TRIGGER record_${table} AFTER UPDATE OF state ON ${table}
        WHEN OLD.state <> NEW.state
        BEGIN INSERT INTO transitions VALUES ('${table}', OLD.state, NEW.state); END`,
    ),
  ]
  await database.batch(statements.map((statement) => database.prepare(statement)))
}

/** The different changes of state that a table has seen since {@link recordTransitions}, each as the earlier and the later state. */
export async function transitionsOf<State extends string>(
  database: D1Database,
  what: RecordedTable,
): Promise<[State, State][]> {
  const rows = await database
    .prepare('SELECT DISTINCT earlier, later FROM transitions WHERE what = ?')
    .bind(what)
    .all<{ earlier: State; later: State }>()
  return rows.results.map(({ earlier, later }) => [earlier, later])
}
