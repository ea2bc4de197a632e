import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { webhookSecret, World } from '../../test/world.ts'
import { finishOutbox, leaseOutbox, releaseRows, reschedule } from '../events/outbox.ts'
import { listAlerts, openOrder, refundOrder, sweep } from '../index.ts'
import { deliverEvents } from './deliver-events.ts'
import { leaseEvents, withBodies } from './event-bodies.ts'

async function worldWithEvents(count: number): Promise<World> {
  const world = new World()
  const { database } = world.context
  await database
    .prepare(
      `INSERT INTO outbox (key, kind, order_id, version, payload, created_at_ms, next_at_ms, endpoint)
       SELECT 'event-' || value, 'event', 'order-' || value, 1, '{}', ?1, ?1, 'default'
       FROM json_each(?2)`,
    )
    .bind(world.now(), JSON.stringify(Array.from({ length: count }, (_, index) => index)))
    .run()
  return world
}

describe('leaseOutbox', () => {
  it('leases each of 300 rows to one of 20 concurrent workers', async () => {
    const world = await worldWithEvents(300)
    async function drain(): Promise<string[]> {
      const keys: string[] = []
      for (;;) {
        const rows = await leaseOutbox(world.context, {
          kind: 'event',
          endpoint: 'default',
          limit: 10,
        })
        if (rows.length === 0) return keys
        keys.push(...rows.map((row) => row.key))
      }
    }

    const drained = (await Promise.all(Array.from({ length: 20 }, drain))).flat()

    expect(drained).toHaveLength(300)
    expect(new Set(drained).size).toBe(300)
  })

  it('leases a row again when its worker has stopped', async () => {
    const world = await worldWithEvents(1)
    await leaseOutbox(world.context, { kind: 'event', endpoint: 'default', limit: 10 })
    world.advance({ seconds: 59 })
    const during = await leaseOutbox(world.context, {
      kind: 'event',
      endpoint: 'default',
      limit: 10,
    })
    world.advance({ seconds: 2 })

    const after = await leaseOutbox(world.context, {
      kind: 'event',
      endpoint: 'default',
      limit: 10,
    })

    expect([during.length, after.length, after[0]?.tries]).toEqual([0, 1, 2])
  })
})

describe('reschedule', () => {
  it('does not change a row that another worker has leased since', async () => {
    const world = await worldWithEvents(1)
    const [slow] = await leaseOutbox(world.context, {
      kind: 'event',
      endpoint: 'default',
      limit: 1,
    })
    world.advance({ seconds: 61 })
    const [quick] = await leaseOutbox(world.context, {
      kind: 'event',
      endpoint: 'default',
      limit: 1,
    })
    assert(slow !== undefined && quick !== undefined, 'Nothing was leased.')

    await reschedule(world.context, slow, world.now())

    expect(await world.count('SELECT next_at_ms n FROM outbox')).toBe(quick.nextAtMs)
  })
})

describe('releaseRows', () => {
  const lease = { kind: 'event', endpoint: 'default', limit: 1 } as const
  const rows = async () =>
    (await env.DB.prepare('SELECT key, state, tries, next_at_ms FROM outbox ORDER BY key').all())
      .results

  it('makes rows due again as if they had never been leased, and no others', async () => {
    const world = await worldWithEvents(2)
    const before = await rows()
    const mine = await leaseOutbox(world.context, lease)
    const [other] = await leaseOutbox(world.context, lease)
    const leased = await rows()

    await releaseRows(world.context, mine)

    expect(await rows()).toEqual(
      before.map((row, place) => (row['key'] === other?.key ? leased[place] : row)),
    )
  })

  it('changes no row that another worker has leased or finished since', async () => {
    const world = await worldWithEvents(2)
    const slow = [
      ...(await leaseOutbox(world.context, lease)),
      ...(await leaseOutbox(world.context, lease)),
    ]
    world.advance({ seconds: 61 })
    await leaseOutbox(world.context, lease)
    const [, second] = slow
    assert(second !== undefined, 'Nothing was leased.')
    await finishOutbox(world.context, second)
    const before = await rows()

    await releaseRows(world.context, slow)

    expect(await rows()).toEqual(before)
  })
})

describe('deliverEvents', () => {
  it('sends an order without secrets, its version and when it happened', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 5000, description: 'Two books' })

    const [event] = world.events
    const { order } = await world.order(id)
    expect(event).toMatchObject({
      id: `order-paid:${id}`,
      type: 'order.paid',
      timestamp: new Date(world.now()).toISOString(),
      data: {
        version: order.version,
        order: { id, state: 'paid', amountVnd: 5000, description: 'Two books' },
        facts: { transaction_id: order.paidTransactionId },
      },
    })
    const text = JSON.stringify(event)
    for (const secret of ['callback secret', 'whsec_', '/ipn/', 'pay.example', 'timeline']) {
      expect(text).not.toContain(secret)
    }
    const [request] = world.requests
    expect(request?.method).toBe('POST')
    expect(request?.redirect).toBe('manual')
    expect(request?.headers.get('content-type')).toBe('application/json')
  })

  it('sends the events of one order in the order of their versions', async () => {
    const world = new World()
    world.shopStatus = (event) => (event.type === 'order.paid' ? 503 : 200)
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await refundOrder(world.context, id, { id: 'R2', vnd: 100 })
    await world.live(1, 10)
    const whileFailing = world.events.length
    world.shopStatus = () => 200

    await world.live(10)

    expect(whileFailing).toBe(0)
    const versions = world.events.map((event) => event.data.version)
    expect(world.events.map((event) => event.type)).toEqual([
      'order.paid',
      'order.refunded',
      'order.refunded',
    ])
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(3)
  })

  it('keeps the delimiter of the signed text out of the id', async () => {
    const world = new World()
    const id = await world.openAndStart()
    world.service.pay(world.service.newest, { order_amount: 1, transaction_id: 'T.1' })

    await world.live(1)

    expect(world.events.map((event) => event.id)).toEqual([
      `order-disputed:${id}:amount_mismatch:T%2E1`,
    ])
  })

  it.each([301, 302, 400, 500])('does not count %s as a delivery', async (status) => {
    const world = new World()
    world.shopStatus = () => status
    await world.openAndPay()

    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open'")).toBe(1)
  })

  it('retries for 75 hours as Standard Webhooks suggests, then makes a dead letter', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    const pauses: number[] = []
    for (let repeat = 1; repeat < 10; repeat += 1) {
      const nextAtMs = await world.count("SELECT next_at_ms n FROM outbox WHERE state = 'open'")
      pauses.push((nextAtMs - world.now()) / 1000)
      world.advance({ seconds: pauses.at(-1) ?? 0 })
      await deliverEvents(world.context, { limit: 10 })
    }

    const hour = 3600
    const nominal = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
    for (const [index, seconds] of nominal.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(seconds)
      expect(pauses[index]).toBeLessThanOrEqual(seconds * 1.1)
    }
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(75 * hour)
    expect(world.requests).toHaveLength(10)
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")).toBe(1)
    expect(await world.alertKinds()).toContain('dead_letter')
  })

  it('keeps the bytes of the body although the order changes meanwhile', async () => {
    const world = new World()
    world.shopStatus = (event) => (event.type === 'order.paid' ? 503 : 204)
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    world.shopStatus = () => 204
    await world.live(10)

    const paid = world.requests.filter(
      (request) => request.headers.get('webhook-id') === `order-paid:${id}`,
    )
    const bodies = await Promise.all(paid.map((request) => request.text()))
    expect(bodies.length).toBeGreaterThan(1)
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ data: { order: { state: 'paid' } } })
  })

  it('stores the body before it is sent', async () => {
    const world = new World()
    const onDisk: (string | null)[] = []
    const received: string[] = []
    const watching = {
      ...world.context,
      fetch: async (url: string, init: RequestInit): Promise<Response> => {
        received.push(await new Request(url, init).text())
        onDisk.push(
          await env.DB.prepare('SELECT body FROM outbox WHERE body IS NOT NULL').first('body'),
        )
        return new Response(null, { status: 204 })
      },
    }
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })

    await sweep(watching)

    expect(received).toHaveLength(1)
    expect(onDisk).toEqual(received)
  })

  it('sends nothing when another worker has taken the event while its body was made', async () => {
    const world = await worldWithEvents(0)
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.shopStatus = () => 500
    world.advance({ minutes: 1 })
    await sweep(world.context)
    await env.DB.prepare('UPDATE outbox SET body = NULL').run()
    world.advance({ minutes: 10 })
    const lease = { kind: 'event', endpoint: 'default', limit: 1 } as const
    const slow = await leaseEvents(world.context, lease)
    expect(slow.rows).toHaveLength(1)
    world.advance({ minutes: 2 })
    await leaseOutbox(world.context, lease)

    expect(await withBodies(world.context, slow)).toEqual([])
  })

  it('retries under the same id with a new timestamp when the shop does not answer', async () => {
    const world = new World()
    const ids: (string | null)[] = []
    const stamps: (string | null)[] = []
    const silent = {
      ...world.context,
      fetch: async (url: string, init: RequestInit): Promise<Response> => {
        const { headers } = new Request(url, init)
        ids.push(headers.get('webhook-id'))
        stamps.push(headers.get('webhook-timestamp'))
        throw new TypeError('connection lost')
      },
    }
    await world.openAndStart()
    world.service.pay(world.service.newest)
    for (let minute = 0; minute < 2; minute += 1) {
      world.advance({ minutes: 1 })
      await sweep(silent)
    }

    expect(ids).toEqual(['order-paid:order-1', 'order-paid:order-1'])
    expect(new Set(stamps).size).toBe(2)
  })

  it('counts what was delivered and what failed, and forgets earlier failures', async () => {
    const world = new World()
    world.shopStatus = () => 500
    for (const id of ['A', 'B']) await world.openAndPay({ id })
    world.advance({ minutes: 10 })
    world.shopStatus = (event) => (event.data.order.id === 'A' ? 204 : 500)

    const report = await deliverEvents(world.context, { limit: 10 })

    expect(report).toEqual({ delivered: 1, failed: 1 })
    const { results } = await env.DB.prepare(
      "SELECT order_id, state, failures FROM outbox WHERE kind = 'event' ORDER BY order_id",
    ).all()
    expect(results).toEqual([
      { order_id: 'A', state: 'done', failures: 0 },
      { order_id: 'B', state: 'open', failures: 2 },
    ])
  })

  /** Two paid orders whose events failed at once and are due again. */
  async function twoDueAgain(): Promise<World> {
    const world = new World()
    world.shopStatus = () => 500
    for (const id of ['A', 'B']) await world.openAndPay({ id })
    await env.DB.exec('UPDATE outbox SET tries = 1, failures = 1, next_at_ms = 1')
    return world
  }

  it.each([204, 410, 500])('changes no other event when it is answered %s', async (status) => {
    const world = await twoDueAgain()
    world.shopStatus = () => status
    const others = async () =>
      (await env.DB.prepare("SELECT * FROM outbox WHERE order_id = 'B'").all()).results
    const before = await others()
    await env.DB.exec("UPDATE outbox SET next_at_ms = 0 WHERE order_id = 'A'")

    await deliverEvents(world.context, { limit: 1 })

    const last = await env.DB.prepare(
      'SELECT outbox_key, status FROM deliveries ORDER BY id DESC',
    ).first()
    expect(last).toEqual({ outbox_key: 'order-paid:A', status })
    expect(await others()).toEqual(before)
  })

  it('gives up an event without giving up another that has failed as often', async () => {
    const world = await twoDueAgain()
    await env.DB.exec('UPDATE outbox SET failures = 9')

    await deliverEvents(world.context, { limit: 1 })

    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")).toBe(1)
    expect((await listAlerts(world.context, { kind: 'dead_letter' })).alerts).toHaveLength(1)
  })

  it('sends all that is due up to its limit, and leases no more than it sends within a lease', async () => {
    const world = await worldWithEvents(40)
    await env.DB.exec("UPDATE outbox SET body = '{}', payload = '{}'")
    const leased: number[] = []
    const fetch = async () => {
      leased.push(
        await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open' AND tries = 1"),
      )
      return new Response(null, { status: 204 })
    }
    const context = () => ({ ...world.context, fetch, statementsPerInvocation: 100_000 })
    const first = await deliverEvents(context(), { limit: 17 })
    const rest = await deliverEvents(context(), { limit: 100 })

    expect([first, rest]).toEqual([
      { delivered: 17, failed: 0 },
      { delivered: 23, failed: 0 },
    ])
    // Those of two leases, because the next one is taken before the last of the lease before are sent.
    expect(Math.max(...leased)).toBeLessThanOrEqual(15 + 5)
  })

  it('sends the other events of a lease with one that cannot be rendered', async () => {
    const world = await twoDueAgain()
    world.shopStatus = () => 204
    await env.DB.exec('UPDATE outbox SET body = NULL')
    await env.DB.exec("UPDATE outbox SET payload = '[' WHERE order_id = 'A'")

    const report = await deliverEvents(world.context, { limit: 10 })

    expect(report).toEqual({ delivered: 1, failed: 1 })
    expect(world.events.map(({ data }) => data.order.id)).toEqual(['B'])
    expect(
      await env.DB.prepare(
        "SELECT failure FROM deliveries WHERE outbox_key = 'order-paid:A' ORDER BY id DESC",
      ).first('failure'),
    ).toBe('no_body')
  })

  it('keeps to the order of events, and to the pause of an endpoint, for some orders too', async () => {
    const world = new World()
    world.shopStatus = (event) => (event.type === 'order.paid' ? 503 : 204)
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    const keys = [`order-refunded:${id}:R1`]
    await env.DB.prepare(
      'UPDATE outbox SET next_at_ms = next_at_ms + 60000 WHERE version = 3',
    ).run()
    const behindAnother = await deliverEvents(world.context, { limit: 10, keys })
    world.advance({ minutes: 10 })
    world.shopStatus = () => 204
    await env.DB.prepare(
      "INSERT INTO endpoints (id, paused_at_ms, reason, paused_by) VALUES ('default', 1, 'gone', NULL)",
    ).run()
    const whilePaused = await deliverEvents(world.context, { limit: 10, keys })
    await env.DB.prepare('DELETE FROM endpoints').run()

    await deliverEvents(world.context, { limit: 10, keys })

    expect([behindAnother, whilePaused]).toEqual([
      { delivered: 0, failed: 0 },
      { delivered: 0, failed: 0 },
    ])
    expect(world.events.map(({ type }) => type)).toEqual(['order.paid', 'order.refunded'])
  })

  it.each(['order-paid:A', 'transfer-succeeded:T-1', 'alert-raised:1:1'])(
    'sends only what is about the subject of %s when its key is given',
    async (key) => {
      const world = new World({ context: { endpoints: [] } })
      await world.openAndPay({ id: 'A' })
      await world.openAndPay({ id: 'B' })
      await env.DB.exec('DELETE FROM outbox')
      const about = (name: string, column: string, subject: string | number) =>
        env.DB.prepare(
          `INSERT INTO outbox (key, kind, ${column}, version, payload, body, created_at_ms, next_at_ms, endpoint)
           VALUES (?1, 'event', ?2, 1, '{}', '{}', 1, 1, 'shop')`,
        ).bind(name, subject)
      await env.DB.batch([
        about('order-paid:A', 'order_id', 'A'),
        about('order-paid:B', 'order_id', 'B'),
        about('transfer-succeeded:T-1', 'transfer_id', 'T-1'),
        about('transfer-succeeded:T-2', 'transfer_id', 'T-2'),
        about('alert-raised:1:1', 'alert_id', 1),
        about('alert-raised:2:1', 'alert_id', 2),
      ])
      const sent: (string | null)[] = []
      const fetch = async (url: string, init: RequestInit) => {
        sent.push(new Request(url, init).headers.get('webhook-id'))
        return new Response(null, { status: 204 })
      }
      const shop = {
        id: 'shop',
        url: 'https://shop.example/',
        events: ['*'],
        secrets: [webhookSecret],
      }

      await deliverEvents(
        { ...world.context, endpoints: [shop], fetch },
        { limit: 10, keys: [key] },
      )

      expect(sent).toEqual([key])
    },
  )

  it('sends an order without payments', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'A', amountVnd: 1000 })
    world.advance({ hours: 24 })

    await sweep(world.context)

    expect(world.events).toMatchObject([
      { type: 'order.expired', data: { order: { id: 'A', state: 'expired', attempts: [] } } },
    ])
  })

  it('fails for an event of more than a megabyte, and sends the others', async () => {
    const world = new World()
    world.shopStatus = () => 500
    for (const id of ['A', 'B']) await world.openAndPay({ id })
    world.shopStatus = () => 204
    await env.DB.prepare(
      `UPDATE outbox SET body = NULL, next_at_ms = 0,
         payload = CASE order_id WHEN 'A' THEN json_set(payload, '$.facts.text', ?) ELSE payload END
       WHERE kind = 'event'`,
    )
      .bind('x'.repeat(1_000_000))
      .run()

    const report = await deliverEvents(world.context, { limit: 10 })

    expect(report).toEqual({ delivered: 1, failed: 1 })
    expect(world.events.map(({ data }) => data.order.id)).toEqual(['B'])
    const last = await env.DB.prepare(
      "SELECT failure FROM deliveries WHERE outbox_key = 'order-paid:A' ORDER BY id DESC",
    ).first('failure')
    expect(last).toBe('no_body')
  })

  it('does not read the answer of the shop', async () => {
    const world = new World()
    let cancelled = 0
    const body = () => new ReadableStream({ cancel: () => void (cancelled += 1) })
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })

    await sweep({ ...world.context, fetch: async () => new Response(body()) })

    expect(cancelled).toBe(1)
  })

  it('counts a late 2xx of an event that another worker has given up meanwhile', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    await env.DB.exec("UPDATE outbox SET failures = 9, next_at_ms = 0 WHERE kind = 'event'")
    const slow = {
      ...world.context,
      fetch: async () => {
        // The lease of this worker ends, and another one makes the last try.
        world.advance({ minutes: 2 })
        await deliverEvents(world.context, { limit: 1 })
        return new Response(null, { status: 204 })
      },
    }
    const before = await deliverEvents(slow, { limit: 1 })
    await sweep(world.context)

    expect(before).toEqual({ delivered: 1, failed: 0 })
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")).toBe(0)
    const { alerts } = await listAlerts(world.context, { kind: 'dead_letter' })
    expect(alerts).toMatchObject([{ state: 'closed' }])
    const { journal } = await world.order('order-1')
    expect(journal.at(-2)?.kind).toBe('event.delivered')
  })
})
