import { describe, expect, it } from 'vitest'
import { failingDatabase } from '../../../test/failing-database.ts'
import { creationAccepted, refusal } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import { readCallbackToken } from '../../callbacks/index.ts'
import {
  findOrder,
  listAlerts,
  openOrder,
  startPayment,
  sweep,
  type OrdersContext,
} from '../../index.ts'
import { isAllowedPaymentUrl } from '../../service/payment-url.ts'

async function opened(context: Partial<OrdersContext> = {}): Promise<World> {
  const world = new World({ context })
  await openOrder(world.context, { id: 'order-1', amountVnd: 100_000 })
  return world
}

describe('startPayment', () => {
  it('starts a new payment after the service reports the last one as failed', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const first = world.service.newest
    first.status = { ...first.status, pay_status: 'FAIL' }
    world.advance({ seconds: 30 })

    const outcome = await startPayment(world.context, id, { method: 'web-payment' })

    expect(outcome).toMatchObject({
      outcome: 'redirect',
      paymentUrl: `https://pay.example/${world.service.newest.serviceOrderId}`,
    })
    expect(world.service.orders).toHaveLength(2)
    const { attempts, journal } = await world.order(id)
    expect(attempts.map(({ state }) => state).toSorted()).toEqual(['created', 'expired'])
    expect(journal.map(({ kind }) => kind)).toContain('attempt.failed')
  })

  it.each(['web-payment', 'transaction-qr'] as const)(
    'starts no payment when one by %s was paid without a callback',
    async (method) => {
      const world = new World()
      await openOrder(world.context, { id: 'order-1', amountVnd: 100_000 })
      await startPayment(world.context, 'order-1', { method })
      world.service.pay(world.service.newest)
      world.advance({ seconds: 6 })

      const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })
      await world.live(1)

      expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
      expect(world.service.orders).toHaveLength(1)
      expect(world.events.map(({ type }) => type)).toEqual(['order.paid'])
    },
  )

  it('returns the handover data for the wallet app, the same while the payment is open', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'order-1', amountVnd: 100_000, expiresInMinutes: 3 })

    const first = await startPayment(world.context, 'order-1', { method: 'app-to-app' })
    world.advance({ seconds: 30 })
    const again = await startPayment(world.context, 'order-1', { method: 'app-to-app' })

    const { serviceOrderId } = world.service.newest
    expect(first).toEqual({
      outcome: 'app',
      serviceOrderId,
      signature: `signed ${serviceOrderId}`,
      expiresAt: world.now() / 1000 - 30 + 900,
    })
    expect(again).toEqual(first)
    expect(world.service.orders).toHaveLength(1)
  })

  it('waits for the payment of an app until it expires at the service', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'order-1', amountVnd: 100_000, expiresInMinutes: 3 })
    await startPayment(world.context, 'order-1', { method: 'app-to-app' })

    await world.live(10)
    const { order } = await world.order('order-1')
    world.service.pay(world.service.newest)
    await world.live(10)

    expect(order.state).toBe('created')
    expect((await world.order('order-1')).order.state).toBe('paid')
  })

  it('returns the open payment again while the service does not answer', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.advance({ seconds: 30 })
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')

    const outcome = await startPayment(world.context, id, { method: 'web-payment' })

    expect(outcome).toMatchObject({ outcome: 'redirect' })
    expect(world.service.orders).toHaveLength(1)
  })

  it('refuses an order id of the service that another payment already has', async () => {
    const world = new World()
    await world.openAndStart({ id: 'first' })
    const first = world.service.newest
    await openOrder(world.context, { id: 'second', amountVnd: 70_000 })
    world.service.createAnswer = () =>
      creationAccepted(first.serviceOrderId, Math.floor(world.now() / 1000) + 900)

    const used = await startPayment(world.context, 'second', { method: 'web-payment' })
    world.service.createAnswer = undefined
    const next = await startPayment(world.context, 'second', { method: 'web-payment' })
    world.service.pay(world.service.newest)
    await world.live(2)

    expect(used).toMatchObject({ outcome: 'unknown' })
    const refused = (await world.order('second')).attempts[0]?.reference
    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      {
        kind: 'service_order_used_twice',
        subject: refused,
        facts: {
          order_id: 'second',
          service_order_id: first.serviceOrderId,
          order_id_of_other: 'first',
          reference_of_other: first.reference,
        },
      },
    ])
    expect((await world.order('first')).attempts).toMatchObject([
      {
        serviceOrderId: first.serviceOrderId,
        paymentUrl: `https://pay.example/${first.serviceOrderId}`,
      },
    ])
    expect(next).toMatchObject({ outcome: 'redirect' })
    expect((await world.order('second')).order.state).toBe('paid')
    expect((await world.order('first')).order.state).toBe('created')
  })

  it.each(['before', 'after'] as const)(
    'returns the page when the second write of the answer succeeds, after a failure %s its commit',
    async (fault) => {
      const world = await opened({ sleep: async () => {} })
      let isFailing = false
      world.service.duringCreate = async () => {
        isFailing = true
      }
      const database = failingDatabase(world.context.database, () => {
        const now = isFailing ? fault : 'none'
        isFailing = false
        return now
      })

      const context = { ...world.context, database }
      const outcome = await startPayment(context, 'order-1', { method: 'web-payment' })

      const { serviceOrderId } = world.service.newest
      expect(outcome).toMatchObject({
        outcome: 'redirect',
        paymentUrl: `https://pay.example/${serviceOrderId}`,
      })
      expect((await world.order('order-1')).attempts).toMatchObject([
        { state: 'created', serviceOrderId },
      ])
      expect(await startPayment(world.context, 'order-1', { method: 'web-payment' })).toEqual(
        outcome,
      )
    },
  )

  it('puts our reference and a token for our price into the callback address', async () => {
    const world = await opened()

    const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    const { reference, callbackUrl, amountVnd, serviceOrderId } = world.service.newest
    expect(outcome).toMatchObject({
      outcome: 'redirect',
      paymentUrl: `https://pay.example/${serviceOrderId}`,
    })
    expect(amountVnd).toBe(100_000)
    expect(reference).toMatch(/^[0-9a-f]{4}-[0-9a-z]{20}$/)
    expect(callbackUrl.startsWith(`https://ipn.example/ipn/${reference}/`)).toBe(true)
    const token = callbackUrl.split('/').at(-1) ?? ''
    const { callbackSecret } = world.context
    expect(await readCallbackToken(callbackSecret, reference, token)).toBe(100_000)
  })

  it('makes the service redirect to the return page of the order, and describe the order', async () => {
    const world = new World()
    const description = 'Two books'
    await openOrder(world.context, { id: 'order-1', amountVnd: 100_000, description })
    const created: unknown[] = []
    const create = world.service.createWebPayment.bind(world.service)
    world.service.createWebPayment = (payment) => {
      created.push(payment)
      return create(payment)
    }

    await startPayment(world.context, 'order-1', {
      method: 'web-payment',
      returnKey: 'a-key',
    })

    const { reference, callbackUrl } = world.service.newest
    expect(created).toEqual([
      {
        reference,
        amountVnd: 100_000,
        description,
        expiresInMinutes: 15,
        callbackUrl,
        redirectUrl: 'https://checkout.example/return/order-1?key=a-key',
      },
    ])
  })

  it('makes the service redirect without a key when the page of the order has none', async () => {
    const world = await opened()
    const redirects: string[] = []
    const create = world.service.createWebPayment.bind(world.service)
    world.service.createWebPayment = (payment) => {
      redirects.push(payment.redirectUrl)
      return create(payment)
    }

    await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect(redirects).toEqual(['https://checkout.example/return/order-1'])
  })

  it('stores the attempt before it calls the service', async () => {
    const world = await opened()
    const onDisk: string[] = []
    world.service.duringCreate = async ({ reference }) => {
      const { attempts } = await world.order('order-1')
      onDisk.push(...attempts.map((row) => `${row.state} ${row.reference === reference}`))
    }

    await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect(onDisk).toEqual(['creating true'])
  })

  it.each([
    ['web-payment', 'of the past', -1],
    ['transaction-qr', 'of the past', -3600],
    ['app-to-app', 'of the far future', 10 ** 9],
  ] as const)(
    'says the requested lifetime when the service names for a %s an expiry %s',
    async (method, _when, seconds) => {
      const world = await opened()
      world.service.createAnswer = () => creationAccepted('S-1', world.now() / 1000 + seconds)

      const first = await startPayment(world.context, 'order-1', { method })
      const again = await startPayment(world.context, 'order-1', { method })

      expect(first).toMatchObject({ expiresAt: world.now() / 1000 + 15 * 60 })
      expect(again).toEqual(first)
    },
  )

  it('returns the open payment of the same method again', async () => {
    const world = await opened()
    const first = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    const again = await startPayment(world.context, 'order-1', { method: 'web-payment' })
    const other = await startPayment(world.context, 'order-1', { method: 'transaction-qr' })

    expect(again).toEqual(first)
    expect(other).toMatchObject({ outcome: 'qr' })
    expect(world.service.orders).toHaveLength(2)
  })

  it('creates a new payment when the old one expires in less than twenty seconds', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'long', amountVnd: 1000, expiresInMinutes: 60 })
    await startPayment(world.context, 'long', { method: 'web-payment' })
    world.advance({ minutes: 14, seconds: 39 })
    await startPayment(world.context, 'long', { method: 'web-payment' })
    const before = world.service.orders.length
    world.advance({ seconds: 2 })

    await startPayment(world.context, 'long', { method: 'web-payment' })

    expect([before, world.service.orders.length]).toEqual([1, 2])
  })

  it('lets one of many concurrent requests create the payment, and answers the others with wait', async () => {
    const world = await opened()

    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        startPayment(world.context, 'order-1', { method: 'web-payment' }),
      ),
    )

    expect(world.service.orders).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'redirect')).not.toHaveLength(0)
    for (const { outcome } of outcomes) expect(['redirect', 'busy']).toContain(outcome)
  })

  it('keeps an unanswered creation, and uses a new reference for the next one', async () => {
    const world = await opened()
    world.service.fault = () => 'lost answer'
    const unanswered = await startPayment(world.context, 'order-1', { method: 'web-payment' })
    world.service.fault = () => 'none'

    const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect([unanswered.outcome, outcome.outcome]).toEqual(['unknown', 'redirect'])
    const { attempts } = await world.order('order-1')
    expect(attempts.map((attempt) => attempt.state).toSorted()).toEqual([
      'create_unknown',
      'created',
    ])
    expect(new Set(world.service.orders.map((order) => order.reference)).size).toBe(2)
  })

  it('recovers from a crash between the call and its record', async () => {
    const world = await opened()
    const database = new Proxy(world.context.database, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => {
          if (world.service.orders.length > 0) throw new Error('crash')
          return target.withSession('first-primary')
        }
      },
    })
    const crashing = { ...world.context, database, sleep: async () => {} }
    await expect(startPayment(crashing, 'order-1', { method: 'web-payment' })).rejects.toThrow(
      'crash',
    )

    const during = await startPayment(world.context, 'order-1', { method: 'web-payment' })
    world.advance({ seconds: 91 })
    await sweep(world.context)
    const after = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect([during.outcome, after.outcome]).toEqual(['busy', 'redirect'])
    const { attempts } = await world.order('order-1')
    expect(attempts.map((attempt) => attempt.state)).toEqual(['create_unknown', 'created'])
  })

  it('reports a refusal that certainly created nothing', async () => {
    const world = await opened()
    world.service.createAnswer = () => refusal(4040201, 'no')

    const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect(outcome).toEqual({
      outcome: 'refused',
      code: 4040201,
      reason: 'reason_4040201',
      remedy: 'remedy of 4040201',
    })
    expect((await world.order('order-1')).attempts[0]?.state).toBe('refused')
  })

  it.each([
    ['a refusal that may have taken effect', refusal(5000001, 'maybe')],
    [
      'a refusal of a repeat after silence',
      { ...refusal(4000001, 'no'), repeatedAfterUnknown: true },
    ],
    ['an unlisted code', { outcome: 'unlisted', code: 4999999, message: '' } as const],
  ])('keeps %s as unknown', async (_name, answer) => {
    const world = await opened()
    world.service.createAnswer = () => answer

    const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect(outcome.outcome).toBe('unknown')
    expect((await world.order('order-1')).attempts[0]?.state).toBe('create_unknown')
  })

  it('creates nothing for an order that is paid, expired or unknown', async () => {
    const world = new World()
    const paid = await world.openAndPay({ id: 'paid' })
    await openOrder(world.context, { id: 'over', amountVnd: 1000, expiresInMinutes: 3 })
    world.advance({ minutes: 3 })

    expect(await startPayment(world.context, paid, { method: 'web-payment' })).toMatchObject({
      outcome: 'closed',
      order: { state: 'paid' },
    })
    expect(await startPayment(world.context, 'over', { method: 'web-payment' })).toMatchObject({
      outcome: 'closed',
    })
    expect(await startPayment(world.context, 'never', { method: 'web-payment' })).toEqual({
      outcome: 'not_found',
    })
    expect(world.service.orders).toHaveLength(1)
  })

  it('does not send a customer to a foreign payment page', async () => {
    const world = await opened({ paymentOrigins: ['https://elsewhere.example'] })

    const outcome = await startPayment(world.context, 'order-1', { method: 'web-payment' })

    expect(outcome.outcome).toBe('unknown')
    const { reference, serviceOrderId } = world.service.newest
    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      {
        kind: 'payment_page_refused',
        subject: reference,
        facts: { order_id: 'order-1', service_order_id: serviceOrderId },
      },
    ])
    expect((await world.order('order-1')).journal.at(-1)).toMatchObject({
      kind: 'attempt.create_unknown',
      data: { reference, service_order_id: serviceOrderId },
    })
    expect(JSON.stringify(await findOrder(world.context, 'order-1'))).not.toContain('pay.example')
  })
})

describe('isAllowedPaymentUrl', () => {
  it.each([
    ['https://pay.example/x', undefined, true],
    ['http://localhost:8790/pay/x', undefined, true],
    ['http://127.0.0.1:8790/pay/x', undefined, true],
    ['http://pay.example/x', undefined, false],
    ['http://localhost.evil.example/x', undefined, false],
    ['javascript:alert(1)', undefined, false],
    ['https://user:pass@pay.example/x', undefined, false],
    ['/pay/x', undefined, false],
    ['https://pay.example/x', ['https://pay.example'], true],
    ['https://pay.example.evil.example/x', ['https://pay.example'], false],
  ])('for %s with the list %j is %s', (address, origins, isAllowed) => {
    expect(isAllowedPaymentUrl(address, origins)).toBe(isAllowed)
  })
})
