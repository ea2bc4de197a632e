import { abortAllDurableObjects, applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { World } from './world.ts'

const storage = { database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }

async function schema(): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> 'd1_migrations' ORDER BY name",
  ).all()
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
  it('makes the schema of the migrations', async () => {
    await freshStorage(storage)
    const made = await schema()
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)

    expect(made).toEqual(await schema())
  })

  it('empties what has left the memory since a test has used it', async () => {
    await env.DB.prepare(
      "INSERT INTO alerts (kind, subject, at_ms, facts) VALUES ('dead_letter', 'O1', 1, '{}')",
    ).run()
    await env.FILES.put('file', 'text')
    await abortAllDurableObjects()

    await freshStorage(storage)

    expect(await rows()).toBe(0)
    expect((await env.FILES.list()).objects).toEqual([])
  })

  it('leaves no row, no file and no count of ids', async () => {
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
