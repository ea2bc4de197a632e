import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyShop, post, shopUrl, stubServices, type Services } from '../../test/shop-world.ts'
import app from '../index.ts'

// Goal: only staff see orders and give money back. Method: every route of the back office, asked with every kind of
// credentials; the Host header is what the one who asks likes.

const orderId = 'EB-2222222222222222'
const order = { id: orderId, key: 'k'.repeat(32), method: 'web-payment' }
const refund = { order: orderId, id: 'R-2222222222222222', vnd: '10000' }

let services: Services

beforeEach(async () => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { timeline: [] } }, { status: 201 }),
  )
  await post('/orders', order, ['basket=gift-card-fifty_1'])
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`
const staff = basic('staff', 'a password of the tests only')

async function askAs(
  authorization: string | undefined,
  { path = '/admin', fields }: { path?: string; fields?: Record<string, string> } = {},
  bindings: object = env,
) {
  const body = fields === undefined ? undefined : new URLSearchParams(fields).toString()
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    origin: shopUrl,
  }
  const method = body === undefined ? 'GET' : 'POST'
  return app.request(`${shopUrl}${path}`, { method, headers, ...(body && { body }) }, bindings)
}

const routes = [
  { path: '/admin' },
  { path: `/admin/orders/${orderId}` },
  { path: '/admin/refunds', fields: refund },
]
const strangers = [
  undefined,
  '',
  'Basic',
  'Basic !',
  'Bearer a password of the tests only',
  basic('staff', ''),
  basic('staff', 'a password of the tests onlx'),
  basic('Staff', 'a password of the tests only'),
]

describe('the back office', () => {
  it.each(routes.flatMap((route) => strangers.map((who) => [route, who] as const)))(
    'lets nobody in at %j with %j',
    async (route, who) => {
      const response = await askAs(who, route)

      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(404)
      expect(await response.text()).not.toContain(orderId)
      expect(services.callsOf('/refunds')).toEqual([])
    },
  )

  it.each(routes)('is not there without a password: %j', async (route) => {
    const { BACK_OFFICE_PASSWORD: _, ...bindings } = env

    expect((await askAs(staff, route, bindings)).status).toBe(404)
  })

  it('takes no password that could be guessed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const bindings = { ...env, BACK_OFFICE_PASSWORD: 'letmein' }

    const response = await askAs(basic('staff', 'letmein'), {}, bindings)

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('letmein')
  })

  it('shows orders, and gives money back', async () => {
    services.answers.set(`POST /orders/${orderId}/refunds`, () => Response.json({}))

    const page = await (await askAs(staff)).text()
    const refunded = await askAs(staff, { path: '/admin/refunds', fields: refund })

    expect(page).toContain(`/admin/orders/${orderId}`)
    expect(await refunded.text()).toContain('The refund is done.')
    expect(services.callsOf('/refunds')[0]?.body).toMatchObject({ vnd: 10_000 })
  })

  it.each(['', '0', '-1', '1.5', '1e5', '10,000', '9'.repeat(13), '<b>'])(
    'says at its field what is wrong with an amount of %j, and asks for no refund',
    async (vnd) => {
      await env.DB.prepare("UPDATE shop_order SET state = 'paid' WHERE id = ?").bind(orderId).run()

      const response = await askAs(staff, { path: '/admin/refunds', fields: { ...refund, vnd } })

      expect(response.status).toBe(422)
      const page = await response.text()
      const [, described] = /aria-invalid="true"\s+aria-describedby="([^"]+)"/.exec(page) ?? []
      expect(page).toContain(`id="${described}" role="alert"`)
      expect(page).toContain('Type an amount in whole dong')
      expect(page).not.toContain('<b>')
      expect(services.callsOf('/refunds')).toEqual([])
    },
  )

  it('says at its field that an amount is more than what is left', async () => {
    await env.DB.prepare("UPDATE shop_order SET state = 'paid' WHERE id = ?").bind(orderId).run()
    const error = { reason: 'not_refundable', message: 'Too much.', remedy: 'Less.' }
    services.answers.set(`POST /orders/${orderId}/refunds`, () =>
      Response.json({ error }, { status: 422 }),
    )

    const response = await askAs(staff, { path: '/admin/refunds', fields: refund })

    expect(response.status).toBe(422)
    expect(await response.text()).toMatch(/value="10000"\s+required\s+aria-invalid="true"/)
  })

  it.each([
    ['vi', 'Đã thanh toán'],
    ['en', 'Paid'],
  ])('names the state of an order in the language of the page: %s', async (language, word) => {
    await env.DB.prepare("UPDATE shop_order SET state = 'paid' WHERE id = ?").bind(orderId).run()

    const page = await (await askAs(staff, { path: `/admin?lang=${language}` })).text()

    expect(page).toMatch(new RegExp(`data-state="paid"\\s*>${word}<`))
    expect(page).not.toContain('>paid<')
  })

  it('shows an order without what is money of its customer', async () => {
    await env.DB.prepare(`UPDATE order_extras SET gift_codes = ?, voucher = 'EV-SECRET'`)
      .bind(JSON.stringify([{ valueVnd: 50_000, code: 'AAAA-1111', lastDay: '' }]))
      .run()

    const page = await (await askAs(staff, { path: `/admin/orders/${orderId}` })).text()

    expect(page).toContain(orderId)
    expect(page).not.toMatch(/AAAA-1111|EV-SECRET/)
    expect((await askAs(staff, { path: '/admin/orders/EB-9' })).status).toBe(404)
  })

  it('takes no form of another site, though the browser sends the password along', async () => {
    const response = await app.request(
      `${shopUrl}/admin/refunds`,
      {
        method: 'POST',
        headers: {
          authorization: staff,
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://elsewhere.example',
          'sec-fetch-site': 'cross-site',
        },
        body: new URLSearchParams(refund).toString(),
      },
      env,
    )

    expect(response.status).toBe(403)
    expect(services.callsOf('/refunds')).toEqual([])
  })
})
