import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { insertOf, readTables } from './table-rows.ts'

/**
 * Stores the current content of the database.
 *
 * @returns a function that restores it like a backup: the service and the bucket do not change
 */
export async function restorePoint(): Promise<() => Promise<void>> {
  const kept = await readTables()
  return async () => {
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    await env.DB.batch([
      env.DB.prepare('PRAGMA defer_foreign_keys = ON'),
      ...kept.flatMap(({ table, rows }) => rows.map((row) => insertOf(table, row))),
    ])
  }
}
