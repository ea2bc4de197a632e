import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { webhookSecret, World } from '../../test/world.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { reopenAlerts } from '../alerts/reopen-alerts.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import {
  acknowledgeAlert,
  closeAlert,
  listAlerts,
  listEndpoints,
  pauseEndpoint,
  refundOrder,
  resumeEndpoint,
  sweep,
} from '../index.ts'
import { deliverEvents } from './deliver-events.ts'
import type { ShopEvent } from './index.ts'

/** Shops at several addresses, each with what it has received and how it answers. */
class Shops {
  readonly received = new Map<string, { id: string; event: ShopEvent }[]>()
  readonly #statuses = new Map<string, number>()

  answer(host: string, status: number): void {
    this.#statuses.set(host, status)
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    const { hostname } = new URL(url)
    const status = this.#statuses.get(hostname) ?? 204
    const id = request.headers.get('webhook-id') ?? ''
    const event: ShopEvent = JSON.parse(await request.text())
    if (status === 204) {
      this.received.set(hostname, [...(this.received.get(hostname) ?? []), { id, event }])
    }
    return new Response(null, { status })
  }

  ids(host: string): string[] {
    return (this.received.get(host) ?? []).map(({ id }) => id)
  }
}

function endpoint(id: string, events: string[]): WebhookEndpoint {
  return { id, url: `https://${id}.example/webhooks`, events, secrets: [webhookSecret] }
}

function worldWith(...endpoints: WebhookEndpoint[]): { world: World; shops: Shops } {
  const shops = new Shops()
  return { world: new World({ context: { endpoints, fetch: shops.fetch } }), shops }
}

describe('an event for several endpoints', () => {
  it('is sent to each that subscribes to it, under the same id', async () => {
    const { world, shops } = worldWith(
      endpoint('shop', ['order.*']),
      endpoint('stock', ['order.paid']),
      endpoint('books', ['transfer.*']),
    )
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await world.live(2)

    expect(shops.ids('shop.example')).toEqual([`order-paid:${id}`, `order-refunded:${id}:R1`])
    expect(shops.ids('stock.example')).toEqual([`order-paid:${id}`])
    expect(shops.ids('books.example')).toEqual([])
  })

  it('does not wait for another endpoint that fails', async () => {
    const { world, shops } = worldWith(
      endpoint('shop', ['order.*']),
      endpoint('stock', ['order.*']),
    )
    shops.answer('stock.example', 500)
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await world.live(2)

    expect(shops.ids('shop.example')).toEqual([`order-paid:${id}`, `order-refunded:${id}:R1`])
    shops.answer('stock.example', 204)
    await world.live(60)
    expect(shops.ids('stock.example').slice(0, 2)).toEqual([
      `order-paid:${id}`,
      `order-refunded:${id}:R1`,
    ])
  })

  it('is stored as done when no endpoint subscribes to it, and the next statements run', async () => {
    const { world } = worldWith(endpoint('books', ['transfer.*']))
    const id = await world.openAndPay()

    expect((await world.order(id)).attempts.map(({ state }) => state)).toEqual(['paid'])
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open'")).toBe(0)
    expect(
      await world.count('SELECT COUNT(*) n FROM outbox WHERE key = ?', `order-paid:${id}`),
    ).toBe(1)
  })
})

describe('an endpoint that answers 410 Gone', () => {
  it('is paused: its events wait, in order, without counting as failures', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    shops.answer('shop.example', 410)
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await world.live(600, 1200)

    expect(await world.alertKinds()).toEqual(['endpoint_paused'])
    expect(await world.count('SELECT MAX(failures) n FROM outbox')).toBe(0)
    expect(
      await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open' AND kind = 'event'"),
    ).toBe(2)
    expect(await world.count('SELECT COUNT(*) n FROM deliveries WHERE status = 410')).toBe(1)
    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'endpoint.paused'")).toBe(
      1,
    )
  })

  it('fails no delivery, and names the event in the timeline of the pause', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    shops.answer('shop.example', 500)
    await world.openAndPay({ id: 'A' })
    shops.answer('shop.example', 410)
    world.advance({ minutes: 5 })

    const report = await deliverEvents(world.context, { limit: 10 })

    expect(report).toEqual({ delivered: 0, failed: 0 })
    // Due as soon as the endpoint is resumed.
    expect(await world.count('SELECT next_at_ms n FROM outbox')).toBe(world.now())
    const { results } = await env.DB.prepare(
      "SELECT facts FROM journal WHERE kind = 'endpoint.paused'",
    ).all<{ facts: string }>()
    expect(results.map(({ facts }) => JSON.parse(facts))).toEqual([
      { endpoint: 'shop', status: 410, webhook_id: 'order-paid:A' },
    ])
  })

  it('keeps the pause of a person that comes before its answer', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })
    shops.answer('shop.example', 410)
    const fetch: typeof shops.fetch = async (url, init) => {
      await pauseEndpoint(world.context, 'shop', { reason: 'moving house', staffId: 'an' })
      return shops.fetch(url, init)
    }

    await sweep({ ...world.context, fetch })

    expect((await listEndpoints(world.context)).map(({ paused }) => paused)).toMatchObject([
      { reason: 'moving house', staffId: 'an' },
    ])
    expect(await world.openAlerts()).toEqual([])
  })

  it('is not paused by an answer that comes after a person has resumed it', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    const late = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    let isFirst = true
    const fetch: typeof shops.fetch = async (url, init) => {
      if (!isFirst) return shops.fetch(url, init)
      isFirst = false
      reached.resolve()
      await late.promise
      return new Response(null, { status: 410 })
    }
    await world.openAndPay({ id: 'A', amountVnd: 1000 })
    await world.openAndPay({ id: 'B', amountVnd: 1000 })
    await env.DB.exec("UPDATE outbox SET state = 'open', next_at_ms = 1 WHERE kind = 'event'")
    shops.received.clear()
    shops.answer('shop.example', 410)
    const sending = deliverEvents({ ...world.context, fetch }, { limit: 10 })
    await reached.promise
    const word = { reason: 'The shop is back', staffId: 'an' }
    await expect
      .poll(() => world.count('SELECT COUNT(*) n FROM endpoints WHERE paused_at_ms IS NOT NULL'))
      .toBe(1)
    shops.answer('shop.example', 204)
    world.advance({ seconds: 1 })
    await resumeEndpoint(world.context, 'shop', word)
    late.resolve()
    await sending
    const paused = (await listEndpoints(world.context)).map((one) => one.paused)
    await world.live(1)

    expect(paused).toEqual([undefined])
    expect(await world.openAlerts()).toEqual([])
    expect(shops.ids('shop.example').toSorted()).toEqual(['order-paid:A', 'order-paid:B'])
  })

  it('resumes once an endpoint at its address accepts events', async () => {
    const shop = endpoint('shop', ['order.*'])
    const { world, shops } = worldWith(shop, endpoint('stock', ['order.*']))
    shops.answer('stock.example', 410)
    const id = await world.openAndPay()
    await world.live(2)
    const open = async (endpoints: readonly WebhookEndpoint[]) => {
      await sweep({ ...world.context, endpoints })
      const { alerts } = await listAlerts(world.context)
      return alerts.filter(({ state }) => state !== 'closed').map(({ kind }) => kind)
    }
    const whenRemoved = await open([shop])
    const decision = { reason: 'the stock system is gone', staffId: 'an' }
    const endpoints = [shop, { ...shop, id: 'stock', events: ['order.*'] }]
    await resumeEndpoint({ ...world.context, endpoints }, 'stock', decision)
    await open(endpoints)

    expect(whenRemoved.toSorted()).toEqual(['endpoint_missing', 'endpoint_paused'])
    expect(await open([shop])).toEqual([])
    // Under the same id, so that the shop knows it.
    expect(shops.ids('shop.example')).toEqual([`order-paid:${id}`, `order-paid:${id}`])
  })

  it.each(['closed and raised again', 'raised for the first time'])(
    'closes the alert about its pause that is %s while it resumes',
    async (when) => {
      const { world, shops } = worldWith(endpoint('shop', ['order.*']))
      shops.answer('shop.example', 410)
      await world.openAndPay()
      const decision = { reason: 'it is back', staffId: 'an' }
      const [alert] = (await listAlerts(world.context, { kind: 'endpoint_paused' })).alerts
      await closeAlert(world.context, alert?.id ?? 0, decision)
      world.advance({ hours: 25 })
      const pause = { kind: 'endpoint_paused', subject: 'shop', data: {} } as const
      if (when !== 'closed and raised again') await env.DB.exec('DELETE FROM alerts')
      let batches = 0
      const database = batchDatabase(world.context.database, async (batch) => {
        batches += 1
        if (batches > 1) return batch()
        if (when === 'closed and raised again') await reopenAlerts(world.context)
        else await raiseAlert(world.context, { ...pause, atMs: world.now() })
        return batch()
      })

      const resumed = await resumeEndpoint({ ...world.context, database }, 'shop', decision)

      expect(resumed.outcome).toBe('changed')
      const { alerts } = await listAlerts(world.context, { kind: 'endpoint_paused' })
      expect(alerts.map(({ state, closed }) => [state, closed?.staffId])).toEqual([
        ['closed', 'an'],
      ])
      expect(
        await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'endpoint.resumed'"),
      ).toBe(1)
    },
  )

  it('leaves other alerts about it open when it resumes', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    shops.answer('shop.example', 410)
    await world.openAndPay()
    const failing = {
      kind: 'endpoint_failing',
      subject: 'shop',
      data: { endpoint: 'shop' },
    } as const
    await raiseAlert(world.context, { ...failing, atMs: world.now() })

    await resumeEndpoint(world.context, 'shop', { reason: 'it is back', staffId: 'an' })

    const { alerts } = await listAlerts(world.context)
    expect(alerts.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'endpoint_failing open',
      'endpoint_paused closed',
    ])
  })

  it('is no longer listed when it resumes, is not configured, and nothing waits for it', async () => {
    const { world } = worldWith(endpoint('shop', ['order.*']))
    await env.DB.prepare(
      "INSERT INTO endpoints (id, paused_at_ms, reason, paused_by) VALUES ('old', 1, 'moved', 'an')",
    ).run()
    const decision = { reason: 'it was removed', staffId: 'an' }

    const resumed = await resumeEndpoint(world.context, 'old', decision)

    expect(resumed).toEqual({
      outcome: 'changed',
      endpoint: { id: 'old', configured: false, events: [], waiting: 0, dead: 0 },
    })
    expect((await listEndpoints(world.context)).map(({ id }) => id)).toEqual(['shop'])
    expect(await resumeEndpoint(world.context, 'old', decision)).toEqual({ outcome: 'not_found' })
  })

  it('does not affect the others', async () => {
    const { world, shops } = worldWith(
      endpoint('shop', ['order.*']),
      endpoint('stock', ['order.*']),
    )
    shops.answer('shop.example', 410)
    const id = await world.openAndPay()

    expect(shops.ids('stock.example')[0]).toBe(`order-paid:${id}`)
  })
})

describe('deliveries', () => {
  it.each([
    ['answers', async () => new Response(null, { status: 204 })],
    [
      'does not',
      async () => {
        throw new TypeError('connection lost')
      },
    ],
  ])('leave no timer behind when the endpoint %s', async (_what, fetch) => {
    const running = new Set<symbol>()
    let set = 0
    const world = new World({
      context: {
        endpoints: [endpoint('shop', ['order.*'])],
        fetch,
        alarm() {
          const timer = Symbol('timer')
          set += 1
          running.add(timer)
          return { rings: new Promise(() => undefined), off: () => void running.delete(timer) }
        },
      },
    })
    await world.openAndPay()

    expect([set > 0, [...running]]).toEqual([true, []])
  })

  it('are stored with status, failure and duration, the newest 20', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    shops.answer('shop.example', 503)
    const id = await world.openAndPay()
    for (let time = 0; time < 24; time += 1) {
      await env.DB.prepare('UPDATE outbox SET next_at_ms = 0, failures = 0').run()
      await deliverEvents(world.context, { limit: 1 })
    }

    const { results } = await env.DB.prepare('SELECT * FROM deliveries ORDER BY id').all()
    expect(results).toHaveLength(20)
    expect(results.at(-1)).toMatchObject({
      outbox_key: `order-paid:${id}`,
      status: 503,
      failure: 'status',
      duration_ms: 0,
    })
  })

  it.each([
    [
      'a timeout',
      'timeout',
      (world: World) => ({
        alarm: () => ({ rings: Promise.resolve(), off: () => undefined }),
        fetch: async () => {
          throw new Error(`the signal of ${world.now()} was aborted`)
        },
      }),
    ],
    [
      'a broken connection',
      'connection',
      () => ({
        fetch: async () => {
          throw new TypeError('connection lost')
        },
      }),
    ],
    [
      'a key that cannot sign',
      'not_signed',
      () => ({ endpoints: [{ ...endpoint('shop', ['*']), secrets: ['whsec_AA'] }] }),
    ],
  ])('record %s', async (_name, failure, broken) => {
    const { world } = worldWith(endpoint('shop', ['order.*']))
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })

    await sweep({ ...world.context, ...broken(world) })

    const rows = await env.DB.prepare('SELECT status, failure FROM deliveries').all()
    expect(rows.results).toEqual([{ status: null, failure }])
  })
})

describe('events about alerts', () => {
  const alert = { kind: 'query_failing', subject: 'A1', data: { why: 'outage' } } as const
  const decision = { reason: 'mended', staffId: 'an' }

  it('are sent once for each opening and closing, with the remedy', async () => {
    const { world, shops } = worldWith(
      endpoint('shop', ['order.*']),
      endpoint('on-call', ['alert.*']),
    )
    const raise = () => raiseAlert(world.context, { ...alert, atMs: world.now() })
    await raise()
    await raise()
    await acknowledgeAlert(world.context, 1, decision)
    await raise()
    await closeAlert(world.context, 1, decision)
    await raise()
    await world.live(1)

    expect(shops.ids('on-call.example')).toEqual([
      'alert-raised:1:1',
      'alert-closed:1:1',
      'alert-raised:1:2',
    ])
    expect(shops.ids('shop.example')).toEqual([])
    const [first, closed] = shops.received.get('on-call.example') ?? []
    expect(first?.event).toMatchObject({
      type: 'alert.raised',
      data: {
        alert: { kind: 'query_failing', subject: 'A1' },
        version: 1,
        facts: { why: 'outage' },
      },
    })
    expect(JSON.stringify(first?.event)).toContain('"remedy":"')
    expect(closed?.event).toMatchObject({ data: { version: 2, facts: { staff_id: 'an' } } })
  })

  it('are sent in order', async () => {
    const { world, shops } = worldWith(endpoint('on-call', ['alert.*']))
    shops.answer('on-call.example', 500)
    await raiseAlert(world.context, { ...alert, atMs: world.now() })
    await deliverEvents(world.context, { limit: 10 })
    await closeAlert(world.context, 1, decision)
    shops.answer('on-call.example', 204)
    await deliverEvents(world.context, { limit: 10 })
    const early = shops.ids('on-call.example')
    await world.live(60)

    expect(early).toEqual([])
    expect(shops.ids('on-call.example').slice(0, 2)).toEqual([
      'alert-raised:1:1',
      'alert-closed:1:1',
    ])
  })

  it('that are not delivered do not raise further alerts', async () => {
    const { world, shops } = worldWith(endpoint('on-call', ['alert.*']))
    shops.answer('on-call.example', 500)
    await raiseAlert(world.context, { ...alert, atMs: world.now() })
    const eventsAfter = async (days: number) => {
      await world.live(days * 24 * 60, 3 * 3600)
      return world.count("SELECT COUNT(*) n FROM outbox WHERE kind = 'event'")
    }
    const soon = await eventsAfter(8)
    const later = await eventsAfter(8)

    expect(later).toBe(soon)
    expect(await world.alertKinds()).toContain('alert_undelivered')
    expect(
      await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open' AND kind = 'event'"),
    ).toBe(0)
    const { alerts } = await listAlerts(world.context)
    expect(alerts.length).toBeLessThan(6)
  })
})

it.each([
  ['https://on-call.example/hooks/T0/B0/a-secret', 'https://on-call.example/***'],
  ['https://on-call.example/?token=a-secret', 'https://on-call.example/***'],
  ['https://name:a-secret@on-call.example/', 'https://on-call.example/***'],
  ['https://on-call.example:8443/', 'https://on-call.example:8443/'],
])('the endpoint at %s is listed by its origin', async (url, listed) => {
  const world = new World({ context: { endpoints: [{ ...endpoint('on-call', ['*']), url }] } })

  const [one] = await listEndpoints(world.context)

  expect(one?.url).toBe(listed)
})

describe('the health check of endpoints', () => {
  it('raises an alert about one whose events fail repeatedly', async () => {
    const { world, shops } = worldWith(endpoint('shop', ['order.*']))
    shops.answer('shop.example', 500)
    await world.openAndPay()
    const early = await world.alertKinds()
    await world.live(45)

    expect(early).toEqual([])
    expect(await world.alertKinds()).toEqual(['endpoint_failing'])
    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { subject: 'shop', timesRaised: 1 },
    ])
  })

  it('raises an alert about events for an endpoint that is no longer configured', async () => {
    const { world } = worldWith(endpoint('shop', ['order.*']), endpoint('stock', ['order.*']))
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })
    await sweep({ ...world.context, fetch: async () => new Response(null, { status: 500 }) })

    await sweep({ ...world.context, endpoints: [endpoint('shop', ['*'])] })
    await sweep({ ...world.context, endpoints: [endpoint('shop', ['*'])] })

    expect(await world.alertKinds()).toEqual(['endpoint_missing'])
    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { subject: 'stock', state: 'open' },
    ])
    // Back in the configuration, it receives what waits, and nobody has to close the alert.
    await world.live(3)
    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { subject: 'stock', state: 'closed' },
    ])
  })
})

describe('the migration', () => {
  it('assigns waiting events to the endpoint of the shop', async () => {
    await reset()
    const before = env.MIGRATIONS.findIndex(({ name }) => name.includes('endpoints'))
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, before))
    await env.DB.batch(
      [
        `INSERT INTO outbox (key, kind, order_id, version, payload, tries, created_at_ms, next_at_ms)
         VALUES ('order-paid:O1', 'event', 'O1', 2, '{}', 7, 1, 2)`,
        `INSERT INTO outbox (key, kind, payload, created_at_ms, next_at_ms)
         VALUES ('callback:S1:T1', 'confirm', '{}', 1, 2)`,
      ].map((statement) => env.DB.prepare(statement)),
    )

    await applyD1Migrations(env.DB, env.MIGRATIONS)

    const rows = await env.DB.prepare(
      'SELECT key, endpoint, webhook_id, body, tries, failures FROM outbox ORDER BY key',
    ).all()
    expect(rows.results).toEqual([
      {
        key: 'callback:S1:T1',
        endpoint: null,
        webhook_id: null,
        body: null,
        tries: 0,
        failures: 0,
      },
      {
        key: 'order-paid:O1',
        endpoint: 'default',
        webhook_id: 'order-paid:O1',
        body: null,
        tries: 7,
        failures: 0,
      },
    ])
  })
})
