import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../test/workerd-bench.ts'
import { nonces } from './authentication/tables.ts'
import { journal } from './requests/tables.ts'
import { signIn } from './wallets/sign-in.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

describe('tick', () => {
  it('deletes nonces when they may be used again, and not before', async () => {
    await bench.createOrder()
    const { database } = await bench.open()
    const count = async () => (await database.select().from(nonces)).length
    await bench.control.moveClock({ advanceSeconds: 7100 })
    const within = await count()

    await bench.control.moveClock({ advanceSeconds: 200 })

    expect(within).toBe(1)
    expect(await count()).toBe(0)
  })

  it('keeps the newest two thousand requests of the journal', async () => {
    const { database } = await bench.open()
    await database.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
      INSERT INTO journal (at, method, path, query, headers, body, code, http_status, message, answer)
      SELECT n, 'GET', '/', '', '{}', '', 200, 200, '', '' FROM numbers`)
    const ids = async () =>
      (await database.select({ id: journal.id }).from(journal).orderBy(journal.id)).map(
        ({ id }) => id,
      )
    const before = await ids()

    await bench.control.tick()

    expect(await ids()).toEqual(before.slice(-2000))
  })

  it('writes nothing when nothing is due', async () => {
    expect(await bench.control.tick()).toEqual({
      callbacksSent: 0,
      refundsSettled: 0,
      bankTopUpsCredited: 0,
      daysClosed: 0,
    })
  })
})

describe('signIn', () => {
  it('signs a customer in with phone number and PIN, and does not return the PIN', async () => {
    const outcome = await signIn(await bench.open(), { phone: '0900000001', pin: '111111' })

    expect(outcome).toMatchObject({ outcome: 'signed_in', wallet: { id: 'U-AN' } })
    expect(JSON.stringify(outcome)).not.toContain('111111')
  })

  it('answers a wrong PIN and an unknown number alike', async () => {
    const sandbox = await bench.open()

    const wrong = await signIn(sandbox, { phone: '0900000001', pin: '999999' })
    const unknown = await signIn(sandbox, { phone: '0999999999', pin: '111111' })

    expect(wrong.outcome).toBe('refused')
    expect(wrong).toEqual(unknown)
  })
})
