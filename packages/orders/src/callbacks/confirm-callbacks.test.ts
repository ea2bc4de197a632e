import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { World } from '../../test/world.ts'
import { findOrder, listAlerts, openOrder, recordCallback, startPayment, sweep } from '../index.ts'
import { pollPayments } from '../payments/queries/poll-payments.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { sweepKeys } from '../upkeep/index.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'
import { confirmCallbacks } from './confirm-callbacks.ts'
import { callbackKey } from './record-callback.ts'

describe('confirmCallback', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])(
    'leaves a payment to polling when it gives up, also when the process stops after batch %i',
    async (last) => {
      const world = new World()
      await world.openAndStart()
      const callback = world.service.pay(world.service.newest)
      await recordCallback(world.context, callback)
      world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
      // All scheduled queries are over, and the last try is left.
      await env.DB.exec('UPDATE attempts SET next_poll_at_ms = NULL')
      await env.DB.exec('UPDATE outbox SET tries = 11')
      const database = failingDatabase(env.DB, (batch) => (batch > last ? 'before' : 'none'))
      await confirmCallbacks({ ...world.context, database }, { limit: 10 }).catch(() => {})
      world.advance({ minutes: 10 })
      await confirmCallbacks(world.context, { limit: 10 })

      const dead = await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")
      const asked = await world.count(
        'SELECT COUNT(*) n FROM attempts WHERE next_poll_at_ms IS NOT NULL',
      )
      expect([dead, asked]).toEqual([1, 1])
    },
  )

  it('is done once polling has found its payment, after it was given up', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    await env.DB.exec('UPDATE outbox SET tries = 11')
    await confirmCallbacks(world.context, { limit: 10 })
    const inState = (state: string) =>
      world.count("SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm' AND state = ?", state)
    const givenUp = await inState('dead')
    world.service.fault = () => 'none'

    world.advance({ minutes: 10 })
    await pollPayments(world.context, 10)

    expect((await findOrder(world.context, id))?.state).toBe('paid')
    expect([givenUp, await inState('dead'), await inState('done')]).toEqual([1, 0, 1])
  })

  it.each([
    ['pays its order', {}, 'paid'],
    ['disputes its order', { order_amount: 99_999 }, 'disputed'],
  ])(
    'is done when its late answer %s, although another worker has given it up',
    async (_what, paid, state) => {
      const world = new World()
      const id = await world.openAndStart({ amountVnd: 100_000 })
      await recordCallback(world.context, world.service.pay(world.service.newest, paid))
      await env.DB.exec('UPDATE outbox SET tries = 11')
      const { port } = world.context
      const slow = {
        ...world.context,
        port: Object.assign(Object.create(port), {
          async queryOrder(serviceOrderId: string) {
            const answer = await port.queryOrder(serviceOrderId)
            // The lease of this worker ends, and another one makes the last try.
            world.advance({ minutes: 2 })
            world.service.fault = () => 'lost answer'
            await confirmCallbacks(world.context, { limit: 1 })
            return answer
          },
        }),
      }

      const report = await confirmCallbacks(slow, { limit: 1 })

      expect(report).toEqual({ settled: 1, matched: 0 })
      expect((await world.order(id)).order.state).toBe(state)
      const { results } = await env.DB.prepare(
        "SELECT state FROM outbox WHERE kind = 'confirm'",
      ).all()
      expect(results).toEqual([{ state: 'done' }])
    },
  )

  it('makes an order paid when the signed query agrees to the dong', async () => {
    const world = new World()
    const id = await world.openAndStart({ amountVnd: 123_457 })
    const callback = world.service.pay(world.service.newest)
    await recordCallback(world.context, callback)

    await sweepKeys(world.context, [callbackKey(callback)])

    const view = await findOrder(world.context, id)
    expect(view).toMatchObject({
      state: 'paid',
      payment: {
        transactionId: callback.signed.transaction_id,
        serviceOrderId: callback.signed.order_id,
        vnd: 123_457,
        points: 0,
      },
    })
    expect(view?.timeline.map((line) => [line.kind, line.facts['known']])).toEqual([
      ['order.opened', 'own record'],
      ['attempt.started', 'own record'],
      ['attempt.created', 'answer of the service'],
      ['callback.received', 'callback signature of key key-1'],
      ['payment.confirmed', 'signed query'],
      ['event.delivered', 'answer of the shop'],
    ])
    expect(world.events.map((event) => [event.type, event.data.order.state])).toEqual([
      ['order.paid', 'paid'],
    ])
  })

  it('does not trust a callback while the query denies it, and raises an alert', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const order = world.service.newest
    const callback = world.service.pay(order)
    order.status = { ...order.status, pay_status: 'PROCESSING' }
    await recordCallback(world.context, callback)

    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await confirmCallbacks(world.context, { limit: 10 })
      world.advance({ seconds: 3600 * 1.2 })
    }

    expect((await world.order(id)).order.state).toBe('paid_unverified')
    expect(world.events).toEqual([])
    expect(await world.alertKinds()).toContain('callback_not_confirmed')
  })

  it('confirms a callback once the query confirms it', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const order = world.service.newest
    const callback = world.service.pay(order)
    const { status } = order
    order.status = { ...status, pay_status: 'PROCESSING' }
    await recordCallback(world.context, callback)
    await sweep(world.context)
    order.status = status

    await world.live(1, 10)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('disputes an order whose amount at the service differs', async () => {
    const world = new World()
    const id = await world.openAndStart({ amountVnd: 100_000 })
    const callback = world.service.pay(world.service.newest, { order_amount: 99_999 })
    await recordCallback(world.context, callback)

    await sweep(world.context)

    const { order, journal } = await world.order(id)
    expect(order).toMatchObject({ state: 'disputed', paidTransactionId: null, paidVnd: 0 })
    expect(await world.alertKinds()).toEqual(['amount_mismatch'])
    expect(journal.find((line) => line.kind === 'order.disputed')).toMatchObject({
      evidence: 'signed query',
      data: { reason: 'amount_mismatch', order_amount: 99_999 },
    })
    expect(world.events.map((event) => [event.type, event.data.facts['reason']])).toEqual([
      ['order.disputed', 'amount_mismatch'],
    ])
  })

  it('never pays an order whose price differs from the one in the callback token', async () => {
    const world = new World()
    const id = await world.openAndStart({ amountVnd: 100_000 })
    const callback = world.service.pay(world.service.newest)

    await recordCallback(world.context, { ...callback, amountVnd: 1000 })
    const recorded = (await world.order(id)).order.state
    await sweep(world.context)

    expect(recorded).toBe('created')
    const { order, journal } = await world.order(id)
    expect(order).toMatchObject({ state: 'disputed', paidTransactionId: null })
    expect(journal.filter(({ kind }) => kind === 'order.disputed')).toMatchObject([
      { evidence: `callback signature of key ${callback.keyId}` },
    ])
    expect(await world.alertKinds()).toEqual(['token_amount_mismatch'])
  })

  it('says of a callback with another price what the service answers, while it confirms nothing', async () => {
    const world = new World()
    await world.openAndStart({ amountVnd: 100_000 })
    const order = world.service.newest
    const callback = world.service.pay(order)
    order.status = { ...order.status, pay_status: 'PROCESSING' }
    await recordCallback(world.context, { ...callback, amountVnd: 1000 })

    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await confirmCallbacks(world.context, { limit: 10 })
      world.advance({ minutes: 72 })
    }

    const { alerts } = await listAlerts(world.context, { kind: 'callback_not_confirmed' })
    expect(alerts).toMatchObject([{ facts: { why: 'the query says PROCESSING' } }])
  })

  it('leaves a payment to polling only once its callback is given up', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await env.DB.exec('UPDATE attempts SET next_poll_at_ms = NULL')
    world.service.fault = () => 'lost answer'
    const polls: boolean[] = []
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await confirmCallbacks(world.context, { limit: 10 })
      polls.push((await world.order(id)).attempts[0]?.nextPollAtMs !== null)
      world.advance({ minutes: 72 })
    }

    expect(polls).toEqual([...Array.from({ length: 11 }, () => false), true])
  })

  it('stores a second payment of an order, disputes it and fulfils nothing again', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'twice', amountVnd: 100_000 })
    await startPayment(world.context, 'twice', { method: 'web-payment' })
    const first = world.service.newest
    await startPayment(world.context, 'twice', { method: 'transaction-qr' })
    const second = world.service.newest
    await recordCallback(world.context, world.service.pay(first))
    await sweep(world.context)

    const outcome = await recordCallback(world.context, world.service.pay(second))
    await sweep(world.context)
    await world.live(30, 300)

    expect(outcome).toBe('recorded')
    const { order, attempts } = await world.order('twice')
    expect(order).toMatchObject({
      state: 'disputed',
      paidReference: first.reference,
      paidTransactionId: first.status.transaction_id,
    })
    expect(new Set(attempts.map((attempt) => attempt.transactionId))).toEqual(
      new Set([first.status.transaction_id, second.status.transaction_id]),
    )
    expect(await world.alertKinds()).toEqual(['possible_double_payment'])
    expect(world.events.map((event) => event.type)).toEqual(['order.paid', 'order.disputed'])
  })

  it('disputes a second payment also when its worker dies after any of its writes', async () => {
    const world = new World()
    await world.openAndPay({ id: 'twice', amountVnd: 100_000 })
    const { signed, ...callback } = world.service.callbackOf(world.service.newest)
    const other = { ...signed, transaction_id: 'T-OTHER' }
    world.service.newest.status = { ...world.service.newest.status, transaction_id: 'T-OTHER' }
    await recordCallback(world.context, { ...callback, signed: other })
    for (let last = 0; last < 8; last += 1) {
      const database = failingDatabase(env.DB, (batch) => (batch > last ? 'before' : 'none'))
      await confirmCallbacks({ ...world.context, database }, { limit: 1 }).catch(() => {})
      world.advance({ minutes: 2 })
    }
    await confirmCallbacks(world.context, { limit: 1 })

    const { order, disputedPayments } = await world.order('twice')
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([{ transactionId: 'T-OTHER', state: 'open' }])
    expect(await world.alertKinds()).toEqual(['possible_double_payment'])
  })

  it('finds a second payment by polling when its callback is lost', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'twice', amountVnd: 100_000 })
    await startPayment(world.context, 'twice', { method: 'web-payment' })
    world.service.pay(world.service.newest)
    await startPayment(world.context, 'twice', { method: 'transaction-qr' })
    world.service.pay(world.service.newest)

    await world.live(3)

    expect((await world.order('twice')).order.state).toBe('disputed')
    expect(await world.alertKinds()).toContain('possible_double_payment')
    expect(world.events.filter((event) => event.type === 'order.paid')).toHaveLength(1)
  })

  it('treats another transaction of the same service order as a second payment', async () => {
    const world = new World()
    const id = await world.openAndPay()
    const callback = world.service.callbackOf(world.service.newest)
    const signed = { ...callback.signed, transaction_id: 'T-OTHER' }

    await recordCallback(world.context, { ...callback, signed })
    await sweep(world.context)

    const { order, attempts, disputedPayments } = await world.order(id)
    expect(order.state).toBe('disputed')
    expect(attempts[0]?.transactionId).toBe(order.paidTransactionId)
    expect(disputedPayments).toMatchObject([
      { transactionId: 'T-OTHER', paidVnd: order.amountVnd, paidPoints: 0 },
    ])
    expect(await world.alertKinds()).toContain('possible_double_payment')
  })

  it('stores a payment of the right price for an order that is disputed for another price', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'A', amountVnd: 1000 })
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, 'A', { method })
    }
    const [wrong, right] = world.service.orders
    assert(wrong !== undefined && right !== undefined, 'Two payments were started.')
    await recordCallback(world.context, world.service.pay(wrong, { order_amount: 999 }))
    await sweep(world.context)

    await recordCallback(world.context, world.service.pay(right))
    await sweep(world.context)

    expect((await world.order('A')).order).toMatchObject({ state: 'disputed', paidVnd: 0 })
    expect(await world.alertKinds()).toEqual(['amount_mismatch', 'payment_of_disputed_order'])
    expect(world.events.map(({ data }) => data.facts['reason'])).toEqual([
      'amount_mismatch',
      'payment_of_disputed_order',
    ])
  })

  it('raises an alert for parts that do not add up, and confirms the payment', async () => {
    const world = new World()

    const id = await world.openAndPay({ amountVnd: 100_000 }, { vnd_amount: 90_000 })

    expect((await world.order(id)).order).toMatchObject({ state: 'paid', paidVnd: 90_000 })
    expect(await world.alertKinds()).toEqual(['paid_parts_differ'])
  })

  it.each([
    ['10000', []],
    ['9999', ['paid_parts_differ']],
    ['1e4', ['paid_parts_differ']],
    [undefined, ['paid_parts_differ']],
  ])('reads a promotion of %s in the callback as a part of 10,000', async (said, alerts) => {
    const world = new World()
    const id = await world.openAndStart({ amountVnd: 100_000 })
    const callback = world.service.pay(world.service.newest, { vnd_amount: 90_000 })
    const unsignedFields = { ...callback.unsignedFields, total_discount: said }

    await recordCallback(world.context, { ...callback, unsignedFields })
    await sweep(world.context)

    expect((await world.order(id)).order).toMatchObject({ state: 'paid', paidVnd: 90_000 })
    expect(await world.alertKinds()).toEqual(alerts)
  })

  it.each([
    [{ vnd_amount: 50_000, point_amount: 50 }, [], { paidVnd: 50_000, paidPoints: 50 }],
    [{ vnd_amount: 0, point_amount: 100 }, [], { paidVnd: 0, paidPoints: 100 }],
    [
      { vnd_amount: 50_000, point_amount: 49 },
      ['paid_parts_differ'],
      { paidVnd: 50_000, paidPoints: 49 },
    ],
    [
      { vnd_amount: 50_000, point_amount: 50_000 },
      ['paid_parts_differ'],
      { paidVnd: 50_000, paidPoints: 50_000 },
    ],
    [
      { vnd_amount: 99_500, point_amount: 0.5 },
      ['fractional_points'],
      { paidVnd: 99_500, paidPoints: 0 },
    ],
    [
      { vnd_amount: 98_000, point_amount: 1.75 },
      ['paid_parts_differ', 'fractional_points'],
      { paidVnd: 98_000, paidPoints: 1 },
    ],
  ])('counts a point as 1,000 VND: %j', async (paid, alerts, stored) => {
    const world = new World()

    const id = await world.openAndPay({ amountVnd: 100_000 }, paid)

    const { order, journal } = await world.order(id)
    expect(order).toMatchObject({ state: 'paid', ...stored })
    expect(await world.alertKinds()).toEqual(alerts)
    expect(journal.find(({ kind }) => kind === 'payment.confirmed')).toMatchObject({
      data: {
        point_amount: paid.point_amount,
        parts_differ_from_amount: alerts[0] === 'paid_parts_differ',
      },
    })
  })

  it.each([
    ['vnd_amount', { point_amount: 100 }, { paidVnd: 0, paidPoints: 100 }],
    ['point_amount', { vnd_amount: 100_000 }, { paidVnd: 100_000, paidPoints: 0 }],
  ] as const)('reads an answer without %s as 0', async (left, paid, stored) => {
    const world = new World()
    const id = await world.openAndStart({ amountVnd: 100_000 })
    const order = world.service.newest
    const callback = world.service.pay(order, paid)
    const { [left]: _left, ...status } = order.status
    order.status = status

    await recordCallback(world.context, callback)
    await sweep(world.context)

    expect((await world.order(id)).order).toMatchObject({ state: 'paid', ...stored })
    expect(await world.alertKinds()).toEqual([])
  })

  it('stores the service order id of a callback at its own attempt, of two without one', async () => {
    const world = new World()
    world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
    for (const id of ['A', 'B']) {
      await openOrder(world.context, { id, amountVnd: 1000 })
      await startPayment(world.context, id, { method: 'web-payment' })
    }
    const [one] = world.service.orders
    assert(one !== undefined, 'Two payments were started.')
    await recordCallback(world.context, world.service.pay(one))

    await confirmCallbacks(world.context, { limit: 1 })

    const orders = await Promise.all(['A', 'B'].map((id) => world.order(id)))
    expect(orders.map(({ attempts }) => attempts[0]?.serviceOrderId)).toEqual([
      one.serviceOrderId,
      null,
    ])
    expect(orders.map(({ order }) => order.state)).toEqual(['paid', 'creating'])
    expect(
      orders[0]?.journal.find(({ kind }) => kind === 'attempt.service_order_known'),
    ).toMatchObject({
      atMs: world.now(),
      evidence: 'callback signature of key key-1',
      data: { reference: one.reference, service_order_id: one.serviceOrderId },
    })
  })

  it('polls a payment whose service order id only its callback has named', async () => {
    const world = new World()
    world.service.fault = () => 'lost answer'
    await openOrder(world.context, { id: 'A', amountVnd: 1000 })
    await startPayment(world.context, 'A', { method: 'web-payment' })
    await recordCallback(world.context, world.service.pay(world.service.newest))
    const nextPollAtMs = async () => (await world.order('A')).attempts[0]?.nextPollAtMs
    const before = await nextPollAtMs()

    await confirmCallbacks(world.context, { limit: 1 })

    expect([before, await nextPollAtMs()]).toEqual([null, world.now()])
    world.service.fault = () => 'none'
    await pollPayments(world.context, 10)
    expect((await world.order('A')).order.state).toBe('paid')
  })

  it('sends an event for each payment that disputes an order, also for an already disputed one', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'A', amountVnd: 1000 })
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, 'A', { method })
    }
    const [one, other] = world.service.orders
    assert(one !== undefined && other !== undefined, 'Two payments were started.')
    const versions: number[] = []
    for (const [order, transaction] of [[one], [other], [other, 'T-3']] as const) {
      const callback = world.service.pay(order, transaction && { transaction_id: transaction })
      await recordCallback(world.context, callback)
      await sweep(world.context)
      versions.push((await world.order('A')).order.version)
    }

    expect(world.events.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.disputed',
      'order.disputed',
    ])
    const [first = 0, second = 0, third = 0] = versions
    expect(second).toBeGreaterThan(first)
    expect(third).toBeGreaterThan(second)
  })

  it('raises no second alert about points when a callback is repeated', async () => {
    const world = new World()
    await world.openAndPay({ amountVnd: 100_000 }, { vnd_amount: 99_500, point_amount: 0.5 })
    await world.openAndStart({ id: 'other' })
    const { status } = world.service.orders[0] ?? {}
    world.service.pay(world.service.newest, {
      ...status,
      order_id: world.service.newest.serviceOrderId,
    })
    await world.live(2)

    expect((await world.order('other')).order.state).toBe('disputed')
    expect(await world.alertKinds()).toEqual(['fractional_points', 'transaction_of_other_order'])
  })

  it('accepts a transaction for one order only', async () => {
    const world = new World()
    await world.openAndPay({ id: 'first' })
    const transaction_id = world.service.newest.status.transaction_id ?? ''
    await world.openAndStart({ id: 'second' })
    world.service.pay(world.service.newest, { transaction_id })

    await world.live(2)

    expect((await world.order('second')).order.state).toBe('disputed')
    expect(await world.alertKinds()).toEqual(['transaction_of_other_order'])
  })
})

describe('orphans', () => {
  it('are stored, matched when their order is known, and confirmed', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'late', amountVnd: 100_000 })
    const stranger = {
      signed: { pay_status: 'SUCCESS', transaction_id: 'T1', order_id: '20260101T00000001' },
      unsignedFields: {},
      keyId: 'key-1',
    }
    const outcome = await recordCallback(world.context, stranger)
    expect((await sweep(world.context)).orphansMatched).toBe(0)

    await startPayment(world.context, 'late', { method: 'web-payment' })
    world.service.pay(world.service.newest, { transaction_id: 'T1' })
    world.advance({ seconds: 2 })
    const report = await sweep(world.context)

    expect(outcome).toBe('orphan')
    expect(report.orphansMatched).toBe(1)
    const { order, journal } = await world.order('late')
    expect(order.state).toBe('paid')
    expect(journal.find((line) => line.kind === 'callback.matched')).toMatchObject({
      atMs: world.now(),
      evidence: 'callback signature of key key-1',
      data: {
        pay_status: 'SUCCESS',
        transaction_id: 'T1',
        order_id: world.service.newest.serviceOrderId,
        reference: world.service.newest.reference,
      },
    })
  })

  it('are retried after 1, 5 and 30 seconds and then every minute', async () => {
    const world = new World()
    await recordCallback(world.context, {
      signed: { pay_status: 'SUCCESS', transaction_id: 'T1', order_id: '20260101T00000001' },
      unsignedFields: {},
      keyId: 'key-1',
    })
    const dueIn: number[] = []
    for (let look = 0; look < 5; look += 1) {
      await sweep(world.context)
      const nextAtMs = await world.count('SELECT next_at_ms n FROM outbox')
      dueIn.push((nextAtMs - world.now()) / 1000)
      world.advance({ seconds: dueIn.at(-1) ?? 0 })
    }

    expect(dueIn).toEqual([1, 5, 30, 60, 60])
  })

  it('belong to their order once it is known, and are retried from their first pause', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'late', amountVnd: 100_000 })
    const order_id = '20260101T00000001'
    await recordCallback(world.context, {
      signed: { pay_status: 'SUCCESS', transaction_id: 'T1', order_id },
      unsignedFields: {},
      keyId: 'key-1',
    })
    await world.live(4)
    await startPayment(world.context, 'late', { method: 'web-payment' })
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')

    world.advance({ minutes: 1 })
    await sweep(world.context)

    const row = await env.DB.prepare(
      "SELECT order_id, tries, state FROM outbox WHERE kind = 'confirm'",
    ).first()
    expect(row).toEqual({ order_id: 'late', tries: 1, state: 'open' })
  })

  it('raise an alert after five minutes and become dead letters after a day, not before', async () => {
    const world = new World()
    const signed = { pay_status: 'SUCCESS', transaction_id: 'T1', order_id: '20260101T00000001' }
    await recordCallback(world.context, { signed, unsignedFields: {}, keyId: 'key-1' })
    const from = world.now()
    /** What is known when the callback is processed at this age. */
    async function at(ageMs: number) {
      world.advance({ seconds: (from + ageMs - world.now()) / 1000 })
      await env.DB.prepare('UPDATE outbox SET next_at_ms = ?').bind(world.now()).run()
      await confirmCallbacks(world.context, { limit: 1 })
      const dead = await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")
      return [...(await world.alertKinds()), ...(dead > 0 ? ['dead'] : [])]
    }
    const minuteMs = 60_000
    const dayMs = 24 * 60 * minuteMs

    const before = await at(5 * minuteMs - 1)
    const after = await at(5 * minuteMs)
    const { alerts } = await listAlerts(world.context, {})
    const lastTry = await at(dayMs - 1)
    const givenUp = await at(dayMs)

    expect([before, after]).toEqual([[], ['orphan_callback']])
    expect(alerts).toMatchObject([
      {
        facts: { service_order_id: '20260101T00000001', transaction_id: 'T1', reference: null },
      },
    ])
    expect([lastTry, givenUp]).toEqual([['orphan_callback'], ['orphan_callback', 'dead']])
    expect(await world.count('SELECT COUNT(*) n FROM journal WHERE order_id IS NULL')).toBe(1)
  })
})

/** Orders that were paid, each with a callback that is recorded and not confirmed yet. */
async function paidOrders(world: World, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await world.openAndStart({ id })
    await recordCallback(world.context, world.service.pay(world.service.newest))
  }
}

describe('confirmCallbacks', () => {
  it('processes no more than its limit, and returns the number of settled ones', async () => {
    const world = new World()
    await paidOrders(world, 'A', 'B', 'C')

    const reports = [
      await confirmCallbacks(world.context, { limit: 1 }),
      await confirmCallbacks(world.context, { limit: 5 }),
    ]

    expect(reports).toEqual([
      { settled: 1, matched: 0 },
      { settled: 2, matched: 0 },
    ])
  })

  it('spaces its callbacks and their events, except those that are behind schedule', async () => {
    const apart: (number | undefined)[] = []
    const yieldToCallbacks = async (spacingMs?: number) => {
      apart.push(spacingMs)
      return false
    }
    const world = new World({ context: { yieldToCallbacks } })
    await paidOrders(world, 'A', 'B')
    await confirmCallbacks(world.context, { limit: 5 })
    await deliverEvents(world.context, { limit: 5 })
    const soon = apart.splice(0)
    await paidOrders(world, 'C')
    world.advance({ seconds: 2 })

    await confirmCallbacks(world.context, { limit: 5 })

    expect(soon).toEqual([3, 3, 3, 3])
    expect(apart).toEqual([0])
  })

  it('does not count a callback that is not confirmed', async () => {
    const world = new World()
    await paidOrders(world, 'A')
    const order = world.service.newest
    order.status = { ...order.status, pay_status: 'PROCESSING' }

    expect(await confirmCallbacks(world.context, { limit: 5 })).toEqual({ settled: 0, matched: 0 })
  })

  it('schedules a poll an hour later for a callback that it gives up', async () => {
    const world = new World()
    await paidOrders(world, 'A', 'B')
    for (const order of world.service.orders) {
      order.status = { ...order.status, pay_status: 'PROCESSING' }
    }
    await world.openAndStart({ id: 'C' })
    await world.context.database
      .prepare("UPDATE attempts SET next_poll_at_ms = NULL WHERE order_id IN ('A', 'C')")
      .run()
    const nextPolls = async () =>
      (await Promise.all(['A', 'B', 'C'].map((id) => world.order(id)))).map(
        ({ attempts }) => attempts[0]?.nextPollAtMs,
      )
    const [none, scheduled] = await nextPolls()

    for (let attempt = 1; attempt <= 12; attempt += 1) {
      world.advance({ minutes: 72 })
      await confirmCallbacks(world.context, { limit: 10 })
      if (attempt < 12) expect(await nextPolls()).toEqual([none, scheduled, none])
    }

    expect(none).toBeNull()
    expect(await nextPolls()).toEqual([world.now() + 3_600_000, scheduled, none])
  })

  it('schedules no poll of a paid attempt when it gives up another callback of it', async () => {
    const world = new World()
    await world.openAndPay({ id: 'A' })
    const paid = world.service.newest
    const { signed, ...callback } = world.service.callbackOf(paid)
    paid.status = { ...paid.status, pay_status: 'PROCESSING' }
    const other = { ...callback, signed: { ...signed, transaction_id: 'T-OTHER' } }
    await recordCallback(world.context, other)

    for (let attempt = 1; attempt <= 12; attempt += 1) {
      world.advance({ minutes: 72 })
      await confirmCallbacks(world.context, { limit: 10 })
    }

    expect(await world.alertKinds()).toContain('callback_not_confirmed')
    expect((await world.order('A')).attempts).toMatchObject([{ state: 'paid', nextPollAtMs: null }])
  })

  it('processes only the callbacks of the given keys', async () => {
    const world = new World()
    await paidOrders(world, 'A', 'B')
    const key = callbackKey(world.service.callbackOf(world.service.newest))

    const report = await confirmCallbacks(world.context, { limit: 5, keys: [key] })

    const orders = await Promise.all(['A', 'B'].map((id) => world.order(id)))
    expect(report).toEqual({ settled: 1, matched: 0 })
    expect(orders.map(({ order }) => order.state)).toEqual(['paid_unverified', 'paid'])
  })

  it('finishes a callback in the batch that makes its order paid', async () => {
    const world = new World()
    await paidOrders(world, 'A')

    await confirmCallbacks(world.context, { limit: 1 })

    const open = "SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm' AND state <> 'done'"
    expect(await world.count(open)).toBe(0)
  })

  it('stores when an order was confirmed, and the evidence', async () => {
    const world = new World()
    await paidOrders(world, 'A')
    world.advance({ seconds: 7 })

    await confirmCallbacks(world.context, { limit: 1 })

    expect((await world.order('A')).order).toMatchObject({
      confirmedAtMs: world.now(),
      confirmedBy: 'callback',
    })
  })

  it('disputes one order, and does not change other orders and their attempts', async () => {
    const world = new World()
    await paidOrders(world, 'paid')
    await sweep(world.context)
    await world.openAndStart({ id: 'open' })
    await world.openAndStart({ id: 'wrong' })
    const others = () => Promise.all(['paid', 'open'].map((id) => world.order(id)))
    const before = await others()
    const callback = world.service.pay(world.service.newest, { order_amount: 99_999 })
    await recordCallback(world.context, callback)

    await confirmCallbacks(world.context, { limit: 5 })

    const { order, attempts } = await world.order('wrong')
    expect(order.state).toBe('disputed')
    expect(attempts).toMatchObject([{ state: 'paid', nextPollAtMs: null, nextCallAtMs: null }])
    expect(await others()).toEqual(before)
  })

  it.each([
    ['this transaction', {}, { paidVnd: 90_000, paidPoints: 10 }],
    ['another transaction', { transaction_id: 'T-OTHER' }, { paidVnd: 100_000, paidPoints: 0 }],
  ])(
    'stores the payment of a callback with another price as the query reports it: %s',
    async (_what, signed, paid) => {
      const world = new World()
      const id = await world.openAndStart({ amountVnd: 100_000 })
      const callback = world.service.pay(world.service.newest, {
        vnd_amount: 90_000,
        point_amount: 10,
        updated_at: Math.floor(world.now() / 1000) - 7200,
      })
      const changed = { ...callback, signed: { ...callback.signed, ...signed }, amountVnd: 1000 }
      await recordCallback(world.context, changed)

      await confirmCallbacks(world.context, { limit: 5 })

      const [payment] = (await world.order(id)).disputedPayments
      const isReported = changed.signed.transaction_id === callback.signed.transaction_id
      expect(payment).toMatchObject({
        ...paid,
        transactionId: changed.signed.transaction_id,
        bookedAtMs: world.now() - (isReported ? 7_200_000 : 0),
      })
    },
  )
})

describe('settlePayment', () => {
  it('throws when a payment is reported for an order that is gone', async () => {
    const world = new World()
    await world.openAndStart({ id: 'order-1' })
    const { status } = world.service.newest

    await expect(
      settlePayment(world.context, {
        orderId: 'gone',
        reference: 'R',
        serviceOrderId: null,
        transactionId: 'T1',
        status,
        foundBy: 'callback',
        evidence: 'signed query',
      }),
    ).rejects.toThrow('A payment was reported for an order that is gone.')
  })
})
