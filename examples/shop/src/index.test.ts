import { env } from 'cloudflare:workers'
import { signWebhook } from '@merchant-edge/orders/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import app from './index.ts'
import { findShopOrder } from './store/shop-orders.ts'

const shop = 'http://localhost:8787'
const orderId = 'EB-2222222222222222'
const guestOrder = { id: orderId, key: 'k'.repeat(32) }
const guestCookie = `order.${orderId}=${guestOrder.key}`
/** Where checkout says that the order is paid. */
const urls = {
  paymentUrl: `http://localhost:8788/pay/${orderId}?key=k`,
  qrPaymentUrl: `http://localhost:8788/pay/${orderId}/qr?key=k`,
}
let sentToCheckout: { url: string; authorization: string | null; body: string }[]
let checkoutAnswers: () => Response

function orderView(state: string) {
  return {
    id: orderId,
    state,
    amountVnd: 120_000,
    refunded: { vnd: 0, points: 0 },
    returned: { vnd: 0, points: 0 },
    expiresAt: 4_000_000_000,
    attempts: [],
    timeline: [
      { seq: 1, at: 1_800_000_000, kind: 'order.opened', facts: { amount_vnd: 120_000 } },
      { seq: 2, at: 1_800_000_060, kind: 'payment.confirmed', facts: { reference: '<b>x</b>' } },
    ],
  }
}

beforeEach(() => {
  sentToCheckout = []
  checkoutAnswers = () =>
    Response.json({ outcome: 'opened', order: orderView('creating'), ...urls }, { status: 201 })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const body = typeof init.body === 'string' ? init.body : ''
    sentToCheckout.push({ url, authorization: headers.get('authorization'), body })
    return checkoutAnswers()
  })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await env.DB.batch([
    env.DB.prepare('DELETE FROM shop_order'),
    env.DB.prepare('DELETE FROM order_extras'),
  ])
})

async function get(path: string, headers: Record<string, string> = {}) {
  return app.request(`${shop}${path}`, { headers }, env)
}

async function post(path: string, fields: Record<string, string>, headers = {}) {
  return app.request(
    `${shop}${path}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: shop,
        cookie: 'basket=morning-river_1',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    },
    env,
  )
}

async function sendWebhook(event: unknown, id = 'order-paid:1') {
  const body = JSON.stringify(event)
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = await signWebhook(env.WEBHOOK_SECRET, { id, timestampSeconds, body })
  return app.request(`${shop}/webhooks`, { method: 'POST', headers: { ...headers }, body }, env)
}

function paidEvent(version: number, state = 'paid', type = 'order.paid') {
  return {
    type,
    timestamp: '',
    data: { version, order: { id: orderId, state, amountVnd: 120_000 } },
  }
}

describe('buying', () => {
  it('announces the order with the price of the catalogue and leads to the payment', async () => {
    const response = await post('/orders', { ...guestOrder, method: 'web-payment' })

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${urls.paymentUrl}&lang=en`)
    expect(sentToCheckout).toHaveLength(1)
    expect(sentToCheckout[0]?.authorization).toBe('Bearer test-checkout-secret')
    expect(JSON.parse(sentToCheckout[0]?.body ?? '')).toMatchObject({
      id: orderId,
      amountVnd: 120_000,
      returnUrl: `${shop}/orders/${orderId}`,
    })
  })

  it('leads to the QR page when that was chosen', async () => {
    const response = await post('/orders', { ...guestOrder, method: 'transaction-qr' })

    expect(response.headers.get('location')).toBe(`${urls.qrPaymentUrl}&lang=en`)
  })

  it('passes the chosen language on to checkout, which is another host', async () => {
    const cookie = 'basket=morning-river_1; lang=vi'
    const response = await post('/orders', { ...guestOrder, method: 'web-payment' }, { cookie })

    expect(response.headers.get('location')).toBe(`${urls.paymentUrl}&lang=vi`)
  })

  it('keeps the basket and says so when checkout does not answer', async () => {
    checkoutAnswers = () => {
      throw new TypeError('connection refused')
    }

    const response = await post('/orders', { ...guestOrder, method: 'web-payment' })

    expect(response.status).toBe(502)
    expect(response.headers.get('set-cookie')).not.toContain('basket=')
    expect(await response.text()).toContain('Nothing was charged')
  })

  it('takes no order from a form of another site', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const response = await post('/orders', { ...guestOrder, method: 'web-payment' }, headers)

    expect(response.status).toBe(403)
    expect(sentToCheckout).toEqual([])
  })

  it.each([
    { ...guestOrder, id: 'EB-1', method: 'web-payment' },
    { id: orderId, method: 'web-payment' },
    { ...guestOrder, key: 'k', method: 'web-payment' },
    { ...guestOrder, method: 'cash' },
    {},
  ])('sends the form %j back to the basket', async (fields) => {
    const response = await post('/orders', fields)

    expect(response.headers.get('location')).toBe('/basket')
    expect(sentToCheckout).toEqual([])
  })
})

describe('webhooks', () => {
  beforeEach(() => post('/orders', { ...guestOrder, method: 'web-payment' }))

  it('fulfils an order once, on a verified order.paid', async () => {
    const first = await sendWebhook(paidEvent(3))
    const fulfilled = await findShopOrder(env.DB, orderId)
    const again = await sendWebhook(paidEvent(3))

    expect([first.status, again.status]).toEqual([204, 204])
    expect(fulfilled).toMatchObject({ state: 'paid', version: 3 })
    expect(await findShopOrder(env.DB, orderId)).toEqual(fulfilled)
  })

  it('does not fulfil an order that was paid with another amount', async () => {
    const event = paidEvent(3)
    const cheap = { ...event, data: { version: 3, order: { ...event.data.order, amountVnd: 1 } } }

    expect((await sendWebhook(cheap)).status).toBe(204)
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ fulfilledAt: null })
  })

  it('refuses an event with a wrong signature', async () => {
    const body = JSON.stringify(paidEvent(3))
    const headers = {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    }
    const init = { method: 'POST', headers, body }

    expect((await app.request(`${shop}/webhooks`, init, env)).status).toBe(401)
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ state: 'open', fulfilledAt: null })
  })

  it('ignores an event with an older version', async () => {
    await sendWebhook(paidEvent(5, 'part_refunded', 'order.refunded'))

    await sendWebhook(paidEvent(3))

    expect(await findShopOrder(env.DB, orderId)).toMatchObject({
      state: 'part_refunded',
      version: 5,
    })
  })

  it('gives nothing for a payment that was withdrawn before its event was sent', async () => {
    const withdrawn = await sendWebhook(paidEvent(3, 'expired'))
    const before = await findShopOrder(env.DB, orderId)
    await sendWebhook(paidEvent(7))

    expect(withdrawn.status).toBe(204)
    expect(before).toMatchObject({ state: 'expired', paidAt: null, fulfilledAt: null })
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ fulfilledAt: expect.any(Number) })
  })

  it('answers 404 for an order that it does not know', async () => {
    const event = {
      ...paidEvent(3),
      data: { version: 3, order: { id: 'EB-9', state: 'paid', amountVnd: 1 } },
    }

    expect((await sendWebhook(event)).status).toBe(404)
  })

  it('accepts an event about an order of a till, which it does not know, and does nothing', async () => {
    const event = {
      ...paidEvent(3),
      data: { version: 3, order: { id: 'BILL-9', state: 'paid', amountVnd: 1 } },
    }

    expect((await sendWebhook(event)).status).toBe(204)
    expect(await findShopOrder(env.DB, 'BILL-9')).toBeUndefined()
  })

  it('acknowledges events of types that it does not know, which would hold back later ones', async () => {
    const ofOrder = { ...paidEvent(3, 'created'), type: 'order.eaten' }

    expect((await sendWebhook(ofOrder)).status).toBe(204)
    expect((await sendWebhook({ type: 'gift.given', data: 1 })).status).toBe(204)
    expect(await findShopOrder(env.DB, orderId)).toMatchObject({ version: 3, paidAt: null })
  })

  it.each([{ type: 'order.paid' }, { type: 7 }, {}, []])('answers 400 to %j', async (event) => {
    expect((await sendWebhook(event)).status).toBe(400)
  })
})

describe('pages', () => {
  it('are in the language of the browser, or in the chosen one', async () => {
    const vietnamese = await get('/', { 'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8' })
    const chosen = await get('/?lang=en', { 'accept-language': 'vi' })

    expect(await vietnamese.text()).toContain('<html lang="vi">')
    expect(await chosen.text()).toContain('<html lang="en">')
    expect(chosen.headers.get('set-cookie')).toContain('lang=en')
  })

  it('do not offer a tenth copy of a book', async () => {
    const page = await (
      await get('/basket', { cookie: 'basket=morning-river_9.salt-wind_8' })
    ).text()
    const [, nine, eight] = page.split('class="line"')

    expect(nine?.match(/value="1"[^>]*\sdisabled/g)).toHaveLength(1)
    expect(eight).not.toContain('disabled')
  })

  it('show the timeline with escaped facts', async () => {
    await post('/orders', { ...guestOrder, method: 'web-payment' })
    checkoutAnswers = () => Response.json(orderView('paid'))

    const page = await (await get(`/orders/${orderId}`, { cookie: guestCookie })).text()

    expect(page).toContain('The wallet service confirmed the amount to the dong')
    expect(page).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(page).not.toContain('<b>x</b>')
  })

  it('hide from the customer which operator acted, and why', async () => {
    await post('/orders', { ...guestOrder, method: 'web-payment' })
    const facts = { staff_id: 'nam.tran', verdict_reason: 'was rude on the phone', vnd: 5_000 }
    const line = { seq: 3, at: 1_800_000_120, kind: 'refund.settled', facts }
    const bare = { ...line, seq: 4, kind: 'order.disputed', facts: { staff_id: 'nam.tran' } }
    checkoutAnswers = () => Response.json({ ...orderView('refunded'), timeline: [line, bare] })

    const page = await (await get(`/orders/${orderId}`, { cookie: guestCookie })).text()

    expect(page).toContain('Money or points are back in the wallet')
    expect(page).toContain('<dd>5000</dd>')
    expect(page.match(/<details>/g)).toHaveLength(1)
    expect(page).not.toContain('nam.tran')
    expect(page).not.toContain('rude')
  })

  it.each([
    [{ vnd: 0, points: 20 }, 'Refunded: 20 points'],
    [{ vnd: 5_000, points: 20 }, 'Refunded: 5,000\u00a0₫ + 20 points'],
    [{ vnd: 5_000, points: 0 }, 'Refunded: 5,000\u00a0₫'],
  ])('says that all of %j was refunded', async (returned, said) => {
    await post('/orders', { ...guestOrder, method: 'web-payment' })
    checkoutAnswers = () => Response.json({ ...orderView('part_refunded'), returned })

    const page = await (await get(`/orders/${orderId}`, { cookie: guestCookie })).text()

    expect(page).toMatch(new RegExp(`${said.replace('+', String.raw`\+`)}\\s*</p>`))
  })

  it('answer 404 for an order that does not exist', async () => {
    expect((await get('/orders/EB-3333333333333333')).status).toBe(404)
  })
})
