import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { sweep } from '@merchant-edge/orders'
import { beforeEach, describe, expect, it } from 'vitest'
import worker from './index.ts'
import { contextOf } from './orders-context.ts'
import { eventually } from '../test/eventually.ts'
import type { PeerState } from '../test/service-peer.ts'

async function peer(path: string): Promise<PeerState> {
  const response = await fetch(`https://service.example/peer${path}`, { method: 'POST' })
  return response.json()
}

beforeEach(async () => {
  await peer('/reset')
})

async function startedPayment(id: string): Promise<string> {
  await exports.Orders.open({ id, amountVnd: 100_000, description: 'Two books' })
  const outcome = await exports.PublicPages.startPayment(id, 'web-payment', 'a-key')
  if (outcome.outcome !== 'redirect') throw new Error(`The payment came to ${outcome.outcome}.`)
  return outcome.paymentUrl.split('/').at(-1) ?? ''
}

function callbackFor(serviceOrderId: string) {
  return {
    keyId: 'k1',
    signed: {
      pay_status: 'SUCCESS',
      transaction_id: `T${serviceOrderId.slice(9)}`,
      order_id: serviceOrderId,
    },
    unsignedFields: { user_id: 'U1' },
  }
}

describe('the calls to the service', () => {
  it('are shown to operators, also a query that found nothing, and not to the shop', async () => {
    const serviceOrder = await startedPayment('order-1')
    await exports.Callbacks.record(callbackFor(serviceOrder))
    await sweep(contextOf(env))

    const order = await exports.Orders.find('order-1')
    const reference = order?.attempts[0]?.reference
    const about = { reference, outcome: 'accepted', code: 200, requests: 1 }
    const expected = [
      { ...about, endpoint: 'createWebPayment', known: 'answer of the service' },
      { ...about, endpoint: 'queryOrder', known: 'signed query', said: 'PROCESSING' },
    ]
    // The queue may have taken the callback before the sweep.
    await eventually(async () => {
      expect(await exports.OperatorView.listServiceCalls('order', 'order-1')).toMatchObject(
        expected,
      )
    })
    expect(await exports.ConsoleView.listServiceCalls('order', 'order-1')).toMatchObject(expected)
    expect(order).not.toHaveProperty('serviceCalls')
  })
})

describe('Orders over RPC', () => {
  it('opens an order and creates its payment with a signature that Node verifies', async () => {
    await startedPayment('order-1')

    const { calls } = await peer('')
    expect(calls).toHaveLength(1)
    const reference = calls[0]?.body['order_reference_id']
    expect(calls[0]).toEqual({
      path: '/merchant-integration/v1/orders/web-payment',
      body: {
        callback_url: expect.stringContaining(
          `https://ipn.example/ipn/${String(reference)}/100000.`,
        ),
        redirect_url: 'https://checkout.example/return/order-1?key=a-key',
        expired_in: 15,
        description: 'Two books',
        order_amount: 100_000,
        order_currency: 'VND',
        order_reference_id: reference,
        pos_code: 'POS-1',
        service_type: 'PURCHASE',
        store_code: 'STORE-1',
      },
    })
    expect(await exports.Orders.find('order-1')).toMatchObject({ state: 'created' })
  })

  it('creates a payment at the store and terminal of the order', async () => {
    const till = { storeCode: 'STORE-2', posCode: 'TILL-7' }
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000, ...till })

    await exports.PublicPages.startPayment('order-1', 'transaction-qr')

    const { calls } = await peer('')
    expect(calls[0]?.body).toMatchObject({ store_code: 'STORE-2', pos_code: 'TILL-7' })
    expect(await exports.Orders.find('order-1')).toMatchObject(till)
    expect(await exports.OperatorView.listOrders({ storeCode: 'STORE-2' })).toMatchObject({
      orders: [{ id: 'order-1', ...till }],
    })
    expect(await exports.Orders.listOrders(till)).toMatchObject({ orders: [{ id: 'order-1' }] })
    expect(await exports.Orders.listOrders({ ...till, posCode: 'TILL-8' })).toEqual({ orders: [] })
  })

  it('creates an order for the wallet app, for which the service names no lifetime', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000, storeCode: 'STORE-2' })

    const outcome = await exports.Orders.startPayment('order-1', 'app-to-app')

    const { calls } = await peer('')
    expect(calls[0]).toMatchObject({
      path: '/merchant-integration/v1/qr/create-transaction-order',
      body: { order_amount: 5000, store_code: 'STORE-2', service_type: 'PURCHASE' },
    })
    expect(calls[0]?.body).not.toHaveProperty('expired_in')
    const serviceOrderId = '20260101T00000001'
    const signature = `signed ${serviceOrderId}`
    expect(outcome).toMatchObject({ outcome: 'app', serviceOrderId, signature })
  })

  it('refuses an order of an unconfigured store, with a message', async () => {
    const order = { id: 'order-1', amountVnd: 5000, storeCode: 'STORE-3' }
    const error: unknown = await exports.Orders.open(order).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(String(error)).toContain(
      "The order's storeCode must be one of the stores that are set (STORE_CODE and STORES of the orders Worker).",
    )
    expect(await exports.Orders.find('order-1')).toBeNull()
  })

  it('makes a QR payment', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000 })

    const outcome = await exports.PublicPages.startPayment('order-1', 'transaction-qr')

    expect(outcome).toMatchObject({ outcome: 'qr', qrCode: expect.stringContaining('qr.example') })
  })

  it('confirms a callback and sends the event by the queue, without a sweep', async () => {
    const serviceOrderId = await startedPayment('order-1')
    await peer(`/pay/${serviceOrderId}`)

    const outcome = await exports.Callbacks.record(callbackFor(serviceOrderId))

    expect(outcome).toBe('recorded')
    await eventually(async () => {
      expect(await exports.Orders.find('order-1')).toMatchObject({ state: 'paid' })
      expect((await peer('')).events.map(({ type }) => type)).toEqual(['order.paid'])
    })
  })

  it.each(['2026', 'ORD.2026~', 'Đơn:2026/01%', '<b>"x'])(
    'settles an order whose id at the service begins with %s',
    async (start) => {
      await peer(`/order-ids/${encodeURIComponent(start)}`)
      const serviceOrderId = decodeURIComponent(await startedPayment('order-1'))
      await peer(`/pay/${encodeURIComponent(serviceOrderId)}`)
      const signed = {
        pay_status: 'SUCCESS',
        transaction_id: 'T00000001',
        order_id: serviceOrderId,
      }

      const outcome = await exports.Callbacks.record({ keyId: 'k1', signed, unsignedFields: {} })

      expect(serviceOrderId).toBe(`${start}00000001`)
      expect(outcome).toBe('recorded')
      await eventually(async () => {
        expect(await exports.Orders.find('order-1')).toMatchObject({
          state: 'paid',
          payment: { serviceOrderId },
        })
        expect((await peer('')).events.map(({ type }) => type)).toEqual(['order.paid'])
      })
    },
  )

  it.each(['A;', 'A ', 'x'.repeat(60), 'A\n'])(
    'does not return a payment that cannot be queried: %j',
    async (start) => {
      await peer(`/order-ids/${encodeURIComponent(start)}`)
      await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })

      const outcome = await exports.PublicPages.startPayment('order-1', 'web-payment')

      expect(outcome).toMatchObject({ outcome: 'unknown' })
      expect(await exports.Orders.find('order-1')).toMatchObject({
        attempts: [{ state: 'create_unknown' }],
      })
    },
  )

  it.each([
    ['whole', { reference: 'r-1', amountVnd: 120_000 }],
    ['without a reference that the path did not prove', {}],
  ])('stores a callback as verified, %s', async (_, binding) => {
    const unsignedFields = { total_discount: 'Ứng & ứng = 100 %' }
    const callback = { ...callbackFor('20260101T77'), ...binding, unsignedFields }

    expect(await exports.Callbacks.record(callback)).toBe('orphan')

    const { results } = await env.DB.prepare('SELECT payload FROM outbox').all<{
      payload: string
    }>()
    expect(results.map(({ payload }): unknown => JSON.parse(payload))).toEqual([callback])
  })

  it('refunds and sends the event by the queue', async () => {
    const serviceOrderId = await startedPayment('order-1')
    await peer(`/pay/${serviceOrderId}`)
    await exports.Callbacks.record(callbackFor(serviceOrderId))
    await eventually(async () => {
      expect(await exports.Orders.find('order-1')).toMatchObject({ state: 'paid' })
    })

    const outcome = await exports.Orders.refund('order-1', {
      id: 'R1',
      vnd: 40_000,
      reason: 'torn',
    })

    expect(outcome).toMatchObject({
      outcome: 'known',
      refund: { state: 'refunded' },
      order: { state: 'part_refunded' },
    })
    const { calls } = await peer('')
    expect(calls.at(-1)).toMatchObject({
      path: '/merchant-integration/v1/orders/refund',
      body: { order_reference_id: 'R1', vnd_amount: 40_000, description: 'torn' },
    })
    await eventually(async () => {
      const { events } = await peer('')
      expect(events.map(({ type }) => type)).toEqual(['order.paid', 'order.refunded'])
    })
  })

  it('names the field that is wrong to its caller', async () => {
    const error: unknown = await exports.Orders.open({ id: 'order-1', amountVnd: 0 }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining("The order's amountVnd must be"),
    })
  })

  it('lists alerts, and has nothing to sweep', async () => {
    expect(await exports.OperatorView.listAlerts({})).toEqual({ alerts: [] })
    expect(await sweep(contextOf(env))).toMatchObject({ polled: 0, delivered: 0 })
  })
})

describe('the Worker', () => {
  it('answers 404 over HTTP', async () => {
    const response = await exports.default.fetch('https://orders.example/orders/order-1')

    expect(response.status).toBe(404)
  })

  it('processes by cron what no callback and no queue message has announced', async () => {
    const serviceOrderId = await startedPayment('order-1')
    await peer(`/pay/${serviceOrderId}`)
    // The first poll is due after half a minute; the clock of the test is the real one.
    await env.DB.prepare('UPDATE attempts SET next_poll_at_ms = 1').run()

    await worker.scheduled(createScheduledController(), env)

    expect(await exports.Orders.find('order-1')).toMatchObject({ state: 'paid' })
    expect((await peer('')).events.map(({ type }) => type)).toEqual(['order.paid'])
  })

  it('announces again what does not fit into one invocation', async () => {
    const orders = 1_500
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)'
    for (const insert of [
      `${numbers} INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
       SELECT 'order-' || i, 'created', 1000, '', 0, 9007199254740991 FROM n`,
      `${numbers} INSERT INTO outbox (key, kind, order_id, version, payload, created_at_ms, next_at_ms, endpoint)
       SELECT 'order-created:order-' || i, 'event', 'order-' || i, 1,
         '{"type":"order.created","facts":{}}', 0, 0, 'default' FROM n`,
    ]) {
      await env.DB.prepare(insert).bind(orders).run()
    }
    const announced: string[][] = []
    const queue = {
      sendBatch: async (messages: Iterable<{ readonly body: readonly string[] }>) => {
        for (const { body } of messages) announced.push([...body])
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
      },
    }
    let keys = Array.from({ length: orders }, (_, number) => `order-created:order-${number + 1}`)
    let batches = 0

    while (keys.length > 0 && batches < 20) {
      const message = { id: `m${batches}`, timestamp: new Date(), attempts: 1, body: keys }
      const batch = createMessageBatch('merchant-edge-orders', [message])
      const context = createExecutionContext()
      await worker.queue(batch, { ...env, OUTBOX_QUEUE: { ...env.OUTBOX_QUEUE, ...queue } })
      expect((await getQueueResult(batch, context)).ackAll).toBe(true)
      keys = announced.splice(0).flat()
      batches += 1
    }

    expect((await peer('')).events).toHaveLength(orders)
    expect(batches).toBeGreaterThan(1)
    expect(batches).toBeLessThan(20)
  })

  it('acknowledges a batch whose keys no longer exist', async () => {
    const batch = createMessageBatch('merchant-edge-orders', [
      {
        id: 'm1',
        timestamp: new Date(),
        attempts: 1,
        body: ['callback:unknown:unknown', 'order-paid:other'],
      },
      { id: 'm2', timestamp: new Date(), attempts: 1, body: ['order-paid:unknown'] },
    ])
    const context = createExecutionContext()

    await worker.queue(batch, env)

    const result = await getQueueResult(batch, context)
    expect(result.ackAll).toBe(true)
  })
})

it('has nothing to say over HTTP', async () => {
  const response = await exports.default.fetch('https://orders.example/orders/order-1')

  expect(response.status).toBe(404)
  expect(await response.text()).toBe('not found')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  })
})
