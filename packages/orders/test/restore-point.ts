import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** Rows of one table, as D1 returns them. */
interface KeptRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

function insertOf(table: string, row: Readonly<Record<string, unknown>>): D1PreparedStatement {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map(() => '?').join(', ')
  const text = `INSERT INTO "${table}" (${columns}) VALUES (${places})`
  return env.DB.prepare(text).bind(...names.map((name) => row[name]))
}

/**
 * Stores the current content of the database.
 *
 * @returns a function that restores it, as the restore of a backup does: the service and the bucket
 *   stay as they are
 */
export async function restorePoint(): Promise<() => Promise<void>> {
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%'
     AND name NOT LIKE '%cf%'`,
  ).all<{ name: string }>()
  const kept: KeptRows[] = []
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all()
    kept.push({ table: name, rows: results })
  }
  return async () => {
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    await env.DB.batch([
      env.DB.prepare('PRAGMA defer_foreign_keys = ON'),
      ...kept.flatMap(({ table, rows }) => rows.map((row) => insertOf(table, row))),
    ])
  }
}
