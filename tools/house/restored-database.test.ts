import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createControlClient } from '@merchant-edge/sandbox/control'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilTomorrow } from '../tour/daily-files-story.ts'
import { freePorts } from './places/ports.ts'
import { startHouse, type House } from './start-house.ts'

// Goal: after a restore of the database no linked wallet is charged twice, and the file of the day finds the lost charge.
// Method: the Workers of the house and the sandbox over HTTP; the rows of the orders database are put back as they were,
// as Time Travel does, and the sandbox keeps what has happened since.

const statements = join(import.meta.dirname, '../../packages/orders/restore')
let house: House
/** By how many milliseconds the clocks of the house are ahead. */
let laterMs = 0

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), laterMs })
})

afterAll(() => house?.stop())

async function ask(path: string, json?: object): Promise<Record<string, unknown>> {
  const { addresses, secrets } = house
  const response = await fetch(`${addresses.checkout}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${secrets.checkoutSecret}`,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const answer: Record<string, unknown> = JSON.parse(await response.text())
  return answer
}

/** Keeps the rows of the orders database; returns a function that puts them back. */
async function restorePoint(): Promise<() => Promise<void>> {
  const { ordersDatabase: database } = house
  const { results: tables } = await database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%'
       AND name NOT LIKE '%cf%'`,
    )
    .all<{ name: string }>()
  const { results: triggers } = await database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all<{ name: string; sql: string }>()
  const kept = await Promise.all(
    tables.map(async ({ name }) => {
      const { results } = await database.prepare(`SELECT * FROM "${name}"`).all()
      return { name, rows: results }
    }),
  )
  return async () => {
    await database.batch([
      database.prepare('PRAGMA defer_foreign_keys = ON'),
      ...triggers.map(({ name }) => database.prepare(`DROP TRIGGER "${name}"`)),
      ...kept.map(({ name }) => database.prepare(`DELETE FROM "${name}"`)),
      ...kept.flatMap(({ name, rows }) =>
        rows.map((row) => {
          const columns = Object.keys(row)
          const names = columns.map((column) => `"${column}"`).join(', ')
          const places = columns.map(() => '?').join(', ')
          return database
            .prepare(`INSERT INTO "${name}" (${names}) VALUES (${places})`)
            .bind(...Object.values(row))
        }),
      ),
      ...triggers.map(({ sql }) => database.prepare(sql)),
    ])
  }
}

async function runFile(name: string): Promise<void> {
  const text = await readFile(join(statements, name), 'utf8')
  const parts = text.split(/;\s*$/m).filter((part) => part.trim() !== '')
  await house.ordersDatabase.batch(parts.map((part) => house.ordersDatabase.prepare(part)))
}

/** Links the wallet U-AN to the customer of the orders. */
async function linkWallet(): Promise<void> {
  const service = createControlClient({ url: house.addresses.sandbox })
  await ask('/links', { customerId: 'customer-1' })
  const [asked] = await service.links()
  if (asked === undefined) throw new Error('The service knows no link that was asked for.')
  await service.confirmLink(asked.linkId, 'U-AN')
  while ((await ask('/links/customer-1'))['state'] !== 'linked') await house.sweep()
}

async function moneyLeft(): Promise<number> {
  const wallets = await createControlClient({ url: house.addresses.sandbox }).wallets()
  return wallets.find(({ id }) => id === 'U-AN')?.vnd ?? -1
}

async function stateOf(id: string): Promise<unknown> {
  return (await ask(`/orders/${id}`))['state']
}

it('charges a linked wallet once for an order whose charge was lost and for a lost order, and settles both by the daily file', async () => {
  await linkWallet()
  const order = { amountVnd: 60_000, linkedCustomerId: 'customer-1', expiresInMinutes: 60 }
  await ask('/orders', { id: 'CHARGE-LOST', ...order })
  const before = await moneyLeft()
  const restore = await restorePoint()
  await ask('/orders', { id: 'ORDER-LOST', ...order })
  for (const id of ['CHARGE-LOST', 'ORDER-LOST']) await ask(`/orders/${id}/payments/linked`, {})
  const charged = before - (await moneyLeft())
  await restore()
  await runFile('after-restore.sql')

  await ask('/orders', { id: 'ORDER-LOST', ...order })
  const again = [
    await ask('/orders/CHARGE-LOST/payments/linked', {}),
    await ask('/orders/ORDER-LOST/payments/linked', {}),
    await ask('/orders/ORDER-LOST/payments/linked', {}),
  ]
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  laterMs = untilTomorrow(Date.now())
  await house.moveClock(laterMs)
  await createControlClient({ url: house.addresses.sandbox }).closeDay({ date: day })
  await house.exchangeFiles()
  await house.sweep()

  expect(charged).toBe(120_000)
  expect(again.map(({ outcome }) => outcome)).toEqual(['unsettled', 'unsettled', 'unsettled'])
  expect(before - (await moneyLeft())).toBe(120_000)
  expect(await Promise.all(['CHARGE-LOST', 'ORDER-LOST'].map((id) => stateOf(id)))).toEqual([
    'paid',
    'paid',
  ])
})
