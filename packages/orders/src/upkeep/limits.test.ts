import { describe, expect, it } from 'vitest'
import { recordMany } from '../../test/many-callbacks.ts'
import { World } from '../../test/world.ts'
import { openOrder, refundOrder, sweep } from '../index.ts'
import { sweepKeys } from './index.ts'

const paidOrders = "SELECT COUNT(*) n FROM orders WHERE state = 'paid'"
const unsealed = 'SELECT COUNT(*) n FROM journal WHERE seq > (SELECT MAX(seq) FROM journal_seals)'
/** Callbacks that a lease still hides, or that it has cost a try. */
const stillLeased =
  "SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm' AND state = 'open' AND tries > 0"

describe('a sweep within the limits of D1', () => {
  it('leaves those of 500 callbacks that do not fit to the next sweeps', async () => {
    const world = new World()
    await recordMany(world, { to: 500 })

    const first = await sweep(world.context)
    const used = world.invocation.statements
    const kept = await world.count(stillLeased)
    await world.live(20)

    // docs/scale.md, "100".
    expect(first.confirmed).toBeGreaterThan(150)
    expect(used).toBeGreaterThan(700)
    expect(kept).toBe(0)
    expect(await world.count(paidOrders)).toBe(500)
    expect(new Set(world.events.map(({ id }) => id)).size).toBe(500)
    expect(world.events).toHaveLength(500)
    expect(await world.count(unsealed)).toBe(0)
  })

  it('processes every kind of work although more of each is due than fits', async () => {
    const world = new World({ context: { statementsPerInvocation: 400 } })
    for (let number = 1; number <= 12; number += 1) {
      await world.openAndStart({ id: `polled-${number}`, expiresInMinutes: 15 })
      world.service.pay(world.service.newest)
    }
    world.shopStatus = () => 500
    await recordMany(world, { to: 80 })
    world.advance({ minutes: 1 })

    const report = await sweep(world.context)

    expect(report.confirmed).toBeGreaterThan(5)
    expect(report.polled).toBeGreaterThan(1)
    expect(report.sealed).toBeGreaterThan(100)
    expect(report.failed).toBeGreaterThan(1)
    expect(world.invocation.statements).toBeLessThanOrEqual(400)
  })

  it('continues with money and seals while 300 webhooks take 15 seconds each', async () => {
    const world = new World({
      context: {
        // Five are under way at a time, so that each lets a fifth of its time pass for all.
        async fetch() {
          world.advance({ seconds: 3 })
          throw new DOMException('The operation timed out.', 'TimeoutError')
        },
      },
    })
    await recordMany(world, { to: 300 })
    await world.live(20)
    expect(await world.count(paidOrders)).toBe(300)
    await recordMany(world, { from: 300, to: 310 })
    const before = world.now()

    const report = await sweep(world.context)

    expect(report.confirmed).toBe(10)
    expect(report.failed).toBeGreaterThan(4)
    expect(world.now() - before).toBeLessThanOrEqual(60_000)
    // Only what the deliveries have written comes after the seals; the next sweep seals it.
    expect(await world.count(unsealed)).toBeLessThan(60)
  })
})

describe('an invocation with fewer statements than its work takes', () => {
  it.each([0, 50, 299, Number.NaN])(
    'is refused with a message when it has %d',
    async (statements) => {
      const { context } = new World({ context: { statementsPerInvocation: statements } })
      const words = /statementsPerInvocation is .+ 300 statements or more.+50 on the free plan/

      await expect(sweep(context)).rejects.toThrow(words)
      await expect(sweepKeys(context, ['key'])).rejects.toThrow(words)
    },
  )

  it('does every kind of work with the minimum, and stays within it', async () => {
    const world = new World({ context: { statementsPerInvocation: 300 } })
    await world.openAndPay({ id: 'refunded' })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, 'refunded', { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'
    await world.openAndStart({ id: 'polled' })
    world.service.pay(world.service.newest)
    await openOrder(world.context, { id: 'over', amountVnd: 1000, expiresInMinutes: 15 })
    await recordMany(world, { to: 40 })
    world.advance({ minutes: 20 })

    const report = await sweep(world.context)
    const used = world.invocation.statements

    expect(report.confirmed).toBeGreaterThan(1)
    expect(report.polled).toBe(1)
    expect(report.expired).toBe(1)
    expect(report.refundsSettled).toBe(1)
    expect(report.sealed).toBeGreaterThan(0)
    expect(report.delivered).toBeGreaterThan(1)
    expect(used).toBeLessThanOrEqual(300)
    await world.live(20)
    expect(await world.count("SELECT COUNT(*) n FROM orders WHERE state = 'paid'")).toBe(41)
  })
})

describe('a batch of the queue', () => {
  async function keysOf(world: World): Promise<string[]> {
    const rows = await world.context.database
      .prepare("SELECT key FROM outbox WHERE kind = 'confirm' AND state = 'open'")
      .all<{ key: string }>()
    return rows.results.map(({ key }) => key)
  }

  it('settles and delivers 50 orders with three statements each, in less than a round trip each', async () => {
    const world = new World()
    await recordMany(world, { to: 50 })

    const keys = await keysOf(world)

    await sweepKeys(world.context, keys)
    const { statements, roundTrips } = world.invocation

    expect(world.events).toHaveLength(50)
    expect(await world.count(paidOrders)).toBe(50)
    expect(statements).toBeLessThanOrEqual(50 * 3)
    expect(roundTrips).toBeLessThanOrEqual(50)
  })

  it('runs five batches for one order: two leases, its settlement, its body and its delivery', async () => {
    const world = new World()
    await recordMany(world, { to: 1 })
    const keys = await keysOf(world)

    await sweepKeys(world.context, keys)

    expect(world.events).toHaveLength(1)
    expect(world.invocation.roundTrips).toBe(5)
  })

  it('delivers what waits behind an earlier event of its order too', async () => {
    const world = new World()
    await recordMany(world, { to: 1 })
    const keys = await keysOf(world)
    const facts = '{"type":"order.refunded","facts":{}}'
    await world.context.database
      .prepare(
        `INSERT INTO outbox (key, kind, order_id, version, payload, created_at_ms, next_at_ms, endpoint)
         VALUES ('later-event', 'event', 'many-0', 9, ?1, ?2, ?2, 'default')`,
      )
      .bind(facts, world.now())
      .run()

    await sweepKeys(world.context, keys)

    expect(world.events.map(({ data }) => data.version)).toEqual([3, 9])
  })

  it('returns the rest that does not fit, and processes it without a sweep when it is announced again', async () => {
    const world = new World({ context: { statementsPerInvocation: 300 } })
    await recordMany(world, { to: 60 })
    const settled: number[] = []

    let left: readonly string[] = await keysOf(world)
    while (left.length > 0 && settled.length < 20) {
      left = await sweepKeys(world.context, left)
      settled.push(await world.count(paidOrders))
    }

    expect(settled[0]).toBeGreaterThan(10)
    expect(settled[0]).toBeLessThan(60)
    expect(settled.at(-1)).toBe(60)
    expect(settled.length).toBeLessThan(20)
    expect(world.events).toHaveLength(60)
  })

  it('leaves what it could not start to the sweep', async () => {
    const world = new World()
    await recordMany(world, { to: 2 })
    const keys = await keysOf(world)
    const late = {
      ...world.context,
      now() {
        world.advance({ seconds: 20 })
        return world.now()
      },
    }

    const left = await sweepKeys(late, keys)

    expect(left).toEqual([])
    expect(await world.count(paidOrders)).toBe(0)
  })

  it('confirms all callbacks before it waits for the shop', async () => {
    const paidBefore: number[] = []
    const world = new World()
    world.shopStatus = () => 204
    const told = world.context.fetch
    await recordMany(world, { to: 12 })
    const context = {
      ...world.context,
      async fetch(url: string, init: RequestInit) {
        paidBefore.push(await world.count(paidOrders))
        return told(url, init)
      },
    }

    await sweepKeys(context, await keysOf(world))

    expect(paidBefore).toEqual(Array.from({ length: 12 }, () => 12))
  })

  it('settles the other orders when the database refuses one of them', async () => {
    const world = new World()
    await recordMany(world, { to: 6 })
    // A line that is there already makes the batch of its order fail.
    await world.context.database
      .prepare(
        "INSERT INTO journal (at_ms, kind, dedupe, known, facts) VALUES (1, 'test', 'payment.confirmed:many-3', 'own record', '{}')",
      )
      .run()

    const working = sweepKeys(world.context, await keysOf(world))

    await expect(working).rejects.toThrow('the journal has it already')
    expect(await world.count(paidOrders)).toBe(5)
    expect(world.events).toHaveLength(5)
  })
})
