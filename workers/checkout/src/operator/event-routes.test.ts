import type { EndpointView, EventDetails, EventView } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { askAsOperator, now } from '../../test/ask-checkout.ts'

const reason = 'the shop is up again'
const event: EventView = {
  key: 'order-paid:O1@shop',
  webhookId: 'order-paid:O1',
  type: 'order.paid',
  state: 'dead',
  endpoint: 'shop',
  orderId: 'O1',
  at: now,
  failures: 10,
}
const endpoint: EndpointView = {
  id: 'shop',
  configured: true,
  url: 'https://shop.example/webhooks',
  events: ['order.*'],
  waiting: 2,
  dead: 1,
}

describe('events', () => {
  it.each(['view', 'money'] as const)(
    'are listed by every filter, in pages, for %s',
    async (as) => {
      const page = { events: [event], cursor: '41' }
      const { response, calls } = await askAsOperator(
        '/operator/events?state=dead&endpoint=shop&orderId=O1&type=order.paid&cursor=42&limit=1',
        { as, operatorView: { listEvents: async () => page } },
      )

      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(page)
      const filter = {
        state: 'dead',
        endpoint: 'shop',
        orderId: 'O1',
        type: 'order.paid',
        cursor: '42',
        limit: 1,
      }
      expect(calls).toEqual([['listEvents', filter]])
    },
  )

  it.each([
    ['sate=dead', 'sate'],
    ['state=open', 'state'],
    ['state=Dead', 'state'],
    ['state=dead&state=waiting', 'state'],
    ['endpoint=two%20words', 'endpoint'],
    ['endpoint=', 'endpoint'],
    ['orderId=..', 'orderId'],
    ['type=order%20paid', 'type'],
    ['type=ORDER.PAID', 'type'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=', 'cursor'],
    ['reason=why', 'reason'],
  ])('refuse the filter ?%s', async (query, field) => {
    const { response, calls } = await askAsOperator(`/operator/events?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_query', fields: [field] },
    })
    expect(calls).toEqual([])
  })

  it('refuse the cursor of another list', async () => {
    const { response } = await askAsOperator('/operator/events?cursor=abc', {
      operatorView: {
        listEvents: async () => {
          throw new TypeError("The list's cursor must be the one that the page before has given.")
        },
      },
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: ['cursor'] } })
  })

  it('are shown with body and deliveries, under keys that hold escapes', async () => {
    const key = 'order-disputed:O1:T%2E1@shop'
    const shown: EventDetails = {
      ...event,
      key,
      body: '{}',
      deliveries: [{ at: now, durationMs: 12, status: 500, failure: 'status' }],
    }
    const { response, calls } = await askAsOperator(`/operator/events/${encodeURIComponent(key)}`, {
      as: 'view',
      operatorView: { findEvent: async () => shown },
    })

    expect(await response.json()).toEqual(shown)
    expect(calls).toEqual([['findEvent', key]])
  })

  it('answer 404 for an unknown key', async () => {
    const { response } = await askAsOperator('/operator/events/nothing', {
      operatorView: { findEvent: async () => null },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'event_not_found' } })
  })
})

describe('one event', () => {
  const path = `/operator/events/${encodeURIComponent(event.key)}/resend`

  it('is resent in the name of the operator', async () => {
    const waiting = { ...event, state: 'waiting' as const, failures: 0, nextAt: now }
    const { response, calls } = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { resendEvent: async () => ({ outcome: 'resent', event: waiting }) },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ outcome: 'resent', event: waiting })
    expect(calls).toEqual([['resendEvent', event.key, { reason, staffId: 'an' }]])
  })

  it.each([
    [{ outcome: 'unchanged', event }, 409, 'event_unchanged', { event }],
    [{ outcome: 'not_found' }, 404, 'event_not_found', {}],
  ] as const)('that comes to %j is answered so', async (outcome, status, named, more) => {
    const { response } = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { resendEvent: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { reason: named }, ...more })
  })

  it('accepts no filter, and only the name of the token', async () => {
    const filtered = await askAsOperator(path, { json: { reason, state: 'dead' } })
    const forged = await askAsOperator(path, { json: { reason, staffId: 'somebody else' } })

    expect([filtered, forged].map(({ response }) => response.status)).toEqual([400, 400])
    expect([...filtered.calls, ...forged.calls]).toEqual([])
  })
})

describe('events of a filter', () => {
  it('are resent page by page, with the operator and a reason', async () => {
    const filter = {
      state: 'delivered',
      endpoint: 'shop',
      orderId: 'O1',
      type: 'order.paid',
      cursor: '42',
    }
    const report = { resent: 49, unchanged: 1, cursor: '3' }
    const { response, calls } = await askAsOperator('/operator/events/resend', {
      json: { ...filter, reason },
      operatorMoney: { resendEvents: async () => report },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(report)
    expect(calls).toEqual([['resendEvents', filter, { reason, staffId: 'an' }]])
  })

  it('default to the choice of the orders Worker', async () => {
    const { calls } = await askAsOperator('/operator/events/resend', {
      json: { reason },
      operatorMoney: { resendEvents: async () => ({ resent: 0, unchanged: 0 }) },
    })

    expect(calls).toEqual([['resendEvents', {}, { reason, staffId: 'an' }]])
  })

  it.each([
    [{}, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(256) }, 'reason'],
    [{ reason, sate: 'dead' }, 'sate'],
    [{ reason, state: 'open' }, 'state'],
    [{ reason, endpoint: '' }, 'endpoint'],
    [{ reason, orderId: 1 }, 'orderId'],
    [{ reason, type: '*' }, 'type'],
    [{ reason, limit: 10 }, 'limit'],
    [{ reason, staffId: 'somebody else' }, 'staffId'],
  ])('refuse the body %j', async (body, field) => {
    const { response, calls } = await askAsOperator('/operator/events/resend', { json: body })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_field', fields: [field] },
    })
    expect(calls).toEqual([])
  })
})

describe('endpoints', () => {
  it('are listed with their waiting events', async () => {
    const { response, calls } = await askAsOperator('/operator/endpoints', {
      as: 'view',
      operatorView: { listEndpoints: async () => [endpoint] },
    })

    expect(await response.json()).toEqual({ endpoints: [endpoint] })
    expect(calls).toEqual([['listEndpoints']])
  })

  it.each([
    ['pause', 'pauseEndpoint'],
    ['resume', 'resumeEndpoint'],
  ] as const)('%s with the operator and the reason, also repeatedly', async (step, call) => {
    const done = await askAsOperator(`/operator/endpoints/shop/${step}`, {
      json: { reason },
      operatorMoney: { [call]: async () => ({ outcome: 'changed', endpoint }) },
    })
    const again = await askAsOperator(`/operator/endpoints/shop/${step}`, {
      json: { reason },
      operatorMoney: { [call]: async () => ({ outcome: 'unchanged', endpoint }) },
    })
    const none = await askAsOperator(`/operator/endpoints/nowhere/${step}`, {
      json: { reason },
      operatorMoney: { [call]: async () => ({ outcome: 'not_found' }) },
    })

    expect([done, again, none].map(({ response }) => response.status)).toEqual([200, 200, 404])
    expect(await done.response.json()).toEqual({ outcome: 'changed', endpoint })
    expect(await again.response.json()).toEqual({ outcome: 'unchanged', endpoint })
    expect(await none.response.json()).toMatchObject({ error: { reason: 'endpoint_not_found' } })
    expect(done.calls).toEqual([[call, 'shop', { reason, staffId: 'an' }]])
  })

  it.each(['pause', 'resume'])('refuse to %s without a reason', async (step) => {
    const { response, calls } = await askAsOperator(`/operator/endpoints/shop/${step}`, {
      json: {},
    })

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })
})

it.each([
  '/operator/events/order-paid:O1/resend',
  '/operator/events/resend',
  '/operator/endpoints/shop/pause',
  '/operator/endpoints/shop/resume',
])('the role view is refused: POST %s', async (path) => {
  const { response, calls } = await askAsOperator(path, { as: 'view', json: { reason } })

  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: { reason: 'role_missing' } })
  expect(calls).toEqual([])
})

it.each([
  ['DELETE', '/operator/events', 'GET'],
  ['PUT', '/operator/events/resend', 'POST'],
  ['DELETE', '/operator/events/order-paid:O1', 'GET'],
  ['GET', '/operator/events/order-paid:O1/resend', 'POST'],
  ['PUT', '/operator/endpoints', 'GET'],
  ['GET', '/operator/endpoints/shop/pause', 'POST'],
])('%s %s is refused', async (method, path, allow) => {
  const { response, calls } = await askAsOperator(path, { method })

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  expect(calls).toEqual([])
})
