import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { freshStorage } from '../../../../vitest.storage.ts'
import { busyHouse, linesOfHouse } from '../../test/busy-house.ts'
import { readTables, writeTables, type TableRows } from '../../test/table-rows.ts'
import type { World } from '../../test/world.ts'
import { refundOrder } from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'

// Goal: a house that is updated in the middle of its work comes to the same end as one that was never updated.
// Method: one story leaves behind whatever can wait for something. Its rows, as far as the tables of an earlier version
// have room for them, are put into a database of that version. Then come the other migrations, and the house lives on.

/** The migrations before which a version is tried: those that write a table anew, and the last one. */
const tried = env.MIGRATIONS.flatMap(({ name, queries }, count) =>
  queries.some((query) => query.includes('DROP TABLE')) || count === env.MIGRATIONS.length - 1
    ? [{ name, count }]
    : [],
)

let withoutUpdate: readonly string[]

async function liveOn(world: World): Promise<readonly string[]> {
  await refundOrder(world.context, 'paid', { id: 'R-later', vnd: 10_000 })
  await world.live(4 * 60, 20 * 60)
  return linesOfHouse()
}

function idsOf(tables: readonly TableRows[]): Set<string> {
  const named = ['orders', 'refunds', 'transfers', 'links']
  const rows = tables.flatMap((table) => (named.includes(table.table) ? table.rows : []))
  return new Set(rows.map((row) => String(row['customer_id'] ?? row['id'])))
}

beforeAll(async () => {
  await freshStorage({ database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES })
  withoutUpdate = await liveOn(await busyHouse())
})

it('includes versions before and after linked wallets', () => {
  expect(tried.length).toBeGreaterThan(5)
  expect(withoutUpdate.length).toBeGreaterThan(60)
})

it.each(tried)(
  'a database from before $name completes its open work after the upgrade',
  async ({ count }) => {
    const world = await busyHouse()
    const rows = await readTables()
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, count))
    const kept = idsOf(await writeTables(rows))
    await applyD1Migrations(env.DB, env.MIGRATIONS)

    const lines = await liveOn(world)

    const missing = new Set([...idsOf(rows)].filter((id) => !kept.has(id)))
    const isOfMissing = (line: string) => line.split(/[ :]/).some((word) => missing.has(word))
    expect(lines).toEqual(withoutUpdate.filter((line) => !isOfMissing(line)))
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
    expect((await env.DB.prepare('PRAGMA foreign_key_check').all()).results).toEqual([])
  },
)
