import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import { toMinuteOfOldest } from '../../../test/oldest-first.ts'
import { World } from '../../../test/world.ts'
import { openOrder, startPayment } from '../../index.ts'
import { closeUnansweredAttempts, expireOrders } from './expire-orders.ts'

const [own, other] = ['order-1', 'order-2'] as const

/** What the journal says of an order, and from where it is known. */
async function saidOf(orderId: string): Promise<readonly unknown[]> {
  const { results } = await env.DB.prepare(
    `SELECT kind, dedupe, known, facts ->> '$.reference' AS reference FROM journal
     WHERE order_id = ? AND kind NOT IN ('order.opened', 'attempt.started') ORDER BY seq`,
  )
    .bind(orderId)
    .all()
  return results
}

/** Goes to an instant of the clock. */
function goTo(world: World, atMs: number): void {
  world.advance({ seconds: (atMs - world.now()) / 1000 })
}

/** Two orders, of which the second is over later. */
async function twoOrders(world: World): Promise<void> {
  await openOrder(world.context, { id: own, amountVnd: 9000, expiresInMinutes: 20 })
  await openOrder(world.context, { id: other, amountVnd: 9000, expiresInMinutes: 30 })
}

describe('expireOrders', () => {
  it('expires an order at the end of its time, and no other', async () => {
    const world = new World()
    await twoOrders(world)
    const before = await world.order(other)
    const { order } = await world.order(own)

    goTo(world, order.expiresAtMs - 1)
    const early = await expireOrders(world.context, 10)
    goTo(world, order.expiresAtMs)
    const inTime = await expireOrders(world.context, 10)

    expect([early, inTime]).toEqual([0, 1])
    expect((await world.order(own)).order).toEqual({ ...order, state: 'expired', version: 2 })
    expect(await saidOf(own)).toEqual([
      {
        kind: 'order.expired',
        dedupe: `order.expired:${own}`,
        known: 'own record',
        reference: null,
      },
    ])
    expect(await world.order(other)).toEqual(before)
  })

  it('expires an order once when two sweeps find it', async () => {
    const world = new World()
    await twoOrders(world)
    world.advance({ minutes: 20 })

    const counts = await Promise.all([
      expireOrders(world.context, 10),
      expireOrders(world.context, 10),
    ])

    expect(counts.toSorted((one, another) => one - another)).toEqual([0, 1])
    expect((await world.order(own)).order).toMatchObject({ state: 'expired', version: 2 })
  })

  it('expires as many as its limit, the longest overdue first', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'z-first', amountVnd: 9000, expiresInMinutes: 20 })
    await openOrder(world.context, { id: 'a-last', amountVnd: 9000, expiresInMinutes: 30 })
    world.advance({ minutes: 30 })
    toMinuteOfOldest(world)

    expect(await expireOrders(world.context, 1)).toBe(1)
    expect((await world.order('z-first')).order.state).toBe('expired')
    expect((await world.order('a-last')).order.state).toBe('creating')
  })
})

describe('closeUnansweredAttempts', () => {
  /** Two orders whose payments are being created by calls that are under way. */
  async function underWay() {
    const world = new World()
    await twoOrders(world)
    const calls: { readonly release: () => void; readonly started: Promise<unknown> }[] = []
    for (const id of [own, other]) {
      const { reached, release } = world.service.holdNextCall('create')
      const started = startPayment(world.context, id, { method: 'web-payment' })
      await reached
      calls.push({ release, started })
      world.advance({ seconds: 1 })
    }
    const [first, second] = await Promise.all([own, other].map((id) => world.order(id)))
    const [attempt, later] = [first?.attempts[0], second?.attempts[0]]
    if (attempt === undefined || later === undefined) throw new Error('No payment was begun.')
    /** Lets the calls end, so that none outlives the test. */
    async function end(): Promise<void> {
      for (const { release } of calls) release()
      await Promise.all(calls.map(({ started }) => started))
    }
    return { world, attempt, later, end }
  }

  it('makes a creation unknown when its lease is over, and no other', async () => {
    const { world, attempt, later, end } = await underWay()

    goTo(world, attempt.leaseUntilMs - 1)
    await closeUnansweredAttempts(world.context, 10)
    const early = await world.order(own)
    goTo(world, attempt.leaseUntilMs)
    await closeUnansweredAttempts(world.context, 10)
    const closed = await world.order(own)

    expect(early.attempts).toEqual([attempt])
    expect(closed.attempts).toEqual([{ ...attempt, state: 'create_unknown' }])
    const { reference } = attempt
    expect(await saidOf(own)).toEqual([
      {
        kind: 'attempt.create_unknown',
        dedupe: `attempt.create_unknown:${reference}`,
        known: 'no answer of the service',
        reference,
      },
    ])
    expect((await world.order(other)).attempts).toEqual([later])
    await end()
  })

  it('closes as many as its limit, the longest overdue first', async () => {
    const { world, attempt, later, end } = await underWay()
    goTo(world, later.leaseUntilMs)
    toMinuteOfOldest(world)

    await closeUnansweredAttempts(world.context, 1)

    expect((await world.order(own)).attempts).toEqual([{ ...attempt, state: 'create_unknown' }])
    expect((await world.order(other)).attempts).toEqual([later])
    await end()
  })

  it('ends a creation of unknown outcome a minute after it could be paid', async () => {
    const { world, attempt, end } = await underWay()
    const overMs = attempt.expiresAtMs + 60_000

    goTo(world, overMs - 1)
    await closeUnansweredAttempts(world.context, 10)
    const early = await world.order(own)
    goTo(world, overMs)
    await closeUnansweredAttempts(world.context, 10)

    expect(early.attempts).toEqual([{ ...attempt, state: 'create_unknown' }])
    expect((await world.order(own)).attempts).toEqual([{ ...attempt, state: 'expired' }])
    await end()
  })

  it('leaves one that a callback has named to polling', async () => {
    const { world, attempt, end } = await underWay()
    await env.DB.prepare("UPDATE attempts SET service_order_id = 'S-1' WHERE reference = ?")
      .bind(attempt.reference)
      .run()
    goTo(world, attempt.expiresAtMs + 60_000)

    await closeUnansweredAttempts(world.context, 10)
    await closeUnansweredAttempts(world.context, 10)

    expect((await world.order(own)).attempts).toMatchObject([{ state: 'create_unknown' }])
    await end()
  })

  it('calls one unknown, not over, that could be paid less than a minute ago', async () => {
    const { world, attempt, end } = await underWay()
    goTo(world, attempt.expiresAtMs + 59_999)

    await closeUnansweredAttempts(world.context, 10)

    expect((await world.order(own)).attempts).toEqual([{ ...attempt, state: 'create_unknown' }])
    await end()
  })

  it('leaves one that is answered between its look and its word', async () => {
    const { world, attempt, end } = await underWay()
    goTo(world, attempt.leaseUntilMs)

    const { context } = world
    await closeUnansweredAttempts({ ...context, database: databaseWithWork(end) }, 10)

    expect((await world.order(own)).attempts).toMatchObject([{ state: 'created' }])
    expect(await saidOf(own)).toMatchObject([{ kind: 'attempt.created' }])
  })

  it('leaves one to the polls that a callback names between its look and its word', async () => {
    const { world, attempt, end } = await underWay()
    goTo(world, attempt.leaseUntilMs)
    await closeUnansweredAttempts(world.context, 10)
    goTo(world, attempt.expiresAtMs + 60_000)
    const named = databaseWithWork(() =>
      env.DB.prepare("UPDATE attempts SET service_order_id = 'S-1' WHERE reference = ?")
        .bind(attempt.reference)
        .run(),
    )

    await closeUnansweredAttempts({ ...world.context, database: named }, 1)

    expect((await world.order(own)).attempts).toMatchObject([{ state: 'create_unknown' }])
    await end()
  })
})
