import { abortAllDurableObjects, applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { overDurableObject } from './durable-database.ts'
import { World } from './world.ts'

const storage = { database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  /** None of an index that SQLite makes by itself. */
  readonly sql: string | null
}

async function schema(database = env.DB): Promise<readonly SchemaRow[]> {
  const { results } = await database
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_master
       WHERE tbl_name NOT LIKE 'd1\\_%' ESCAPE '\\' AND tbl_name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name`,
    )
    .all<SchemaRow>()
  return results
}

/** Writes what a trigger keeps from being deleted, a row with an id that counts up, and a file; returns that id. */
async function writeRows(): Promise<unknown> {
  await new World().openAndPay()
  await env.FILES.put('file', 'text')
  const inserted = env.DB.prepare(
    "INSERT INTO deliveries (outbox_key, at_ms, duration_ms) VALUES ('key', 1, 1) RETURNING id",
  )
  return (await inserted.first<{ id: number }>())?.id
}

/** How many rows each table has that has any. */
async function filledTables(): Promise<readonly string[]> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'd1%' AND name NOT LIKE '%cf%'",
  ).all<{ name: string }>()
  const counts = tables.results.map(({ name }) =>
    env.DB.prepare(`SELECT '${name}' name, COUNT(*) n FROM "${name}"`),
  )
  const counted = await env.DB.batch<{ name: string; n: number }>(counts)
  return counted.flatMap(({ results }) => results.flatMap(({ name, n }) => (n > 0 ? [name] : [])))
}

async function rows(): Promise<number | undefined> {
  const alerts = env.DB.prepare('SELECT COUNT(*) n FROM alerts')
  return (await alerts.first<{ n: number }>())?.n
}

describe('freshStorage', () => {
  it('creates the schema of the migrations, in which two triggers allow deletion while it empties the tables', async () => {
    const emptying = 'WHEN NOT EXISTS (SELECT 1 FROM d1_emptying WHERE is_emptying = 1) '
    await freshStorage(storage)
    const made = await schema()
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)

    const passable = made.flatMap(({ name, sql }) => (sql?.includes(emptying) ? [name] : []))
    expect(passable).toEqual(['journal_no_delete', 'journal_seals_no_delete'])
    const wordsOf = ({ sql, ...row }: SchemaRow) => ({
      ...row,
      words: sql?.replace(emptying, '').split(/\s+/),
    })
    expect(made.map(wordsOf)).toEqual((await schema()).map(wordsOf))
  })

  // The triggers as freshStorage changes them are in the tests of the journal.
  it('creates triggers that refuse every deletion', async () => {
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    await new World().openAndPay()

    await expect(env.DB.prepare('DELETE FROM journal_seals').run()).rejects.toThrow(
      'the seals of the journal cannot be removed',
    )
    await expect(env.DB.prepare('DELETE FROM journal').run()).rejects.toThrow(
      'the journal is append-only: a row cannot be removed',
    )
  })

  it('empties an object that was evicted from memory since a test used it', async () => {
    await env.DB.prepare(
      "INSERT INTO alerts (kind, subject, at_ms, facts) VALUES ('dead_letter', 'O1', 1, '{}')",
    ).run()
    await env.FILES.put('file', 'text')
    await abortAllDurableObjects()

    await freshStorage(storage)

    expect(await rows()).toBe(0)
    expect((await env.FILES.list()).objects).toEqual([])
  })

  it('leaves no row, no file and no id counter', async () => {
    const before = await schema()
    const id = await writeRows()
    expect(await filledTables()).toEqual(
      expect.arrayContaining(['orders', 'journal', 'deliveries']),
    )

    await freshStorage(storage)

    expect(await filledTables()).toEqual([])
    expect((await env.FILES.list()).objects).toEqual([])
    expect(await schema()).toEqual(before)
    expect(await writeRows()).toBe(id)
  })

  it.each([
    ['has made', 'CREATE TABLE made (id)'],
    ['has dropped', 'DROP TRIGGER journal_no_delete'],
    ['has changed', 'ALTER TABLE alerts ADD made TEXT'],
  ])('undoes what a test %s in the schema', async (_what, statement) => {
    const before = await schema()
    await env.DB.prepare(statement).run()
    expect(await schema()).not.toEqual(before)

    await freshStorage(storage)

    expect(await schema()).toEqual(before)
  })
})

describe('a database in a Durable Object', () => {
  it('has the schema of the migrations, also when another one has run them', async () => {
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)
    const migrated = await schema()
    await overDurableObject(async () => {})

    expect(await overDurableObject(schema)).toEqual(migrated)
  })
})
