import { describe, expect, it } from 'vitest'
import { refusal, type ServiceOrder } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import {
  denyPayment,
  listAlerts,
  openOrder,
  recordCallback,
  startPayment,
  sweep,
} from '../../index.ts'
import { replayCallback, verifyJournal } from '../../upkeep/index.ts'

const word = { reason: 'the service has no such transaction', staffId: 'an' }

function deny(order: ServiceOrder, payStatus = 'FAIL'): void {
  order.status = { ...order.status, pay_status: payStatus }
  delete order.status.transaction_id
}

/** An order that is paid according to a signed callback, while every query denies it. */
async function called(world = new World()) {
  const id = await world.openAndStart()
  const { newest } = world.service
  const callback = world.service.pay(newest)
  deny(newest)
  await recordCallback(world.context, callback)
  return { world, id, callback, newest }
}

/** The same after the callback is given up and the schedule of the polls is over. */
async function givenUp() {
  const found = await called()
  await found.world.live(4 * 24 * 60, 60 * 60)
  return found
}

async function questionsIn(world: World, days: number, everySeconds = 60 * 60): Promise<number> {
  let asked = 0
  world.service.fault = (call) => {
    if (call === 'query') asked += 1
    return 'none'
  }
  await world.live(days * 24 * 60, everySeconds)
  return asked
}

describe('an order that is paid according to a callback and unpaid according to the service', () => {
  it('expires by a verdict: with an event that says why, the alert closed and no further queries', async () => {
    const { world, id, callback, newest } = await givenUp()
    const before = await world.order(id)
    const asked = await questionsIn(world, 3)
    const { alerts: open } = await listAlerts(world.context, { kind: 'callback_not_confirmed' })

    const outcome = await denyPayment(world.context, id, word)
    const again = await denyPayment(world.context, id, word)
    await world.live(2 * 24 * 60, 60 * 60)

    expect([before.order.state, asked, open[0]?.state]).toEqual(['paid_unverified', 3, 'open'])
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    expect(again).toEqual(outcome)
    const facts = {
      reason: 'payment_denied',
      reference: newest.reference,
      transaction_id: callback.signed.transaction_id,
      pay_status: 'FAIL',
      staff_id: 'an',
      verdict_reason: word.reason,
    }
    expect(world.events.map(({ type, data }) => [type, data.facts])).toEqual([
      ['order.expired', expect.objectContaining(facts)],
    ])
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.denied')).toMatchObject({
      evidence: 'word of a person',
      data: facts,
    })
    const { alerts } = await listAlerts(world.context, { kind: 'callback_not_confirmed' })
    expect(alerts.map(({ state }) => state)).toEqual(['closed'])
    expect(await questionsIn(world, 5)).toBe(0)
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('cannot be denied while the service gives no trustworthy answer', async () => {
    const { world, id, newest } = await givenUp()
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    const silent = await denyPayment(world.context, id, word)
    world.service.fault = () => 'none'
    newest.status = { ...newest.status, order_id: 'another' }
    const foreign = await denyPayment(world.context, id, word)
    world.service.answers.query = () => refusal(4010001, 'no')
    const refused = await denyPayment(world.context, id, word)

    expect(silent).toMatchObject({ outcome: 'not_denied', order: { state: 'paid_unverified' } })
    expect(foreign).toMatchObject({
      outcome: 'not_denied',
      why: 'the query was answered with another order',
    })
    expect(refused).toMatchObject({
      outcome: 'not_denied',
      why: 'the query was refused with 4010001 reason_4010001',
    })
    expect((await world.order(id)).order.state).toBe('paid_unverified')
    expect(world.events).toEqual([])
  })

  it('is paid when the query of the verdict finds the payment', async () => {
    const { world, id, newest } = await givenUp()
    world.service.pay(newest)

    const outcome = await denyPayment(world.context, id, word)
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'paid' } })
    expect(world.events.map(({ type }) => type)).toEqual(['order.paid'])
  })

  it('is paid when another attempt of it is paid', async () => {
    const world = new World()
    const id = 'order-1'
    await openOrder(world.context, { id, amountVnd: 100_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const first = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const second = world.service.newest
    const callback = world.service.pay(first)
    deny(first)
    await recordCallback(world.context, callback)
    await world.live(4 * 24 * 60, 60 * 60)
    world.service.pay(second)

    expect(await denyPayment(world.context, id, word)).toMatchObject({
      outcome: 'not_unknown',
      order: { state: 'paid', payment: { transactionId: second.status.transaction_id } },
    })
  })

  it('cannot be denied before its expiry, but afterwards while the callback is still retried', async () => {
    const { world, id } = await called()
    const early = await denyPayment(world.context, id, word)
    await world.live(20)
    const late = await denyPayment(world.context, id, word)
    await world.live(24 * 60, 10 * 60)

    expect(early).toMatchObject({ outcome: 'not_denied', order: { state: 'paid_unverified' } })
    expect(late.outcome).toBe('settled')
    // The callback that was still tried is settled with it, so that nobody is called about it.
    expect(await world.alertKinds()).not.toContain('callback_not_confirmed')
    expect((await world.order(id)).order.state).toBe('expired')
  })

  it('is not denied when another callback arrives during the query', async () => {
    const { world, id, callback } = await givenUp()
    const other = { ...callback.signed, transaction_id: 'TX-OTHER' }
    const query = world.service.queryOrder.bind(world.service)
    world.service.queryOrder = async (serviceOrderId) => {
      await recordCallback(world.context, { ...callback, signed: other })
      return query(serviceOrderId)
    }
    const first = await denyPayment(world.context, id, word)
    const settled = "SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm' AND state = 'done'"
    const settledByFirst = await world.count(settled)
    const second = await denyPayment(world.context, id, word)

    expect([settledByFirst, await world.count(settled)]).toEqual([0, 2])
    expect(first).toMatchObject({ outcome: 'not_denied', order: { state: 'paid_unverified' } })
    expect(second).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.denied')?.data).toMatchObject({
      transaction_id: 'TX-OTHER',
    })
  })

  it('is queried when its callback is replayed afterwards, and stays expired without an alert', async () => {
    const { world, id, callback, newest } = await givenUp()
    await denyPayment(world.context, id, word)
    await sweep(world.context)
    const { journal } = await world.order(id)
    const seq = journal.find(({ kind }) => kind === 'callback.received')?.seq ?? 0
    const denied = await replayCallback(world.context, seq)
    await world.live(4 * 24 * 60, 60 * 60)
    const { alerts } = await listAlerts(world.context, { kind: 'callback_not_confirmed' })
    const meanwhile = (await world.order(id)).order.state
    world.service.pay(newest, { transaction_id: callback.signed.transaction_id })
    await replayCallback(world.context, seq)

    expect(denied).toMatchObject({ confirmation: { outcome: 'settled' } })
    expect(alerts.map(({ state, timesRaised }) => [state, timesRaised])).toEqual([['closed', 1]])
    expect([meanwhile, (await world.order(id)).order.state]).toEqual(['expired', 'paid'])
  })

  it.each([
    ['refused', { ...word, reason: ' ' }, 'order-1'],
    ['unknown', word, 'none'],
  ])('that is %s changes nothing', async (_what, verdict, id) => {
    const { world } = await givenUp()
    const outcome = await denyPayment(world.context, id, verdict).catch((error: unknown) => error)

    expect(outcome).toEqual(
      id === 'none' ? { outcome: 'not_found' } : expect.objectContaining({ name: 'TypeError' }),
    )
    expect((await world.order('order-1')).order.state).toBe('paid_unverified')
  })

  it('is decided once for concurrent verdicts', async () => {
    const { world, id } = await givenUp()

    const outcomes = await Promise.all(
      ['an', 'binh', 'chi'].map((staffId) => denyPayment(world.context, id, { ...word, staffId })),
    )
    await sweep(world.context)

    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'not_unknown',
      'not_unknown',
      'settled',
    ])
    expect(world.events).toHaveLength(1)
  })
})

describe('a denial that is sent twice at the same moment', () => {
  it('is answered twice as recorded, and recorded once', async () => {
    const { world, id } = await givenUp()

    const outcomes = await Promise.all([
      denyPayment(world.context, id, word),
      denyPayment(world.context, id, word),
    ])
    await sweep(world.context)

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    expect(world.events).toHaveLength(1)
  })
})

describe('an order that needs no denial', () => {
  it('can still be paid as long as nobody has begun to pay', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'order-1', amountVnd: 1000 })

    expect(await denyPayment(world.context, 'order-1', word)).toMatchObject({
      outcome: 'not_denied',
      why: 'the order can still be paid',
    })
  })

  it.each([
    ['paid', async (world: World) => void (await world.openAndPay({ id: 'order-1' }))],
    [
      'expired',
      async (world: World) => {
        await openOrder(world.context, { id: 'order-1', amountVnd: 1000, expiresInMinutes: 3 })
        await world.live(5)
      },
    ],
  ])('is known when it is %s', async (state, prepare) => {
    const world = new World()
    await prepare(world)

    expect(await denyPayment(world.context, 'order-1', word)).toMatchObject({
      outcome: 'not_unknown',
      order: { state },
    })
  })
})

describe('an order that a verdict has recorded as unpaid', () => {
  it('is queried when the callback is repeated, and paid once the service confirms it', async () => {
    const { world, id, callback, newest } = await givenUp()
    await denyPayment(world.context, id, word)
    await world.live(2 * 24 * 60, 60 * 60)
    const repeated = await recordCallback(world.context, callback)
    const asked = await questionsIn(world, 3)
    world.service.pay(newest, { transaction_id: callback.signed.transaction_id })
    const unheard = await questionsIn(world, 1)
    await recordCallback(world.context, callback)
    await world.live(2)

    expect([repeated, asked, unheard]).toEqual(['duplicate', 1, 0])
    expect((await world.order(id)).order).toMatchObject({
      state: 'paid',
      paidTransactionId: callback.signed.transaction_id,
    })
    expect(world.events.map(({ type }) => type)).toEqual(['order.expired', 'order.paid'])
  })

  it('is queried until it gets an answer when the callback is repeated while the service is down', async () => {
    const { world, id, callback, newest } = await givenUp()
    await denyPayment(world.context, id, word)
    await world.live(2 * 24 * 60, 60 * 60)
    world.service.pay(newest, { transaction_id: callback.signed.transaction_id })
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')
    await recordCallback(world.context, callback)
    await world.live(12 * 60, 10 * 60)
    world.service.fault = () => 'none'
    await world.live(3 * 60, 10 * 60)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('needs another verdict after a callback of another transaction', async () => {
    const { world, id, callback } = await givenUp()
    await denyPayment(world.context, id, word)
    const other = { ...callback.signed, transaction_id: 'TX-OTHER' }
    await recordCallback(world.context, { ...callback, signed: other })
    const waiting = (await world.order(id)).order.state

    const outcome = await denyPayment(world.context, id, word)
    await sweep(world.context)

    expect(waiting).toBe('paid_unverified')
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    expect(world.events.map(({ type, data }) => [type, data.facts['transaction_id']])).toEqual([
      ['order.expired', callback.signed.transaction_id],
      ['order.expired', 'TX-OTHER'],
    ])
  })
})

describe('an order whose payment id the service does not know', () => {
  const sixHours = 6 * 60 * 60

  /** Makes the service forget a payment; returns a function that restores it. */
  function forget(world: World) {
    const [forgotten] = world.service.orders.splice(0)
    if (forgotten === undefined) throw new Error('The service has no order to forget.')
    return () => world.service.orders.push(forgotten)
  }

  /** The order's alerts about missing answers, sorted by kind. */
  async function alertsOf(world: World) {
    const { alerts } = await listAlerts(world.context, {})
    return alerts
      .filter(({ kind }) => kind === 'callback_not_confirmed' || kind === 'query_failing')
      .map(({ kind, state }) => `${kind} ${state}`)
      .toSorted()
  }

  it('is queried daily after a callback and can be denied; a late SUCCESS still pays it', async () => {
    const { world, id, callback, newest } = await called()
    const remember = forget(world)
    await world.live(5 * 24 * 60, sixHours)
    const open = await alertsOf(world)
    const asked = await questionsIn(world, 3, sixHours)

    const outcome = await denyPayment(world.context, id, word)
    await world.live(24 * 60, sixHours)
    const denied = await world.order(id)
    const askedAfter = await questionsIn(world, 5, sixHours)
    const closed = await alertsOf(world)
    remember()
    world.service.pay(newest, { transaction_id: callback.signed.transaction_id })
    await recordCallback(world.context, callback)
    await world.live(2)

    expect([asked, askedAfter]).toEqual([3, 0])
    expect(open).toEqual(['callback_not_confirmed open', 'query_failing open'])
    expect(closed).toEqual(['callback_not_confirmed closed', 'query_failing closed'])
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    expect(denied.attempts.map(({ state }) => state)).toEqual(['expired'])
    expect((await world.order(id)).order.state).toBe('paid')
    const why = 'the query was refused with 4040001 reason_4040001'
    expect(denied.journal.filter(({ kind }) => kind === 'attempt.expired')).toMatchObject([
      { evidence: 'word of a person', data: { reference: newest.reference, why } },
    ])
    const told = { reason: 'payment_denied', pay_status: null, why, staff_id: 'an' }
    expect(world.events.map(({ type, data }) => [type, data.facts])).toEqual([
      ['order.expired', expect.objectContaining(told)],
      ['order.paid', expect.anything()],
    ])
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('stays open without a callback, is queried daily, and can be denied', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const { newest } = world.service
    const remember = forget(world)
    await world.live(10)
    const early = await denyPayment(world.context, id, word)
    await world.live(3 * 24 * 60, sixHours)
    const asked = await questionsIn(world, 3, sixHours)
    const before = await world.order(id)

    const outcome = await denyPayment(world.context, id, word)
    const again = await denyPayment(world.context, id, word)
    await world.live(24 * 60, sixHours)
    const askedAfter = await questionsIn(world, 5, sixHours)
    const after = await world.order(id)
    const alerts = await alertsOf(world)
    remember()
    await recordCallback(world.context, world.service.pay(newest))
    await world.live(2)

    expect(early).toMatchObject({ why: 'the order can still be paid' })
    expect([early.outcome, outcome.outcome, again.outcome]).toEqual([
      'not_denied',
      'settled',
      'settled',
    ])
    expect([before.order.state, after.order.state]).toEqual(['created', 'expired'])
    expect([asked, askedAfter]).toEqual([3, 0])
    expect(alerts).toEqual(['query_failing closed'])
    expect(after.journal.map(({ kind }) => kind)).not.toContain('payment.denied')
    expect(world.events[0]?.data.facts).toMatchObject({
      reference: newest.reference,
      service_order_id: newest.status.order_id,
    })
    expect(world.events.map(({ type, data }) => [type, data.facts['transaction_id']])).toEqual([
      ['order.expired', null],
      ['order.paid', newest.status.transaction_id],
    ])
  })

  it('can be denied after the first query of it that failed', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(10)
    forget(world)
    world.advance({ minutes: 10 })
    await sweep(world.context)
    const [attempt] = (await world.order(id)).attempts

    expect(attempt).toMatchObject({ state: 'created', pollFailures: 1 })
    expect(await denyPayment(world.context, id, word)).toMatchObject({
      outcome: 'settled',
      order: { state: 'expired' },
    })
  })

  it('keeps its payments when a callback during the query keeps it from being denied', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const { newest } = world.service
    const remember = forget(world)
    await world.live(24 * 60, 60 * 60)
    const states = async () => (await world.order(id)).attempts.map(({ state }) => state)
    const before = await states()
    const query = world.service.queryOrder.bind(world.service)
    world.service.queryOrder = async (serviceOrderId) => {
      await recordCallback(world.context, world.service.pay(newest))
      return query(serviceOrderId)
    }

    const outcome = await denyPayment(world.context, id, word)
    const after = await states()
    world.service.queryOrder = query
    remember()
    await world.live(2)

    expect(outcome).toMatchObject({ outcome: 'not_denied', order: { state: 'paid_unverified' } })
    expect([before, after, await states()]).toEqual([['created'], ['created'], ['paid']])
  })

  it('cannot be denied while the service gives no answer, or knows the id again', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const remember = forget(world)
    await world.live(24 * 60, 60 * 60)
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    const silent = await denyPayment(world.context, id, word)
    world.service.fault = () => 'none'
    remember()
    const known = await denyPayment(world.context, id, word)
    await world.live(2 * 24 * 60, sixHours)

    expect([silent.outcome, known.outcome]).toEqual(['not_denied', 'not_denied'])
    // The service says that the order is not paid: it expires without a person, and the event has
    // no reason.
    expect(world.events.map(({ type, data }) => [type, data.facts])).toEqual([
      ['order.expired', {}],
    ])
  })

  it('is no longer queried after the schedule when the order is over', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await world.live(20)
    forget(world)
    await world.live(3 * 24 * 60, sixHours)

    expect((await world.order(id)).order.state).toBe('expired')
    expect(await questionsIn(world, 3, sixHours)).toBe(0)
  })
})
