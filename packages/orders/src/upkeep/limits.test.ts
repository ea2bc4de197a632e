import { describe, expect, it } from 'vitest'
import { recordMany } from '../../test/many-callbacks.ts'
import { World } from '../../test/world.ts'
import { sweep } from '../index.ts'

const paidOrders = "SELECT COUNT(*) n FROM orders WHERE state = 'paid'"
const unsealed = 'SELECT COUNT(*) n FROM journal WHERE seq > (SELECT MAX(seq) FROM journal_seals)'

describe('a sweep within the limits of D1', () => {
  it('leaves of 500 callbacks what does not fit to the next sweeps', async () => {
    const world = new World()
    await recordMany(world, { to: 500 })

    const first = await sweep(world.context)
    const used = world.invocation.statements
    await world.live(20)

    expect(first.confirmed).toBeGreaterThan(40)
    expect(used).toBeGreaterThan(700)
    expect(await world.count(paidOrders)).toBe(500)
    expect(new Set(world.events.map(({ id }) => id)).size).toBe(500)
    expect(world.events).toHaveLength(500)
    expect(await world.count(unsealed)).toBe(0)
  })

  it('gives every kind of work its turn while there is more of each than fits', async () => {
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

  it('goes on with money and seals while 300 webhooks take 15 seconds each', async () => {
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
