import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'

/**
 * Applies the missing migrations to a D1 database, in the order of the file names, and records them
 * in the table that `wrangler d1 migrations apply` uses.
 */
export async function applyMigrations(database: D1Database, directory: string): Promise<void> {
  await database
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run()
  const applied = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const names = new Set(applied.results.map((row) => row.name))
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const missing = files.filter((name) => !names.has(name))
  if (missing.length === 0) return
  // Miniflare sends every `prepare` to its Worker and blocks until it is answered, so all of them
  // are one text.
  const texts = await Promise.all(missing.map((name) => readFile(join(directory, name), 'utf8')))
  await database.batch([
    database.prepare(texts.join('\n')),
    database
      .prepare('INSERT INTO d1_migrations (name) SELECT value FROM json_each(?)')
      .bind(JSON.stringify(missing)),
  ])
}
