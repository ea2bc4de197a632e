import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import { accepted } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { confirmCallbacks } from '../../callbacks/confirm-callbacks.ts'
import { recordCallback, refreshPayment, startPayment, systemClock } from '../../index.ts'
import type { RefreshOccasion } from '../payments-api.ts'

const id = 'order-1'

/** How many queries a page of the order causes now. */
async function queriesOf(world: World, occasion: RefreshOccasion, order = id): Promise<number> {
  const before = world.service.count('query')
  await refreshPayment(world.context, order, { occasion, keepAlive() {} })
  return world.service.count('query') - before
}

describe('a page of an order', () => {
  it('causes no query until five seconds after the last one', async () => {
    const world = new World()
    await world.openAndStart()
    const counts = [await queriesOf(world, 'return')]
    for (const seconds of [4.999, 0.001, 4.999, 0.001]) {
      world.advance({ seconds })
      counts.push(await queriesOf(world, 'return'))
    }

    expect(counts).toEqual([1, 0, 1, 0, 1])
  })

  it('that stays open causes a query after a twelfth of the age of the payment', async () => {
    const world = new World()
    await world.openAndStart({ expiresInMinutes: 60 })
    world.advance({ seconds: 550 })
    const counts = [await queriesOf(world, 'watch')]
    // 600 seconds after its creation, a twelfth of the age of the payment has passed.
    for (const seconds of [49.999, 0.001]) {
      world.advance({ seconds })
      counts.push(await queriesOf(world, 'watch'))
    }

    expect(counts).toEqual([1, 0, 1])
  })

  it('that stays open waits for a twelfth of the age of the newest payment', async () => {
    const world = new World()
    await world.openAndStart({ expiresInMinutes: 60 })
    world.advance({ minutes: 10 })
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const counts = [await queriesOf(world, 'watch')]
    for (const seconds of [4.999, 0.001]) {
      world.advance({ seconds })
      counts.push(await queriesOf(world, 'watch'))
    }

    // One query for each of the two payments that are open.
    expect(counts).toEqual([2, 0, 2])
  })

  it('that stays open does not count the age of a payment that is not open', async () => {
    const world = new World()
    await world.openAndStart({ expiresInMinutes: 60 })
    world.advance({ seconds: 550 })
    world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
    await startPayment(world.context, id, { method: 'transaction-qr' })
    await queriesOf(world, 'return')
    const counts: number[] = []
    for (const seconds of [49.999, 0.001]) {
      world.advance({ seconds })
      counts.push(await queriesOf(world, 'watch'))
    }

    expect(counts).toEqual([0, 1])
  })

  it('that stays open counts from the last query, although an earlier payment had one before', async () => {
    const world = new World()
    await world.openAndStart({ expiresInMinutes: 60 })
    world.service.newest.status.pay_status = 'FAIL'
    await queriesOf(world, 'return')
    world.advance({ seconds: 5 })
    await startPayment(world.context, id, { method: 'web-payment' })
    world.advance({ minutes: 10 })
    const counts = [await queriesOf(world, 'watch')]
    for (const seconds of [50, 5]) {
      world.advance({ seconds })
      counts.push(await queriesOf(world, 'watch'))
    }

    expect(counts).toEqual([1, 0, 1])
  })

  it('waits for five seconds although another payment has been started since the query', async () => {
    const world = new World()
    await world.openAndStart()
    await queriesOf(world, 'return')
    await startPayment(world.context, id, { method: 'transaction-qr' })

    expect(await queriesOf(world, 'return')).toBe(0)
    world.advance({ seconds: 5 })
    expect(await queriesOf(world, 'return')).toBe(2)
  })

  it('causes a query about the payment that is open only', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.newest.status.pay_status = 'FAIL'
    await queriesOf(world, 'return')
    world.advance({ seconds: 5 })
    await startPayment(world.context, id, { method: 'web-payment' })

    expect(await queriesOf(world, 'return')).toBe(1)
    expect(world.service.received.at(-1)?.id).toBe(world.service.newest.serviceOrderId)
  })

  it('causes no query when a callback reports the payment while the page is read', async () => {
    const world = new World()
    await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    const database = databaseWithWork(() => recordCallback(world.context, callback))

    const page = await refreshPayment({ ...world.context, database }, id, {
      occasion: 'return',
      keepAlive() {},
    })

    expect(world.service.count('query')).toBe(0)
    expect(page).toMatchObject({ isPaidNow: false })
  })

  it('stops waiting as soon as the service has answered', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const sleep = async (ms: number, signal?: AbortSignal) => {
      signals.push(signal)
      await systemClock.sleep(ms, signal)
    }
    const world = new World({ context: { sleep } })
    await world.openAndStart()

    await queriesOf(world, 'return')

    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('shows a payment as paid that a callback settled before a late answer said that it failed', async () => {
    const world = new World()
    await world.openAndStart()
    const { newest } = world.service
    const { reached, release } = world.service.holdNextCall('query')
    let calls = 0
    world.service.answers.query = () => {
      calls += 1
      return accepted(calls === 1 ? newest.status : { ...newest.status, pay_status: 'FAIL' })
    }

    const page = refreshPayment(world.context, id, { occasion: 'return', keepAlive() {} })
    await reached
    await recordCallback(world.context, world.service.pay(newest))
    await confirmCallbacks(world.context, { limit: 1 })
    release()

    expect(await page).toMatchObject({ order: { state: 'paid', attempts: [{ state: 'paid' }] } })
    expect((await world.order(id)).journal.map(({ kind }) => kind)).not.toContain('attempt.failed')
  })

  it('shows an order whose query could not be stored as it is known', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.pay(world.service.newest)
    let isFailing = false
    world.service.during = async () => {
      isFailing = true
    }
    const database = new Proxy(world.context.database, {
      get(target, name) {
        if (name === 'withSession' && isFailing) {
          isFailing = false
          throw new Error('D1 is away')
        }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const kept: Promise<void>[] = []

    const page = await refreshPayment({ ...world.context, database }, id, {
      occasion: 'return',
      keepAlive: (work) => void kept.push(work),
    })

    await expect(Promise.all(kept)).resolves.toBeDefined()
    expect(page).toMatchObject({ order: { state: 'created' }, isPaidNow: false })
  })
})
