import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { openOrder, recordCallback, startPayment, sweep } from '../index.ts'
import { recordCallbacks } from './index.ts'
import { callbackKey } from './record-callback.ts'

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** A database that notes how many statements each batch has, and how many there are in all. */
function countingDatabase(world: World) {
  const batches: number[] = []
  const prepared: string[] = []
  const database = new Proxy(world.context.database, {
    get(target, name) {
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          batches.push(statements.length)
          return target.batch(statements)
        }
      }
      if (name === 'prepare') {
        return (query: string) => {
          prepared.push(query)
          return target.prepare(query)
        }
      }
      throw new Error(`The path of a callback uses ${String(name)}.`)
    },
  })
  return { batches, prepared, database }
}

describe('recordCallback', () => {
  it('stores a callback in one batch of three statements', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    const { batches, prepared, database } = countingDatabase(world)

    const outcome = await recordCallback({ database, now: world.context.now }, callback)

    expect(outcome).toBe('recorded')
    expect(batches).toEqual([3])
    expect(prepared).toHaveLength(3)
    const { order, journal } = await world.order(id)
    expect(order.state).toBe('paid_unverified')
    expect(journal.at(-1)).toMatchObject({
      kind: 'callback.received',
      evidence: 'callback signature of key key-1',
      data: {
        pay_status: 'SUCCESS',
        transaction_id: callback.signed.transaction_id,
        order_id: callback.signed.order_id,
      },
    })
  })

  it('stores callbacks that are not all new in one batch of three statements too', async () => {
    const world = new World()
    await world.openAndStart({ id: 'before' })
    const before = world.service.pay(world.service.newest)
    await world.openAndStart({ id: 'new' })
    const isNew = world.service.pay(world.service.newest)
    await world.openAndStart({ id: 'open' })
    const { signed, ...path } = world.service.callbackOf(world.service.newest)
    const isOpen = { ...path, signed: { ...signed, pay_status: 'PROCESSING' } }
    const stray = {
      signed: { ...signed, order_id: 'nobody', pay_status: 'SUCCESS' },
      unsignedFields: {},
      keyId: 'key-1',
    }
    await recordCallback(world.context, before)
    const { batches, database } = countingDatabase(world)

    const outcomes = await recordCallbacks({ database, now: world.context.now }, [
      before,
      isNew,
      isNew,
      isOpen,
      stray,
    ])

    expect(outcomes).toEqual(['duplicate', 'recorded', 'duplicate', 'recorded', 'orphan'])
    expect(batches).toEqual([3])
    const states = ['before', 'new', 'open'].map(async (id) => (await world.order(id)).order)
    expect((await Promise.all(states)).map(({ state, version }) => [state, version])).toEqual([
      ['paid_unverified', 3],
      ['paid_unverified', 3],
      ['created', 2],
    ])
    expect(
      await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'callback.received'"),
    ).toBe(4)
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm'")).toBe(3)
  })

  it.each(['no path', 'the path of another order'])(
    'reaches its order although the same signed query came before on %s',
    async (which) => {
      const world = new World()
      const other = await world.openAndStart({ id: 'other' })
      const otherPath = world.service.newest
      world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
      await openOrder(world.context, { id: 'unanswered', amountVnd: 100_000 })
      await startPayment(world.context, 'unanswered', { method: 'web-payment' })
      world.service.fault = () => 'none'
      const genuine = world.service.pay(world.service.newest)
      const { signed, unsignedFields, keyId } = genuine
      const astray =
        which === 'no path'
          ? { signed, unsignedFields, keyId }
          : { ...genuine, reference: otherPath.reference, amountVnd: otherPath.amountVnd }
      await recordCallback(world.context, astray)
      await sweep(world.context)

      await recordCallback(world.context, genuine)
      await world.live(2, 10)

      expect((await world.order('unanswered')).order.state).toBe('paid')
      expect((await world.order(other)).order.state).toBe('created')
      expect(world.events.map((event) => event.type)).toEqual(['order.paid'])
    },
  )

  it('stores of the unsigned fields only the promotion, and that not in the journal', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const { signed, ...callback } = world.service.pay(world.service.newest)
    const unsignedFields = {
      extra_data: 'table 7',
      total_discount: '4711',
      user_id: 'U-SECRET-1',
      point_amount: '3',
      vnd_amount: '9000',
    }

    await recordCallback(world.context, { ...callback, signed, unsignedFields })
    await sweep(world.context)

    const { journal } = await world.order(id)
    const payload = await env.DB.prepare(
      "SELECT payload FROM outbox WHERE kind = 'confirm'",
    ).first<string>('payload')
    expect(JSON.parse(payload ?? '')).toEqual({
      ...callback,
      signed,
      unsignedFields: { total_discount: '4711' },
    })
    const received = journal.find(({ kind }) => kind === 'callback.received')
    expect(received?.data).toEqual(signed)
  })

  it('has one effect after many concurrent and shuffled deliveries', async () => {
    const world = new World({ seed: 7 })
    const ids: string[] = []
    const deliveries = []
    for (let number = 1; number <= 12; number += 1) {
      ids.push(await world.openAndStart({ id: `order-${number}`, amountVnd: 1000 * number }))
      const callback = world.service.pay(world.service.newest)
      const repeats = 1 + Math.floor(world.context.random() * 20)
      for (let repeat = 0; repeat < repeats; repeat += 1) deliveries.push(callback)
    }

    const outcomes = await Promise.all(
      shuffled(deliveries, world.context.random).map((one) => recordCallback(world.context, one)),
    )
    await world.live(3)

    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(12)
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(
      deliveries.length - 12,
    )
    for (const kind of ['callback.received', 'payment.confirmed']) {
      expect(await world.count('SELECT COUNT(*) n FROM journal WHERE kind = ?1', kind)).toBe(12)
    }
    const paid = world.events.filter((event) => event.type === 'order.paid')
    expect(paid.map((event) => event.data.order.id).toSorted()).toEqual(ids.toSorted())
  })

  it('deduplicates a callback that another key of the service has signed', async () => {
    const world = new World()
    await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    await recordCallback(world.context, callback)

    const outcome = await recordCallback(world.context, { ...callback, keyId: 'key-2' })

    expect(outcome).toBe('duplicate')
  })

  it('stores the first of two copies that arrive in one batch', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    const copy = { ...callback, keyId: 'key-2' }

    const outcomes = await recordCallbacks(world.context, [callback, copy])

    expect(outcomes).toEqual(['recorded', 'duplicate'])
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'callback.received')).toMatchObject([
      { evidence: `callback signature of key ${callback.keyId}` },
    ])
  })

  it('confirms a payment once when it is reported on two paths', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    const { signed, unsignedFields, keyId } = callback
    await recordCallback(world.context, callback)
    await recordCallback(world.context, { signed, unsignedFields, keyId })

    await world.live(2, 10)

    expect((await world.order(id)).order.state).toBe('paid')
    expect(world.events.map((event) => event.type)).toEqual(['order.paid'])
    expect(await world.alertKinds()).toEqual([])
  })

  it('journals a status other than SUCCESS and leaves the order open', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const paid = world.service.callbackOf(world.service.newest)
    const signed = { ...paid.signed, transaction_id: 'T9', pay_status: 'HOLDING' }

    const outcome = await recordCallback(world.context, { ...paid, signed })

    expect(outcome).toBe('recorded')
    expect((await world.order(id)).order.state).toBe('created')
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm'")).toBe(0)
  })

  it('accepts the SUCCESS of a transaction that had another status before', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const success = world.service.pay(world.service.newest)
    const signed = { ...success.signed, pay_status: 'HOLDING' }
    await recordCallback(world.context, { ...success, signed })

    expect(await recordCallback(world.context, success)).toBe('recorded')
    await sweep(world.context)

    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('confirms a callback at once that arrives before the creation is answered', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'early', amountVnd: 5000 })
    const outcomes: string[] = []
    world.service.duringCreate = async (order) => {
      outcomes.push(await recordCallback(world.context, world.service.pay(order)))
    }

    const started = await startPayment(world.context, 'early', { method: 'web-payment' })
    await sweep(world.context)

    expect(outcomes).toEqual(['recorded'])
    expect(started).toMatchObject({ outcome: 'closed', order: { state: 'paid_unverified' } })
    const { order, attempts } = await world.order('early')
    expect(order.state).toBe('paid')
    expect(attempts[0]).toMatchObject({ state: 'paid', nextPollAtMs: null })
    expect(await world.alertKinds()).toEqual([])
  })

  it('confirms an early callback even while the creation still waits for its answer', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'early', amountVnd: 5000 })
    world.service.duringCreate = async (order) => {
      await recordCallback(world.context, world.service.pay(order))
      await sweep(world.context)
    }

    const started = await startPayment(world.context, 'early', { method: 'web-payment' })

    expect(started).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
  })

  it('does not let the callback of one order touch another order of the same price', async () => {
    const world = new World()
    await world.openAndStart({ id: 'cheap' })
    const genuine = world.service.pay(world.service.newest)
    await world.openAndStart({ id: 'victim' })
    const { reference } = world.service.newest

    await recordCallback(world.context, { ...genuine, reference })
    await world.live(2)

    expect((await world.order('victim')).order).toMatchObject({
      state: 'created',
      paidTransactionId: null,
    })
    expect(await world.alertKinds()).toContain('callback_of_other_order')
  })

  it('does not let the callback of an order made elsewhere touch an order of ours', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.callbackOf(world.service.newest)
    const signed = { pay_status: 'SUCCESS', transaction_id: 'T7', order_id: '20260101T7777' }

    await recordCallback(world.context, { ...callback, signed })
    const recorded = (await world.order(id)).order.state
    await world.live(2)

    expect(recorded).toBe('created')
    expect((await world.order(id)).order.state).toBe('created')
    expect(await world.alertKinds()).toEqual(['callback_of_other_order'])
    const isOpen = "SELECT COUNT(*) n FROM outbox WHERE kind = 'confirm' AND state <> 'done'"
    expect(await world.count(isOpen)).toBe(0)
  })

  it('does not let a replayed callback touch an order whose creation got no answer', async () => {
    const world = new World()
    await world.openAndStart({ id: 'cheap' })
    const genuine = world.service.pay(world.service.newest)
    await openOrder(world.context, { id: 'victim', amountVnd: 100_000 })
    world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
    await startPayment(world.context, 'victim', { method: 'web-payment' })
    const { reference } = world.service.newest

    await recordCallback(world.context, { ...genuine, reference })
    await world.live(2)

    expect((await world.order('victim')).order).toMatchObject({
      state: 'creating',
      paidTransactionId: null,
    })
    expect(await world.alertKinds()).toContain('callback_of_other_order')
  })
})

describe('callbackKey', () => {
  it.each([
    ['SUCCESS', undefined, 'callback:20260101T1:TX%25%3A1'],
    ['SUCCESS', 'REF1', 'callback:20260101T1:TX%25%3A1:REF1'],
    ['HOLDING', undefined, 'callback:20260101T1:TX%25%3A1:HOLDING'],
    ['HOLDING', 'REF1', 'callback:20260101T1:TX%25%3A1:REF1:HOLDING'],
  ])(
    'does not change for %s on the path of %s: rows of earlier days have it',
    (status, path, key) => {
      const signed = { pay_status: status, transaction_id: 'TX%:1', order_id: '20260101T1' }

      expect(callbackKey({ signed, ...(path !== undefined && { reference: path }) })).toBe(key)
    },
  )
})

describe('the ids of the service', () => {
  const record = (order_id: string, transaction_id: string) => ({
    signed: { pay_status: 'SUCCESS', transaction_id, order_id },
    unsignedFields: {},
    keyId: 'key-1',
  })

  it('have different keys for every position of a colon in them', async () => {
    const world = new World()
    const callbacks = [
      record('A:B', 'C'),
      record('A', 'B:C'),
      record('A%3AB', 'C'),
      record('A', 'B%3AC'),
    ]

    for (const callback of callbacks) {
      expect(await recordCallback(world.context, callback)).toBe('orphan')
      expect(await recordCallback(world.context, callback)).toBe('duplicate')
    }

    expect(await world.count('SELECT COUNT(*) n FROM outbox')).toBe(4)
  })

  it('are part of the dispute event, whatever characters they have', async () => {
    const world = new World()
    const id = await world.openAndPay()
    const callback = world.service.callbackOf(world.service.newest)
    const signed = { ...callback.signed, transaction_id: 'Đơn.7:%/"é' }

    await recordCallback(world.context, { ...callback, signed })
    await sweep(world.context)

    const disputed = world.events.find(({ type }) => type === 'order.disputed')
    expect(disputed?.data.facts['transaction_id']).toBe('Đơn.7:%/"é')
    expect(disputed?.id).toMatch(/^[\x21-\x2d\x2f-\x7e]+$/)
    expect((await world.order(id)).order.state).toBe('disputed')
  })
})
