import { env } from 'cloudflare:workers'
import { webPorts } from '@merchant-edge/oidc'
import { signWebhook } from '@merchant-edge/orders/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  emptyShop,
  get,
  post,
  shopUrl,
  signIn,
  stubServices,
  type Services,
} from '../test/shop-world.ts'
import { createShop } from './create-shop.ts'
import app from './index.ts'

// Goal: what holds for one page of the shop holds for all of them. Method: the routes are taken from the app itself,
// with those of sign-on; a new route is looked at without being named here.

const orderId = 'EB-2222222222222222'
const form = 'application/x-www-form-urlencoded'

const signOnRoutes = [
  { method: 'GET', path: '/auth/sign-in' },
  { method: 'GET', path: '/auth/callback' },
  { method: 'POST', path: '/auth/sign-out' },
  { method: 'GET', path: '/auth/signed-out' },
  { method: 'POST', path: '/auth/back-channel-logout' },
  { method: 'GET', path: '/auth/front-channel-logout' },
]

const routes = [
  ...app.routes.filter(({ method }) => method !== 'ALL'),
  ...signOnRoutes,
  { method: 'GET', path: '/nowhere' },
].map(({ method, path }) => ({ method, path: path.replace(':id', orderId) }))

const forms = routes.filter(({ method }) => method === 'POST')
const pages = routes.filter(({ method }) => method === 'GET')

let services: Services

beforeEach(async () => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { timeline: [] } }, { status: 201 }),
  )
  services.answers.set('POST /loyalty/verifyVoucher', () =>
    Response.json({ outcome: 'refused' }, { status: 422 }),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
}

function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}, bindings = env) {
  const all = { origin: shopUrl, ...headers }
  const init = { method, headers: all, ...(body !== undefined && { body, duplex: 'half' }) }
  return app.request(`${shopUrl}${path}`, init, bindings)
}

it('walks through every route', () => {
  const walked = routes.map(({ method, path }) => `${method} ${path}`)

  expect(walked).toContain('GET /account')
  expect(walked).toContain('POST /account/link')
  expect(walked.length).toBeGreaterThanOrEqual(19)
})

describe('the headers of an answer', () => {
  it.each(routes)('$method $path', async ({ method, path }) => {
    const { headers } = await ask(path, { method, ...(method === 'POST' && { body: '' }) })
    const policy = headers.get('content-security-policy') ?? ''

    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('frame-ancestors')
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toContain(path === '/styles.css' ? 'no-cache' : 'no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })

  it('let only the identity server frame the logout page', async () => {
    const query = `?iss=${encodeURIComponent(`${env.AUTH_URL}/`)}&sid=1`
    const frame = await ask(`/auth/front-channel-logout${query}`)
    const others = await Promise.all(pages.map(async ({ path }) => ask(path)))

    expect(frame.headers.get('content-security-policy')).toContain(
      `frame-ancestors ${env.AUTH_URL}`,
    )
    for (const { headers } of others) {
      expect(headers.get('content-security-policy')).not.toMatch(/frame-ancestors (?!'none')/)
    }
  })

  it('let forms submit to the shop, checkout and the wallet only', async () => {
    const policy = (await get('/account')).headers.get('content-security-policy')

    expect(policy).toContain("form-action 'self' http://localhost:8788 http://localhost:8790;")
  })
})

describe('a form', () => {
  const own = forms.filter(({ path }) => path !== '/webhooks' && !path.includes('back-channel'))

  it.each(
    own.flatMap(
      ({ path }) =>
        [
          [path, { origin: 'https://elsewhere.example' }],
          [path, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-site' }],
          [path, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
          [path, { origin: shopUrl, 'sec-fetch-site': 'cross-site' }],
          [path, { origin: 'https://elsewhere.example', 'content-type': 'application/json' }],
        ] as const,
    ),
  )('of another site is refused by %s with %j', async (path, headers) => {
    const cookie = `${await signIn()}; basket=morning-river_1`
    const body = new URLSearchParams({ id: orderId, book: 'morning-river', change: '1' })
    const response = await ask(path, {
      method: 'POST',
      headers: { 'content-type': form, cookie, ...headers },
      body: body.toString(),
    })

    expect([400, 403]).toContain(response.status)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(services.sent).toEqual([])
  })

  it.each(forms)('of 60 MB is not read by $path', async ({ path }) => {
    let read = 0
    const piece = new Uint8Array(65_536).fill(0x61)
    const body = new ReadableStream({
      pull(controller) {
        read += piece.length
        if (read > 60_000_000) controller.close()
        else controller.enqueue(piece)
      },
    })

    const response = await ask(path, { method: 'POST', headers: { 'content-type': form }, body })

    expect([400, 413]).toContain(response.status)
    expect(read).toBeLessThan(1_000_000)
  })

  it.each(forms)('with a content-length of 60 MB is refused by $path', async ({ path }) => {
    const headers = { 'content-type': form, 'content-length': '60000000' }
    const response = await ask(path, { method: 'POST', headers, body: 'a=b' })

    expect([400, 413]).toContain(response.status)
  })

  it.each(forms)('whose body never ends is abandoned by $path', async ({ path }) => {
    const late = new AbortController()
    const shop = createShop({ ...webPorts, deadline: () => late.signal })
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id=')),
    })
    const headers = { origin: shopUrl, 'content-type': form }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const answer = shop.request(`${shopUrl}${path}`, init, env)
    late.abort()

    expect([400, 408]).toContain((await answer).status)
  })

  const broken: readonly (readonly [type: string, body: string])[] = [
    ['multipart/form-data; boundary=x', 'no part at all'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n'],
    ['multipart/form-data', '--x--'],
    ['application/json', '{"id":1}'],
    ['text/plain', 'id=1'],
  ]
  const read = own.filter(({ path }) => !/unlink|link|sign-out/.test(path))

  it.each(read.flatMap(({ path }) => broken.map((one) => [path, ...one] as const)))(
    'that cannot be parsed is answered 400 by %s: %j %j',
    async (path, type, body) => {
      const response = await ask(path, { method: 'POST', headers: { 'content-type': type }, body })

      expect(response.status).toBe(400)
      expect(await response.text()).toContain('could not be read')
    },
  )

  const ways = own.map(({ path }) => ({
    path,
    way: /^\/(account|auth)\//.test(path) ? '/account' : '/basket',
  }))
  const languages = [
    ['en', 'not sent by a page of the shop', 'could not be read'],
    ['vi', 'từ trang của cửa hàng', 'Không đọc được thông tin đã gửi'],
  ] as const

  it.each(ways)(
    'that is refused shows a page with links into the shop, from $path',
    async ({ path, way }) => {
      for (const [language, ofAnother, unreadable] of languages) {
        const headers = { 'content-type': form, 'accept-language': language }
        const foreign = { ...headers, origin: 'https://elsewhere.example' }
        const tooLong = { ...headers, 'content-length': '60000000' }
        const refused = await ask(path, { method: 'POST', headers: foreign, body: 'a=b' })
        const unread = await ask(path, { method: 'POST', headers: tooLong, body: 'a=b' })

        expect([refused.status, unread.status]).toEqual([403, 413])
        for (const [answer, text] of [
          [refused, ofAnother],
          [unread, unreadable],
        ] as const) {
          const page = await answer.text()
          expect(page).toContain(`<html lang="${language}">`)
          expect(page).toContain(text)
          expect(page).toContain(`<a class="button main" href="${way}">`)
        }
      }
    },
  )

  it.each(forms)('with any content is never answered 5xx by $path', async ({ path }) => {
    const names = ['id', 'key', 'method', 'book', 'change', 'serial', 'order', 'vnd', '__proto__']
    for (const value of ['', '__proto__', 'constructor', '\0', '%E0%A4%A', '🙂'.repeat(99), '-1']) {
      const body = new URLSearchParams(names.map((name) => [name, value])).toString()
      const headers = { 'content-type': form, cookie: 'basket=constructor_1.__proto___1' }
      const response = await ask(path, { method: 'POST', headers, body })

      expect(response.status).toBeLessThan(500)
    }
  })
})

describe('an unexpected error', () => {
  const broken = { ...env, DB: {} }
  const walked = routes.filter(({ path }) => path !== '/styles.css')

  it.each(walked)(
    'shows a page with links, and is logged, at $method $path',
    async ({ method, path }) => {
      const reported: string[] = []
      const shop = createShop(webPorts, ({ message }) => reported.push(message))
      const headers = { origin: shopUrl, 'content-type': form, 'accept-language': 'vi' }
      const body = method === 'POST' ? { body: 'a=b' } : {}

      const answer = await shop.request(`${shopUrl}${path}`, { method, headers, ...body }, broken)
      const text = await answer.text()

      expect(answer.status).toBe(500)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(reported).toHaveLength(1)
      expect(text).not.toContain(reported[0])
      if (/^\/(webhooks|auth\/back)/.test(path)) {
        expect(JSON.parse(text)).toEqual({ reason: 'failed' })
      } else {
        expect(text).toContain('<html lang="vi">')
        expect(text).toContain('Cửa hàng gặp sự cố.')
        const isRead = method === 'GET' && !path.startsWith('/auth/')
        const page = /^\/(account|auth)\//.test(path) ? '/account' : '/basket'
        expect(text).toContain(`<a class="button main" href="${isRead ? path : page}">`)
      }
    },
  )
})

describe('a text from outside that is the name of a property of every object', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

  it.each(names)('%s is no page', async (name) => {
    for (const path of [`/${name}`, `/orders/${name}`, `/auth${name}`, `/auth/${name}`]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  it.each(names)('%s is no language, no notice and no cookie', async (name) => {
    const cookies = [`lang=${name}`, `basket=${name}_1.morning-river_1`, `voucher=${name}`]
    const response = await get(`/basket?lang=${name}&notice=${name}&${name}=1`, cookies)
    const page = await response.text()

    expect(response.status).toBe(200)
    expect(page).toContain('<html lang="en">')
    expect(page).not.toMatch(/role="alert"|native code|\[object|undefined/)
  })

  it.each(names)('%s is no book, no order and no way to pay', async (name) => {
    const basket = ['basket=morning-river_1']
    const line = await post('/basket', { book: name, change: '1' }, basket)
    const order = await post('/orders', { id: name, key: name, method: name }, basket)

    expect(line.headers.get('location')).toBe('/')
    expect(order.headers.get('location')).toBe('/basket')
    expect(services.callsOf('/orders')).toEqual([])
  })

  it.each(names)('%s is no state of an order', async (name) => {
    const key = 'k'.repeat(32)
    await post('/orders', { id: orderId, key, method: 'web-payment' }, ['basket=morning-river_1'])
    const order = {
      state: name,
      returned: { vnd: 0 },
      timeline: [{ kind: name, at: 1, facts: {} }],
    }
    services.answers.set(`GET /orders/${orderId}`, () => Response.json(order))

    const page = await (await get(`/orders/${orderId}`, [`order.${orderId}=${key}`])).text()

    expect(page).toContain('data-state=')
    expect(page).not.toMatch(/native code|\[object|undefined/)
  })
})

describe('a customer name that is markup', () => {
  const markup = '<img src=x onerror=alert(1)>'
  const escaped = '&lt;img src=x onerror=alert(1)&gt;'

  it('is shown as text', async () => {
    services.answers.set('GET /user-management/user-info', () =>
      Response.json({
        data: { full_name: markup, phone_number: '0900000001' },
        meta: { code: 200 },
      }),
    )
    const tier = { member: {}, tier_info: { tier_name: markup } }
    services.answers.set('POST /loyalty/getMembership', () =>
      Response.json({ outcome: 'accepted', data: tier }),
    )
    services.answers.set('GET /links/*', () => Response.json({ state: 'linked', phone: markup }))

    const page = await (await get('/account', [await signIn()])).text()

    expect(page.split(escaped)).toHaveLength(4)
    expect(page).not.toContain('<img')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://elsewhere.example/', '//elsewhere'])(
    'and an address like %s lead to no other site',
    async (webUrl) => {
      const link = { state: 'requested', webUrl }
      services.answers.set('GET /links/*', () => Response.json(link))
      services.answers.set('POST /links', () => Response.json({ link }, { status: 201 }))
      const cookie = await signIn()

      const page = await (await get('/account', [cookie])).text()
      const asked = await post('/account/link', {}, [cookie])

      expect(page).not.toContain(webUrl)
      expect(asked.headers.get('location')).toBeNull()
    },
  )
})

describe('a client that sends too many requests', () => {
  const from = (address: string) => ({ 'cf-connecting-ip': address })

  it('is told when to retry, on every page, while other clients are served', async () => {
    const keys: string[] = []
    const limit = async ({ key }: { key: string }) => {
      keys.push(key)
      return { success: key !== '192.0.2.1' }
    }
    const bindings = { ...env, SHOP_LIMIT: { limit } }

    for (const { method, path } of routes) {
      if (/^\/(styles|webhooks|auth\/back)/.test(path)) continue
      const body = method === 'POST' ? { body: '' } : {}
      const asked = { method, headers: from('192.0.2.1'), ...body }
      const refused = await ask(path, asked, bindings)
      expect([path, refused.status]).toEqual([path, 429])
      expect(refused.headers.get('retry-after')).toBe('60')
    }
    expect((await ask('/', { headers: from('192.0.2.2') }, bindings)).status).toBe(200)
    expect(new Set(keys)).toEqual(new Set(['192.0.2.1', '192.0.2.2']))
    expect(services.sent).toEqual([])
  })

  it('of webhooks gets 429 when they are unsigned, and the order store does not', async () => {
    const keys: string[] = []
    const limit = async ({ key }: { key: string }) => {
      keys.push(key)
      return { success: false }
    }
    const bindings = { ...env, TRY_LIMIT: { limit } }
    const body = '{"type":"transfer.succeeded"}'
    const timestampSeconds = Math.floor(webPorts.now() / 1000)
    const signed = await signWebhook(env.WEBHOOK_SECRET, { id: 'e-1', timestampSeconds, body })
    const send = (headers: Record<string, string>) =>
      ask(
        '/webhooks',
        { method: 'POST', headers: { ...headers, ...from('192.0.2.1') }, body },
        bindings,
      )

    const forged = await send({ ...signed, 'webhook-id': 'e-2' })
    const right = await send({ ...signed })

    expect([forged.status, forged.headers.get('retry-after')]).toEqual([429, '60'])
    expect(right.status).toBe(204)
    expect(keys).toEqual(['webhook:192.0.2.1'])
  })

  it.each(['/voucher', '/account/link'])(
    'is stopped by the binding of the platform at %s',
    async (path) => {
      const headers = { 'content-type': form, ...from(`192.0.2.3${path}`) }
      const send = () => ask(path, { method: 'POST', headers, body: 'serial=EV-1' })
      let response = await send()
      while (response.status !== 429) response = await send()

      expect(response.status).toBe(429)
      expect(response.headers.get('retry-after')).toBe('60')
    },
  )
})
