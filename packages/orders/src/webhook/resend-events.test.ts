import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { webhookSecret, World } from '../../test/world.ts'
import {
  findEvent,
  findOrder,
  listAlerts,
  listEndpoints,
  listEvents,
  pauseEndpoint,
  refundOrder,
  resendEvent,
  resendEvents,
  resumeEndpoint,
  sweep,
} from '../index.ts'
import { listDeliveries } from './list-events.ts'
import { deliverEvents } from './deliver-events.ts'
import { verifyWebhook } from './index.ts'

const decision = { reason: 'the shop is back', staffId: 'an' }
const nextSecret = 'whsec_FxYVFBMSERAPDg0MCwoJCAcGBQQDAgEA'

/** A world whose order was paid, and whose event was given up after 75 hours. */
async function worldWithDeadEvent(): Promise<{ world: World; key: string }> {
  const world = new World()
  world.shopStatus = () => 500
  const id = await world.openAndPay()
  for (let day = 0; day < 10; day += 1) {
    world.advance({ hours: 27 })
    await deliverEvents(world.context, { limit: 1 })
  }
  world.shopStatus = () => 204
  return { world, key: `order-paid:${id}` }
}

/** Pays several orders whose events are given up at once. */
async function worldWithDeadEvents(count: number): Promise<World> {
  const world = new World()
  world.shopStatus = () => 500
  for (let number = 1; number <= count; number += 1) {
    await world.openAndPay({ id: `order-${number}` })
  }
  await env.DB.prepare("UPDATE outbox SET state = 'dead' WHERE kind = 'event'").run()
  world.shopStatus = () => 204
  return world
}

describe('resendEvent', () => {
  it('makes a dead event due again, under the same id and with the same bytes', async () => {
    const { world, key } = await worldWithDeadEvent()
    const before = await findEvent(world.context, key)

    const outcome = await resendEvent(world.context, key, decision)
    await world.live(1)

    expect(before).toMatchObject({ state: 'dead', failures: 10 })
    expect(outcome).toMatchObject({ outcome: 'resent', event: { state: 'waiting', failures: 0 } })
    expect(world.events.map(({ id }) => id)).toEqual([key])
    const last = world.requests.at(-1)
    expect(await last?.text()).toBe(before?.body)
    expect(await findEvent(world.context, key)).toMatchObject({ state: 'delivered', failures: 0 })
  })

  it('is not undone by a running delivery that fails', async () => {
    const { world, key } = await worldWithDeadEvent()
    await resendEvent(world.context, key, decision)
    const asked: unknown[] = []
    const hanging = {
      ...world.context,
      fetch: async (): Promise<Response> => {
        const { outcome } = await resendEvent(world.context, key, decision)
        asked.push(outcome)
        return new Response(null, { status: 500 })
      },
    }

    await deliverEvents(hanging, { limit: 1 })

    expect(asked).toEqual(['resent'])
    expect(await findEvent(world.context, key)).toMatchObject({ state: 'waiting', failures: 0 })
    world.advance({ seconds: 1 })
    await deliverEvents(world.context, { limit: 1 })
    expect(await findEvent(world.context, key)).toMatchObject({ state: 'delivered' })
    const [last, before] = await listDeliveries(world.context, key)
    expect([last, before]).toMatchObject([{ status: 204 }, { status: 500 }])
  })

  it('sends a delivered event again, and records the operator', async () => {
    const world = new World()
    const id = await world.openAndPay()
    const key = `order-paid:${id}`

    await resendEvent(world.context, key, decision)
    await world.live(1)
    await resendEvent(world.context, key, decision)
    await world.live(1)

    expect(world.events.map((event) => event.id)).toEqual([key, key, key])
    const timeline = (await findOrder(world.context, id))?.timeline ?? []
    const asked = timeline.filter(({ kind }) => kind === 'event.resend_asked')
    expect(asked).toHaveLength(2)
    expect(asked[0]?.facts).toMatchObject({
      known: 'word of a person',
      staff_id: 'an',
      verdict_reason: 'the shop is back',
      state_before: 'done',
    })
    expect(timeline.filter(({ kind }) => kind === 'event.delivered')).toHaveLength(3)
  })

  it('signs with the current secret', async () => {
    const { world, key } = await worldWithDeadEvent()
    const received: Request[] = []
    const [endpoint] = world.context.endpoints
    assert(endpoint !== undefined, 'There is no endpoint.')
    const replaced = {
      ...world.context,
      endpoints: [{ ...endpoint, secrets: [nextSecret, webhookSecret] }],
      fetch: async (url: string, init: RequestInit): Promise<Response> => {
        received.push(new Request(url, init))
        return new Response(null, { status: 204 })
      },
    }
    await resendEvent(replaced, key, decision)
    await sweep(replaced)

    const [request] = received
    const body = (await request?.text()) ?? ''
    for (const secret of [nextSecret, webhookSecret]) {
      const verdict = await verifyWebhook({
        secrets: [secret],
        headers: request?.headers ?? new Headers(),
        body,
        now: world.context.now,
      })
      expect(verdict).toMatchObject({ verified: true, id: key })
    }
  })

  it('restarts the retry schedule', async () => {
    const { world, key } = await worldWithDeadEvent()
    world.shopStatus = () => 500
    await resendEvent(world.context, key, decision)
    await sweep(world.context)

    expect(await findEvent(world.context, key)).toMatchObject({ state: 'waiting', failures: 1 })
  })

  it('does not change an event that is already due, and finds no unknown one', async () => {
    const { world, key } = await worldWithDeadEvent()
    const outcomes = [
      await resendEvent(world.context, key, decision),
      await resendEvent(world.context, key, decision),
      await resendEvent(world.context, 'order-paid:nobody', decision),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['resent', 'unchanged', 'not_found'])
    expect(
      await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'event.resend_asked'"),
    ).toBe(1)
  })

  it('keeps the order of the events of an order', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await world.live(1)
    world.events.length = 0

    await resendEvent(world.context, `order-refunded:${id}:R1`, decision)
    await resendEvent(world.context, `order-paid:${id}`, decision)
    await world.live(1)

    expect(world.events.map(({ type }) => type)).toEqual(['order.paid', 'order.refunded'])
  })
})

describe('resendEvents', () => {
  it('resends all dead events in pages', async () => {
    const world = await worldWithDeadEvents(5)
    const reports = []
    let cursor: string | undefined
    do {
      const report = await resendEvents(
        world.context,
        { limit: 2, ...(cursor !== undefined && { cursor }) },
        decision,
      )
      reports.push(report.resent)
      cursor = report.cursor
    } while (cursor !== undefined)
    await world.live(1)

    expect(reports).toEqual([2, 2, 1])
    expect(world.events).toHaveLength(5)
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")).toBe(0)
  })

  it('resends only events that match the filter', async () => {
    const world = await worldWithDeadEvents(3)

    const report = await resendEvents(world.context, { orderId: 'order-2' }, decision)
    await world.live(1)

    expect(report).toEqual({ resent: 1, unchanged: 0 })
    expect(world.events.map(({ id }) => id)).toEqual(['order-paid:order-2'])
  })

  it.each([
    [{ limit: 51 }, decision],
    [{ limit: 0 }, decision],
    [{}, { reason: '', staffId: 'an' }],
  ])('refuses %j', async (filter, by) => {
    const world = new World()

    await expect(resendEvents(world.context, filter, by)).rejects.toThrow(TypeError)
  })
})

describe('listEvents', () => {
  it('filters by state, order, type and endpoint, newest first', async () => {
    const world = await worldWithDeadEvents(2)
    await world.openAndPay({ id: 'order-3', amountVnd: 1000 })
    await refundOrder(world.context, 'order-3', { id: 'R1', vnd: 100 })
    await world.live(1)
    const keys = async (filter: Parameters<typeof listEvents>[1]) =>
      (await listEvents(world.context, filter)).events.map(({ key }) => key)

    expect(await keys({ state: 'dead' })).toEqual(['order-paid:order-2', 'order-paid:order-1'])
    expect(await keys({ state: 'waiting' })).toEqual([])
    expect(await keys({ state: 'unwanted' })).toEqual([])
    expect(await keys({ state: 'delivered' })).toEqual([
      'order-refunded:order-3:R1',
      'order-paid:order-3',
    ])
    expect(await keys({ orderId: 'order-3' })).toEqual([
      'order-refunded:order-3:R1',
      'order-paid:order-3',
    ])
    expect(await keys({ type: 'order.refunded' })).toEqual(['order-refunded:order-3:R1'])
    expect(await keys({ endpoint: 'default', state: 'waiting' })).toEqual([])
    const page = await listEvents(world.context, { limit: 3 })
    const rest = await listEvents(world.context, { limit: 3, cursor: page.cursor ?? '' })
    expect([page.events.length, rest.events.length, rest.cursor]).toEqual([3, 1, undefined])
  })

  it('returns the next try and the sent body', async () => {
    const world = new World()
    world.shopStatus = () => 503
    const id = await world.openAndPay()
    const key = `order-paid:${id}`
    const now = Math.floor(world.now() / 1000)

    const [event] = (await listEvents(world.context)).events
    expect(event).toMatchObject({
      key,
      webhookId: key,
      type: 'order.paid',
      state: 'waiting',
      endpoint: 'default',
      orderId: id,
      failures: 1,
    })
    expect((event?.nextAt ?? 0) - now).toBeGreaterThanOrEqual(5)
    expect(await listDeliveries(world.context, key)).toEqual([
      { at: now, durationMs: 0, status: 503, failure: 'status' },
    ])
    expect(await findEvent(world.context, 'order-paid:nobody')).toBeNull()
  })

  it('marks an event without a subscriber', async () => {
    const world = new World({ context: { endpoints: [] } })
    await world.openAndPay()

    const { events } = await listEvents(world.context, { state: 'unwanted' })
    expect(events).toMatchObject([{ type: 'order.paid', state: 'unwanted' }])
    expect(events[0]).not.toHaveProperty('endpoint')
  })
})

describe('a paused endpoint', () => {
  it('is resumed by a person: waiting events are sent, and its alert is closed', async () => {
    const world = new World()
    world.shopStatus = () => 410
    const id = await world.openAndPay()
    world.shopStatus = () => 204
    await world.live(10)
    const [paused] = await listEndpoints(world.context)

    const outcome = await resumeEndpoint(world.context, 'default', decision)
    await world.live(1)

    expect(paused).toMatchObject({
      id: 'default',
      configured: true,
      url: 'https://shop.example/***',
      waiting: 1,
      dead: 0,
      paused: { reason: 'gone' },
    })
    expect(outcome).toMatchObject({ outcome: 'changed', endpoint: { id: 'default' } })
    expect(outcome).not.toHaveProperty('endpoint.paused')
    expect(world.events.map((event) => event.id)).toEqual([`order-paid:${id}`])
    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { kind: 'endpoint_paused', state: 'closed', closed: { staffId: 'an' } },
    ])
  })

  it('can be resumed also when it was removed from the configuration', async () => {
    const world = new World()
    world.shopStatus = () => 410
    const id = await world.openAndPay()
    await world.live(1)
    await env.DB.prepare("UPDATE outbox SET state = 'done' WHERE order_id = ?").bind(id).run()
    const without = () => ({ ...world.context, endpoints: [] })
    const before = await listEndpoints(without())

    const outcome = await resumeEndpoint(without(), 'default', decision)

    expect(before).toMatchObject([{ id: 'default', configured: false, paused: { reason: 'gone' } }])
    expect(outcome).toMatchObject({ outcome: 'changed', endpoint: { id: 'default' } })
    expect(await listEndpoints(without())).toEqual([])
    expect(await resumeEndpoint(without(), 'default', decision)).toEqual({ outcome: 'not_found' })
    const { alerts } = await listAlerts(world.context, { kind: 'endpoint_paused' })
    expect(alerts).toMatchObject([{ state: 'closed' }])
  })

  it('is listed with its dead events, also when it was removed from the configuration', async () => {
    const world = await worldWithDeadEvents(2)
    const counts = { waiting: 0, dead: 2 }

    expect(await listEndpoints(world.context)).toMatchObject([{ configured: true, ...counts }])
    expect(await listEndpoints({ ...world.context, endpoints: [] })).toEqual([
      { id: 'default', configured: false, events: [], ...counts },
    ])
  })

  it('is paused and resumed by a person with a reason, which the journal records', async () => {
    const world = new World()
    const [one] = world.context.endpoints
    assert(one !== undefined, 'There is no endpoint.')
    const context = { ...world.context, endpoints: [{ ...one, id: 'stock' }, one] }
    const nameless = { reason: '', staffId: 'an' }
    await expect(pauseEndpoint(context, 'default', nameless)).rejects.toThrow('reason')
    await pauseEndpoint(context, 'default', decision)
    await expect(resumeEndpoint(context, 'default', nameless)).rejects.toThrow('reason')
    const whilePaused = (await listEndpoints(context)).map(({ id, paused }) => [id, paused?.reason])

    await resumeEndpoint(context, 'default', decision)

    expect(whilePaused).toEqual([
      ['stock', undefined],
      ['default', 'the shop is back'],
    ])
    const { results } = await env.DB.prepare(
      "SELECT kind, known, facts FROM journal WHERE kind LIKE 'endpoint.%' ORDER BY seq",
    ).all<{ kind: string; known: string; facts: string }>()
    const facts = { endpoint: 'default', staff_id: 'an', verdict_reason: 'the shop is back' }
    expect(results.map((line) => ({ ...line, facts: JSON.parse(line.facts) }))).toEqual([
      { kind: 'endpoint.paused', known: 'word of a person', facts },
      { kind: 'endpoint.resumed', known: 'word of a person', facts },
    ])
  })

  it('can be paused by a person, also repeatedly', async () => {
    const world = new World()
    const outcomes = [
      await pauseEndpoint(world.context, 'default', decision),
      await pauseEndpoint(world.context, 'default', decision),
      await resumeEndpoint(world.context, 'default', decision),
      await resumeEndpoint(world.context, 'default', decision),
      await pauseEndpoint(world.context, 'nobody', decision),
    ]
    world.advance({ minutes: 1 })
    await pauseEndpoint(world.context, 'default', { reason: 'moving house', staffId: 'binh' })
    await world.openAndPay()

    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'changed',
      'unchanged',
      'changed',
      'unchanged',
      'not_found',
    ])
    expect(await listEndpoints(world.context)).toMatchObject([
      { waiting: 1, paused: { reason: 'moving house', staffId: 'binh' } },
    ])
    expect(world.requests).toEqual([])
    expect(await world.alertKinds()).toEqual([])
  })

  it('is paused again, and its alert reopened, when it still answers 410', async () => {
    const world = new World()
    world.shopStatus = () => 410
    await world.openAndPay()
    world.advance({ minutes: 1 })
    await resumeEndpoint(world.context, 'default', decision)

    await world.live(1)

    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { kind: 'endpoint_paused', state: 'open', timesRaised: 2 },
    ])
  })
})
