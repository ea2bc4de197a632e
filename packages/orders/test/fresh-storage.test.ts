import { abortAllDurableObjects, applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'

const storage = { database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }

async function schema(): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> 'd1_migrations' ORDER BY name",
  ).all()
  return results
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
})
