import { migrations } from './migrations.generated.ts'

const createTable = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

async function namesApplied(database: D1Database): Promise<ReadonlySet<string>> {
  const rows = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  return new Set(rows.results.map((row) => row.name))
}

/**
 * Applies all missing migrations to a D1 database. It records them in the table that `wrangler d1
 * migrations apply` uses, so either may run first.
 */
export async function applyMigrations(database: D1Database): Promise<void> {
  await database.prepare(createTable).run()
  const applied = await namesApplied(database)
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    try {
      await database.batch([
        database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(migration.name),
        ...migration.statements.map((statement) => database.prepare(statement)),
      ])
    } catch (error) {
      // Another isolate may have applied it at the same time; then the unique name made this one
      // fail.
      if (!(await namesApplied(database)).has(migration.name)) throw error
    }
  }
}
