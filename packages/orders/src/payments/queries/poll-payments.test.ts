import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { failingDatabase } from '../../../test/failing-database.ts'
import { World } from '../../../test/world.ts'
import { refusal } from '../../../test/scripted-wallet.ts'
import {
  closeAlert,
  denyPayment,
  listAlerts,
  openOrder,
  recordCallback,
  startPayment,
  sweep,
} from '../../index.ts'
import { pollPayments } from './poll-payments.ts'

describe('pollPayments', () => {
  it('finds a payment whose callback is lost', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.pay(world.service.newest)

    const reports = await world.live(1, 10)

    expect((await world.order(id)).order).toMatchObject({ state: 'paid', confirmedBy: 'poll' })
    expect(reports.reduce((sum, report) => sum + report.confirmed, 0)).toBe(1)
    expect(world.events.map((event) => event.type)).toEqual(['order.paid'])
  })

  it('finds a payment of the last second within two minutes of the expiry', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(14, 60)
    world.advance({ seconds: 59 })
    world.service.pay(world.service.newest)

    await world.live(2, 30)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('follows its schedule, with a jitter of a fifth at most', async () => {
    const world = new World({ seed: 3 })
    await world.openAndStart()
    const opened = world.now()
    const polledAt: number[] = []

    for (let poll = 0; poll < 9; poll += 1) {
      const dueAtMs = await world.count('SELECT next_poll_at_ms n FROM attempts')
      world.advance({ seconds: (dueAtMs - world.now()) / 1000 })
      expect((await pollPayments(world.context, 10)).polled).toBe(1)
      polledAt.push((world.now() - opened) / 1000)
    }

    const expiry = 15 * 60
    const afterExpiry = [0, 60, 15 * 60, 60 * 60, 24 * 60 * 60].map((after) => expiry + after)
    const nominal = [30, 60, 120, 300, ...afterExpiry]
    for (const [index, seconds] of nominal.entries()) {
      const base = seconds < expiry ? 0 : expiry
      const spread = (seconds - base) / 5
      expect(polledAt[index]).toBeGreaterThanOrEqual(seconds - spread)
      expect(polledAt[index]).toBeLessThanOrEqual(seconds + spread)
    }
    expect(polledAt[5]).toBeGreaterThanOrEqual(expiry + 60)
    expect(await world.count('SELECT next_poll_at_ms n FROM attempts')).toBe(-1)
  })

  it('neither pays nor expires an order on SUCCESS without a transaction', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.pay(world.service.newest, { transaction_id: '' })
    await world.live(60, 60)
    const meanwhile = (await world.order(id)).order.state

    world.service.pay(world.service.newest)
    await world.live(120, 60)

    expect(meanwhile).toBe('created')
    expect((await world.order(id)).order.state).toBe('paid')
    expect(await world.alertKinds()).toContain('query_failing')
  })

  it.each([
    ['in milliseconds', (now: number) => now + 15 * 60_000],
    ['of the past', (now: number) => Math.floor(now / 1000) - 3600],
    ['of the far future', (now: number) => Math.floor(now / 1000) + 10 ** 9],
  ])('uses the requested lifetime when the service names an expiration %s', async (_, claimed) => {
    const world = new World()
    const service = world.service
    const create = service.createWebPayment.bind(service)
    service.createWebPayment = async (payment) => {
      const answer = await create(payment)
      if (answer.outcome !== 'accepted') return answer
      return { ...answer, data: { ...answer.data, expiration: claimed(world.now()) } }
    }
    const id = await world.openAndStart()
    await world.live(14, 60)
    service.pay(service.newest)

    await world.live(4, 30)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('continues to poll a payment that a late callback has reported', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    world.service.newest.status = { ...world.service.newest.status, pay_status: 'PROCESSING' }
    await world.live(26 * 60, 30 * 60)
    await recordCallback(world.context, callback)
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')
    await world.live(6 * 60, 5 * 60)
    const meanwhile = await world.order(id)

    world.service.fault = () => 'none'
    world.service.pay(world.service.newest)
    await world.live(4 * 60, 10 * 60)

    expect(meanwhile.order.state).toBe('paid_unverified')
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('expires attempt and order once the query still says unpaid after the grace', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(15, 60)
    const atExpiry = (await world.order(id)).order.state

    await world.live(3, 30)

    expect(atExpiry).toBe('created')
    const { order, attempts } = await world.order(id)
    expect([order.state, attempts[0]?.state]).toEqual(['expired', 'expired'])
    expect(world.events.map((event) => event.type)).toEqual(['order.expired'])
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'raises an alert about a query that keeps failing, also when the process stops after batch %i',
    async (last) => {
      const world = new World()
      await world.openAndStart()
      world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
      for (let poll = 1; poll < 5; poll += 1) {
        world.advance({ minutes: 20 })
        await pollPayments(world.context, 10)
      }
      world.advance({ minutes: 20 })
      const database = failingDatabase(env.DB, (batch) => (batch > last ? 'before' : 'none'))
      await pollPayments({ ...world.context, database }, 10).catch(() => {})

      await world.live(2 * 60, 30 * 60)

      expect(await world.alertKinds()).toContain('query_failing')
    },
  )

  it('reopens a closed alert about a failing query with the first failure after a day', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.answers.query = () => refusal(4040001, 'no')
    await world.live(30, 30)
    const word = { reason: 'I wait for the service', staffId: 'an' }
    const { alerts } = await listAlerts(world.context, { kind: 'query_failing' })
    for (const alert of alerts) await closeAlert(world.context, alert.id, word)
    const states: unknown[] = []

    for (const hours of [20, 40, 1]) {
      await world.live(hours * 60, 60 * 60)
      const now = await listAlerts(world.context, { kind: 'query_failing' })
      states.push(now.alerts.map(({ state, timesRaised }) => [state, timesRaised]))
    }
    await denyPayment(world.context, id, word)
    await world.live(3 * 24 * 60, 2 * 60 * 60)

    const after = await listAlerts(world.context, { kind: 'query_failing' })
    expect(states).toEqual([[['closed', 1]], [['open', 2]], [['open', 2]]])
    expect(after.alerts).toMatchObject([{ state: 'closed', timesRaised: 2 }])
  })

  it('keeps an order open while the query fails, for any time', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    await world.live(5 * 60, 900)
    const whileFailing = (await world.order(id)).order.state

    world.service.fault = () => 'none'
    await world.live(2 * 60, 900)

    expect(whileFailing).toBe('created')
    expect(await world.alertKinds()).toContain('query_failing')
    expect((await world.order(id)).order.state).toBe('expired')
  })

  it('reopens an expired order for a late SUCCESS of a callback', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(20, 240)
    const expired = (await world.order(id)).order.state

    await recordCallback(world.context, world.service.pay(world.service.newest))
    const recorded = (await world.order(id)).order.state
    await sweep(world.context)

    expect([expired, recorded]).toEqual(['expired', 'paid_unverified'])
    expect((await world.order(id)).order.state).toBe('paid')
    expect(world.events.map((event) => event.type)).toEqual(['order.expired', 'order.paid'])
  })

  it('finds a late SUCCESS without a callback up to a day after the expiry', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(20, 240)
    await world.live(3 * 60, 3600)
    world.service.pay(world.service.newest)

    await world.live(30 * 60, 6 * 3600)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('ignores an answer about another order', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.pay(world.service.newest, { order_id: '20260101T99999999' })

    await world.live(3)

    expect((await world.order(id)).order.state).toBe('created')
  })

  it('does not accept SUCCESS without a transaction', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.pay(world.service.newest, { transaction_id: '' })

    await world.live(3)

    expect((await world.order(id)).order.state).toBe('created')
  })
})

describe('expireOrders', () => {
  it('expires an order that nobody started to pay', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'left', amountVnd: 1000, expiresInMinutes: 3 })

    const reports = await world.live(4)

    expect(reports.map((report) => report.expired)).toEqual([0, 0, 1, 0])
    expect((await world.order('left')).order.state).toBe('expired')
  })

  it('waits for an attempt that outlives its order', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'short', amountVnd: 1000, expiresInMinutes: 4 })
    world.advance({ minutes: 3 })
    await startPayment(world.context, 'short', { method: 'web-payment' })
    await world.live(2)
    const afterItsTime = (await world.order('short')).order.state

    world.service.pay(world.service.newest)
    await world.live(3)

    expect(afterItsTime).toBe('created')
    expect((await world.order('short')).order.state).toBe('paid')
  })

  it('expires an order whose only creation was never answered', async () => {
    const world = new World()
    world.service.fault = () => 'lost request'
    await openOrder(world.context, { id: 'silent', amountVnd: 1000 })
    await startPayment(world.context, 'silent', { method: 'web-payment' })

    await world.live(17)

    const { order, attempts } = await world.order('silent')
    expect([order.state, attempts[0]?.state]).toEqual(['expired', 'expired'])
  })
})
