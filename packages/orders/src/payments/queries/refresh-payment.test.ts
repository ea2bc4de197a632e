import { describe, expect, it } from 'vitest'
import { World } from '../../../test/world.ts'
import { openOrder, refreshPayment, startPayment, sweep, type OrdersContext } from '../../index.ts'
import type { RefreshOccasion } from '../payments-api.ts'

const id = 'order-1'

function refresh(context: OrdersContext, occasion: RefreshOccasion = 'return') {
  return refreshPayment(context, id, { occasion, keepAlive() {} })
}

describe('refreshPayment', () => {
  // Specification: 3.21
  it.each(['FAIL', 'FAILED', 'ABORT', 'CANCEL', 'EXPIRED'])(
    'ends a payment when the service says %s',
    async (pay_status) => {
      const world = new World()
      await world.openAndStart()
      world.service.newest.status.pay_status = pay_status

      const { order, isPaidNow } = await refresh(world.context)

      expect(isPaidNow).toBe(false)
      expect(order).toMatchObject({
        state: 'created',
        attempts: [{ state: 'expired', live: false }],
      })
      expect((await world.order(id)).journal.at(-1)).toMatchObject({
        kind: 'attempt.failed',
        evidence: 'signed query',
        data: { pay_status },
      })
    },
  )

  it('finds a late payment of an attempt that it has ended', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.newest.status.pay_status = 'FAIL'
    await refresh(world.context)
    world.service.pay(world.service.newest)

    await world.live(2)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('makes an order paid, once, when the service says so', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.pay(world.service.newest)

    const { order, isPaidNow } = await refresh(world.context)
    await sweep(world.context)

    expect(order).toMatchObject({ state: 'paid', payment: { vnd: 100_000 } })
    expect(isPaidNow).toBe(true)
    expect(await refresh(world.context)).toMatchObject({ isPaidNow: false })
    expect(world.events.map(({ type }) => type)).toEqual(['order.paid'])
  })

  it.each([
    ['at once', (looks: (() => Promise<unknown>)[]) => Promise.all(looks.map((look) => look()))],
    [
      'one after another',
      async (looks: (() => Promise<unknown>)[]) => {
        for (const look of looks) await look()
      },
    ],
  ])('queries an order once in five seconds, for twenty pages %s', async (_how, run) => {
    const world = new World()
    await world.openAndStart()
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const looks = Array.from({ length: 20 }, () => () => refresh(world.context))

    await run(looks)
    const first = world.service.count('query')
    world.advance({ seconds: 4 })
    await run(looks)
    const early = world.service.count('query')
    world.advance({ seconds: 1 })
    await run(looks)

    // One question for each of the two payments that are open.
    expect([first, early, world.service.count('query')]).toEqual([2, 2, 4])
  })

  it('queries at growing intervals for a page that stays open, and immediately for a customer who returns', async () => {
    const world = new World()
    await world.openAndStart()
    const asked: number[] = []
    for (let second = 0; second < 900 - 20; second += 2) {
      await refresh(world.context, 'watch')
      if (world.service.count('query') > asked.length) asked.push(second)
      world.advance({ seconds: 2 })
    }

    const pauses = asked.slice(1).map((second, index) => second - (asked[index] ?? 0))
    expect(asked.length).toBeLessThan(60)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(80)
    const before = world.service.count('query')
    world.advance({ seconds: 5 })
    await refresh(world.context, 'return')
    expect(world.service.count('query')).toBe(before + 1)
  })

  it('makes a page wait for three seconds at most, and stores a later answer', async () => {
    const slept: number[] = []
    const world = new World({ context: { sleep: async (ms) => void slept.push(ms) } })
    await world.openAndStart()
    world.service.pay(world.service.newest)
    const slow = Promise.withResolvers<void>()
    world.service.during = () => slow.promise
    const kept: Promise<void>[] = []

    const { order } = await refreshPayment(world.context, id, {
      occasion: 'return',
      keepAlive: (work) => void kept.push(work),
    })
    slow.resolve()
    await Promise.all(kept)

    expect(order?.state).toBe('created')
    expect(slept).toEqual([3_000])
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it.each(['lost request', 'lost answer'] as const)(
    'changes nothing without an answer: %s',
    async (fault) => {
      const world = new World()
      await world.openAndStart()
      world.service.newest.status.pay_status = 'FAIL'
      world.service.fault = () => fault

      const { order } = await refresh(world.context)

      expect(order).toMatchObject({ state: 'created', attempts: [{ state: 'created' }] })
    },
  )

  it('does not query an order that cannot be paid or has no open payment', async () => {
    const world = new World()
    await openOrder(world.context, { id, amountVnd: 1000 })
    await refresh(world.context)
    await world.openAndPay({ id: 'paid' })
    const before = world.service.count('query')

    await refreshPayment(world.context, 'paid', { occasion: 'return', keepAlive() {} })
    const missing = await refreshPayment(world.context, 'none', {
      occasion: 'return',
      keepAlive() {},
    })

    expect(world.service.count('query')).toBe(before)
    expect(missing).toEqual({ order: undefined, isPaidNow: false })
  })
})
