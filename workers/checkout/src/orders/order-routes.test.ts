import type { RefundOutcome, RefundView } from '@merchant-edge/orders/api'
import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  ask,
  askAsOperator,
  askAsShop,
  json,
  orderView,
  origin,
  paths,
  secret,
} from '../../test/ask-checkout.ts'

const order = { id: 'ORDER-1', amountVnd: 120_000 }
const urls = {
  paymentUrl: `${origin}${paths.pay}`,
  qrPaymentUrl: `${origin}${paths.qr}`,
  statusUrl: `${origin}${paths.status}`,
}

describe('GET /orders', () => {
  it('lists orders by the filters of operators', async () => {
    const page = { orders: [], cursor: 'next' }
    const { response, calls } = await askAsShop(
      '/orders?day=2026-09-01&storeCode=S1&posCode=T1&state=paid&limit=100&cursor=abc',
      { orders: { listOrders: async () => page } },
    )

    expect([response.status, await response.json()]).toEqual([200, page])
    const filter = { day: '2026-09-01', storeCode: 'S1', posCode: 'T1', state: 'paid', limit: 100 }
    expect(calls).toEqual([['listOrders', { ...filter, cursor: 'abc' }]])
  })

  it.each([1, 999_999_999_999_999])('accepts the amount %i', async (amountVnd) => {
    const { calls } = await askAsShop(`/orders?amountVnd=${amountVnd}`, {
      orders: { listOrders: async () => ({ orders: [] }) },
    })

    expect(calls).toEqual([['listOrders', { amountVnd }]])
  })

  it.each([
    'State=paid',
    'limit=101',
    'day=2026-02-30',
    'amountVnd=1e5',
    'amountVnd=1000000000000000',
  ])('refuses ?%s', async (query) => {
    const { response, calls } = await askAsShop(`/orders?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_query', fields: [query.split('=')[0]] },
    })
    expect(calls).toEqual([])
  })

  it('requires the secret of the shop', async () => {
    expect((await ask('/orders')).response.status).toBe(401)
    const { response } = await askAsOperator('/orders', { as: 'view' })
    expect(response.status).toBe(401)
  })
})

describe('POST /orders', () => {
  it.each([
    ['opened', 201],
    ['existing', 200],
  ] as const)('answers an order that is %s with %i', async (outcome, status) => {
    const { response, calls } = await ask('/orders', {
      ...json(order),
      orders: { open: async () => ({ outcome, order: orderView() }) },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ outcome, order: orderView(), ...urls })
    expect(calls).toEqual([['open', order]])
  })

  it('builds addresses from the configuration, whatever host was requested', async () => {
    const { response } = await ask('/orders', {
      ...json(order),
      env: { CHECKOUT_URL: 'https://pay.example' },
      orders: { open: async () => ({ outcome: 'opened', order: orderView() }) },
    })

    expect(await response.json()).toMatchObject({ paymentUrl: `https://pay.example${paths.pay}` })
  })

  it.each(['', 'pay.example', 'ftp://pay.example', 'https://pay.example/shop'])(
    'opens no order while CHECKOUT_URL is "%s"',
    async (CHECKOUT_URL) => {
      const { response, calls, lines } = await ask('/orders', {
        ...json(order),
        env: { CHECKOUT_URL },
      })

      expect(response.status).toBe(503)
      expect(lines).toMatchObject([{ code: 'bearer_let_in' }, { event: 'not_configured' }])
      expect(calls).toEqual([])
    },
  )

  it('answers the same order twice, and changes nothing the second time', async () => {
    const known = new Set<string>()
    const open = async ({ id }: { id: string }) => {
      const outcome = known.has(id) ? ('existing' as const) : ('opened' as const)
      known.add(id)
      return { outcome, order: orderView() }
    }

    const first = await ask('/orders', { ...json(order), orders: { open } })
    const second = await ask('/orders', { ...json(order), orders: { open } })

    expect([first.response.status, second.response.status]).toEqual([201, 200])
  })

  it('answers an id with another amount with 409 and the existing order', async () => {
    const { response } = await ask('/orders', {
      ...json({ ...order, amountVnd: 1 }),
      orders: {
        open: async () => ({
          outcome: 'conflict',
          differs: ['amountVnd', 'description'],
          order: orderView(),
        }),
      },
    })

    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      outcome: 'conflict',
      order: orderView(),
      error: {
        reason: 'order_id_taken',
        message: 'The id belongs to another order: amountVnd, description differ.',
        remedy: expect.any(String),
        fields: ['amountVnd', 'description'],
      },
    })
  })

  it.each([
    ['no JSON', { orderInfo: 'table 7' }],
    ['a list of texts', { orderInfo: '["a"]' }],
    ['an object in the place of its text', { orderInfo: { table: 7 } }],
    ['nothing', {}],
    ['an unknown field', { orderInfo: '{}', table: 7 }],
    ['a partner code with a space', { orderInfo: '{}', partnerCode: 'A B' }],
  ])('refuses extra information that is %s', async (_name, extraData) => {
    const { response, calls } = await ask('/orders', json({ ...order, extraData }))

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_field', fields: [expect.stringContaining('extraData')] },
    })
    expect(calls).toEqual([])
  })

  it('passes every field on', async () => {
    const whole = {
      ...order,
      // As many characters as fit, in twice as many UTF-16 code units.
      description: '\u{1f375}'.repeat(255),
      expiresInMinutes: 3,
      returnUrl: 'https://shop.example/orders/1',
      extraData: { partnerCode: 'TEA', orderInfo: '{"table":7}' },
    }

    const { calls } = await ask('/orders', {
      ...json(whole),
      orders: { open: async () => ({ outcome: 'opened', order: orderView() }) },
    })

    expect(calls).toEqual([['open', whole]])
  })

  it.each([
    ['id', { amountVnd: 1 }],
    ['id', { ...order, id: '' }],
    ['id', { ...order, id: 'a b' }],
    ['id', { ...order, id: 'x'.repeat(65) }],
    ['id', { ...order, id: 7 }],
    ['amountVnd', { id: 'A' }],
    ['amountVnd', { ...order, amountVnd: 0 }],
    ['amountVnd', { ...order, amountVnd: -1 }],
    ['amountVnd', { ...order, amountVnd: 1.5 }],
    ['amountVnd', { ...order, amountVnd: '120000' }],
    ['amountVnd', { ...order, amountVnd: 2 ** 53 }],
    ['description', { ...order, description: 'x'.repeat(256) }],
    ['description', { ...order, description: '\u{1f375}'.repeat(256) }],
    ['description', { ...order, description: null }],
    ['description', { ...order, description: 'a\u0000b' }],
    ['description', { ...order, description: '\ud800' }],
    ['expiresInMinutes', { ...order, expiresInMinutes: 2 }],
    ['expiresInMinutes', { ...order, expiresInMinutes: 1441 }],
    ['returnUrl', { ...order, returnUrl: 'javascript:alert(1)' }],
    ['returnUrl', { ...order, returnUrl: '//evil.example' }],
    ['returnUrl', { ...order, returnUrl: 'http://shop.example' }],
    ['amount', { ...order, amount: 5 }],
    ['the body', 'text'],
    ['the body', null],
  ])('names %s when it is wrong, missing or unknown: %j', async (field, body) => {
    const { response, calls } = await ask('/orders', json(body))

    expect(response.status).toBe(400)
    const { error } = await response.json<{ error: Record<string, unknown> }>()
    expect(error['reason']).toBe('invalid_field')
    expect(error['fields']).toContain(field)
    expect(error['message']).toContain(field)
    expect(error['remedy']).toEqual(expect.any(String))
    expect(calls).toEqual([])
  })

  it('names every wrong field at once', async () => {
    const { response } = await ask('/orders', json({ id: ' ', amountVnd: 'much' }))

    expect(await response.json()).toMatchObject({ error: { fields: ['id', 'amountVnd'] } })
  })

  it('refuses a body that is not JSON', async () => {
    const { response } = await ask('/orders', { ...json(order), body: '{"id":' })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { reason: 'body_not_json' } })
  })

  it('refuses a body that is not UTF-8', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])

    const { response } = await ask('/orders', { ...json(order), body })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { reason: 'body_not_utf8' } })
  })

  it.each([
    ['with its length', (text: string): BodyInit => text],
    ['in chunks', (text: string): BodyInit => new Blob([text]).stream()],
  ])('refuses a body over 16 KB that comes %s', async (_how, bodyOf) => {
    const text = JSON.stringify({ ...order, description: 'x'.repeat(16_384) })

    const { response, calls } = await ask('/orders', { ...json(order), body: bodyOf(text) })

    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { reason: 'body_too_large' } })
    expect(calls).toEqual([])
  })

  it('answers 503 when the orders Worker fails, and calls the outcome unknown', async () => {
    const { response } = await ask('/orders', json(order))

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({
      error: {
        reason: 'orders_unavailable',
        message: expect.stringContaining('not known whether'),
        remedy: expect.stringContaining('Try the same again'),
      },
    })
  })
})

describe('over a real service binding', () => {
  async function post(id: string): Promise<Response> {
    return exports.default.fetch('https://checkout.example/orders', json({ ...order, id }))
  }

  it('opens an order', async () => {
    const response = await post('ORDER-2')

    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ outcome: 'opened', order: { id: 'ORDER-2' } })
  })

  it('names the field that breaks a rule of the orders Worker', async () => {
    const response = await post('TYPE-ERROR')

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { reason: 'invalid_field', fields: ['returnUrl'] },
    })
  })

  it('reveals nothing about an internal error', async () => {
    const response = await post('ERROR')

    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('D1_ERROR')
  })
})

describe('GET /orders/:id', () => {
  it('answers with the order and its timeline', async () => {
    const timeline = [{ seq: 1, at: 1, kind: 'order.opened', facts: { amount_vnd: 120_000 } }]

    const { response } = await askAsShop('/orders/ORDER-1', {
      orders: { find: async () => orderView({ timeline }) },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...orderView({ timeline }), ...urls })
  })

  it('answers 404 as JSON for an order that is not known', async () => {
    const { response } = await askAsShop('/orders/NONE', { orders: { find: async () => null } })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'order_not_found' } })
  })

  it.each(['a%20b', '%00', 'x'.repeat(65), '%E0%A4%A'])(
    'makes no call for the impossible id %s',
    async (id) => {
      const { response, calls } = await askAsShop(`/orders/${id}`)

      expect(response.status).toBe(404)
      expect(calls).toEqual([])
    },
  )
})

describe('POST /orders/:id/refunds', () => {
  const refund: RefundView = {
    id: 'R-1',
    state: 'refunded',
    vnd: 20_000,
    points: 0,
    origin: 'shop',
    returned: { vnd: 20_000, points: 0 },
    owed: { vnd: 0, points: 0 },
    createdAt: 1,
    updatedAt: 2,
  }
  const refusal = { code: 4000820, reason: 'refund_period_over', remedy: 'Pay it back by hand.' }
  const known = (changes: Partial<RefundView>): RefundOutcome => ({
    outcome: 'known',
    refund: { ...refund, ...changes },
    order: orderView({ state: 'part_refunded' }),
  })
  const outcomes: [string, RefundOutcome, number, string | undefined][] = [
    ['refunded', known({}), 200, undefined],
    ['half settled', known({ state: 'part_settled' }), 200, undefined],
    ['reserved', known({ state: 'reserved' }), 202, undefined],
    ['unknown', known({ state: 'refund_unknown' }), 202, undefined],
    ['presumed', known({ state: 'presumed_refunded' }), 202, undefined],
    ['refused', known({ state: 'refused', refusal }), 422, 'refund_period_over'],
    [
      'of another request',
      { outcome: 'conflict', differs: ['vnd'], refund },
      409,
      'refund_id_taken',
    ],
    [
      'too much',
      { outcome: 'not_refundable', remedy: 'At most 1 VND is left.', order: orderView() },
      422,
      'not_refundable',
    ],
    ['of no order', { outcome: 'not_found' }, 404, 'order_not_found'],
  ]
  it.each(outcomes)('answers a refund that is %s', async (_what, outcome, status, reason) => {
    const { response, calls } = await ask('/orders/ORDER-1/refunds', {
      ...json({ id: 'R-1', vnd: 20_000 }),
      orders: { refund: async () => outcome },
    })

    expect(response.status).toBe(status)
    const body = await response.json<{ error?: { reason: string; remedy: string } }>()
    expect(body.error?.reason).toBe(reason)
    if (reason !== undefined) expect(body.error?.remedy).toMatch(/\S/)
    expect(calls).toEqual([['refund', 'ORDER-1', { id: 'R-1', vnd: 20_000 }]])
  })

  it.each([
    ['id', { vnd: 1 }],
    ['id', { id: 'x'.repeat(36), vnd: 1 }],
    ['vnd', { id: 'R', vnd: 0 }],
    ['vnd', { id: 'R', vnd: '1' }],
    ['points', { id: 'R', points: 1.5 }],
    ['the body', { id: 'R' }],
    ['amount', { id: 'R', vnd: 1, amount: 1 }],
    ['reason', { id: 'R', vnd: 1, reason: 5 }],
    ['staffId', { id: 'R', vnd: 1, staffId: 'x'.repeat(65) }],
  ])('names %s when it is wrong: %j', async (field, body) => {
    const { response, calls } = await ask('/orders/ORDER-1/refunds', json(body))

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields: [field] } })
    expect(calls).toEqual([])
  })
})

describe('without the secret', () => {
  const headers: [string, Record<string, string>][] = [
    ['no header', {}],
    ['a wrong secret', { authorization: 'Bearer another-secret-of-the-shop' }],
    ['a part of the secret', { authorization: `Bearer ${secret.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${secret}` }],
    ['an empty bearer', { authorization: 'Bearer ' }],
  ]
  it.each(headers)('refuses %s on every path and method', async (_what, given) => {
    for (const [method, path] of [
      ['POST', '/orders'],
      ['GET', '/orders/ORDER-1'],
      ['POST', '/orders/ORDER-1/refunds'],
      ['DELETE', '/orders'],
      ['GET', '/orders/ORDER-1/nothing'],
    ] as const) {
      const { response, calls } = await ask(path, { method, headers: given })

      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.json()).toMatchObject({ error: { reason: 'unauthorized' } })
      expect(calls).toEqual([])
    }
  })

  it('accepts the current and the previous secret during a change, and no other', async () => {
    const env = { CHECKOUT_SECRET: 'a-new-secret-of-the-shop', CHECKOUT_SECRET_PREVIOUS: secret }
    const statuses: number[] = []
    for (const [token, before] of [
      [secret, secret],
      ['a-new-secret-of-the-shop', secret],
      ['a-third-secret-of-the-shop', secret],
      ['short', 'short'],
    ] as const) {
      const { response } = await ask('/orders/ORDER-1', {
        headers: { authorization: `Bearer ${token}` },
        env: { ...env, CHECKOUT_SECRET_PREVIOUS: before },
        orders: { find: async () => orderView() },
      })
      statuses.push(response.status)
    }

    expect(statuses).toEqual([200, 200, 401, 401])
  })

  it.each([
    [15, 503, 401],
    [16, 200, 200],
  ])(
    'with a secret of %i characters answers %i, and as the previous one %i',
    async (length, own, before) => {
      const short = 's'.repeat(length)
      const answers = [
        { CHECKOUT_SECRET: short },
        { CHECKOUT_SECRET: 'a-new-secret-of-the-shop', CHECKOUT_SECRET_PREVIOUS: short },
      ].map(async (env) => {
        const { response } = await ask('/orders/ORDER-1', {
          headers: { authorization: `Bearer ${short}` },
          env,
          orders: { find: async () => orderView() },
        })
        return response.status
      })

      expect(await Promise.all(answers)).toEqual([own, before])
    },
  )

  it.each(['', 'too-short'])(
    'refuses everybody when the configured secret is "%s"',
    async (own) => {
      const { response, lines } = await ask('/orders/ORDER-1', {
        headers: { authorization: `Bearer ${own}` },
        env: { CHECKOUT_SECRET: own },
      })

      expect(response.status).toBe(503)
      expect(JSON.stringify(lines)).toMatch(/CHECKOUT_SECRET .*wrangler secret bulk/)
    },
  )
})

describe('a wrong method or an unknown address', () => {
  it.each([
    ['PUT', '/orders', 'GET, POST'],
    ['POST', '/orders/ORDER-1', 'GET'],
    ['DELETE', '/orders/ORDER-1', 'GET'],
    ['GET', '/orders/ORDER-1/refunds', 'POST'],
  ])('%s %s is answered 405 with Allow', async (method, path, allow) => {
    const { response } = await askAsShop(path, { method })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toMatchObject({ error: { reason: 'method_not_allowed' } })
  })

  it('is answered 404 as JSON below /orders', async () => {
    const { response } = await askAsShop('/orders/ORDER-1/nothing')

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'path_unknown' } })
  })
})

it('forbids caches to store an answer', async () => {
  const { response } = await askAsShop('/orders/NONE', { orders: { find: async () => null } })

  expect(response.headers.get('cache-control')).toBe('no-store')
})
