import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/** The bindings of databases that the configuration of a Worker names. */
function databasesOf(worker: string): string[] {
  const text = readFileSync(join(repository, worker, 'wrangler.jsonc'), 'utf8')
  const [, list = ''] = /"d1_databases": \[(.*?)\n {2}\]/s.exec(text) ?? []
  return [...list.matchAll(/"binding": "(\w+)"/g)].map(([, binding = '']) => binding)
}

describe('docs/scale.md', () => {
  const page = readFileSync(join(repository, 'docs/scale.md'), 'utf8')

  it('names the single database of the orders Worker', () => {
    const [, named] = /has one binding, `(\w+)`/.exec(page) ?? []

    expect(databasesOf('workers/orders')).toEqual([named])
  })

  it('does not advise to bind a database that no Worker uses', () => {
    const taken = globSync('{workers,examples}/*/wrangler.jsonc', { cwd: repository }).flatMap(
      (path) => databasesOf(path.replace(/\/wrangler\.jsonc$/, '')),
    )
    const named = new Set([...page.matchAll(/`(DB\w*)`/g)].map(([, binding = '']) => binding))
    const strange = [...named].filter((binding) => !taken.includes(binding))

    expect(taken).toContain('DB')
    expect(page).toMatch(/`DB_0`, `DB_1`, ...\s+has\s+no\s+effect/)
    expect(strange).toEqual(['DB_0', 'DB_1'])
  })

  it('states how many statements an invocation needs, and that the free plan has fewer', () => {
    const source = readFileSync(
      join(repository, 'packages/orders/src/database/drivers/invocation.ts'),
      'utf8',
    )
    const [, least] = /minStatements = (\d+)/.exec(source) ?? []

    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `one confirmation may take 37, and the order store needs ${least}.`,
    )
  })

  it('states the cost of an order in the database, as the test of the order store counts it', () => {
    const counts = readFileSync(
      join(repository, 'packages/orders/src/upkeep/cost-of-an-order.test.ts'),
      'utf8',
    )
    const step = /(\w+): \{ statements: (\d+), roundTrips: (\d+), rowsWritten: (\d+) \}/g
    const counted = [...counts.matchAll(step)].map(([, name, ...numbers]) => [name, numbers])
    const rows = page.matchAll(/^\| [^|]+ \(`(\w+)`\) +\| (\d+) +\| (\d+) +\| \d+ +\| (\d+) +\|$/gm)
    const stated = [...rows].map(([, name, ...numbers]) => [name, numbers])
    const [, bytes = ''] = /bytesPerOrder = ([\d_]+)/.exec(counts) ?? []
    const kilobytes = Number(bytes.replaceAll('_', '')) / 1_000

    expect(counted).toHaveLength(5)
    expect(stated).toEqual(counted)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`at most ${kilobytes} kB`)
  })
})
