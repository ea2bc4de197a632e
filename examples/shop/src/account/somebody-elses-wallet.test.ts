import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cookiesOf,
  emptyShop,
  get,
  hiddenField,
  post,
  signIn,
  stubServices,
  type Services,
} from '../../test/shop-world.ts'

// Goal: a wallet pays for the customer who linked it, and for nobody else. Method: the real routes, sessions and
// tables; only checkout and the wallet are stood in for.

const orderId = 'EB-2222222222222222'
const key = 'k'.repeat(32)
const basket = 'basket=morning-river_1'
const planted = 'customer=C-2222222222222222'
const webUrl = 'http://localhost:8790/link/1'
const paymentUrl = 'http://localhost:8788/pay/EB-2222222222222222?key=k'
const qrPaymentUrl = 'http://localhost:8788/pay/EB-2222222222222222/qr?key=k'
const linkedPaymentUrl = 'http://localhost:8788/pay/x/linked?key=k'
const link = { state: 'linked', phone: '*******001' }

let services: Services

beforeEach(() => {
  services = stubServices()
  services.answers.set('POST /links', () =>
    Response.json({ link: { state: 'requested', webUrl } }, { status: 201 }),
  )
  services.answers.set('POST /orders', () =>
    Response.json(
      { order: { timeline: [] }, paymentUrl, qrPaymentUrl, linkedPaymentUrl },
      { status: 201 },
    ),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

async function linkedCustomerOf(cookie: string): Promise<string> {
  await post('/account/link', {}, [cookie])
  return String(services.callsOf('/links').at(-1)?.body['customerId'])
}

describe('a session that ends while the wallet is asked', () => {
  it.each(['linked-wallet', 'web-payment'])('buys nothing by %s', async (method) => {
    const cookie = await signIn('U-AN', 0)

    const bought = await post('/orders', { id: orderId, key, method }, [basket, cookie])

    expect(bought.status).toBe(303)
    expect(bought.headers.get('location')).toBe('/auth/sign-in?return_to=%2Fbasket')
    expect(services.callsOf('/orders')).toEqual([])
    expect(await env.DB.prepare('SELECT COUNT(*) n FROM order_extras').first('n')).toBe(0)
  })

  it('is no account any more', async () => {
    const page = await get('/account', [await signIn('U-AN', 0)])

    expect(await page.text()).not.toMatch(/action="\/(?:auth\/sign-out|account\/link)"/)
    expect(page.headers.get('set-cookie')).toContain('8787-session=; Max-Age=0')
  })
})

describe('a planted cookie', () => {
  it('links no wallet: linking leads to the sign-in', async () => {
    const response = await post('/account/link', {}, [planted])

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/auth/sign-in?return_to=%2Faccount')
    expect(services.callsOf('/links')).toEqual([])
  })

  it('unlinks no wallet', async () => {
    const response = await post('/account/unlink', {}, [planted])

    expect(response.headers.get('location')).toBe('/auth/sign-in?return_to=%2Faccount')
    expect(services.sent).toEqual([])
  })

  it('pays with no linked wallet', async () => {
    const order = { id: orderId, key, method: 'linked-wallet' }
    const response = await post('/orders', order, [planted, basket])

    expect(response.headers.get('location')).toBe('/auth/sign-in?return_to=%2Fbasket')
    expect(services.callsOf('/orders')).toEqual([])
  })

  it('is offered no linked wallet, and asks for none', async () => {
    services.answers.set('GET /links/C-2222222222222222', () => Response.json(link))

    const page = await (await get('/basket', [planted, basket])).text()

    expect(page).not.toContain('linked-wallet')
    expect(page).not.toMatch(/[*•]+\s*001/)
    expect(services.sent).toEqual([])
  })

  it('is not used: no page sets it, and nothing identifies a guest across pages', async () => {
    for (const path of ['/', '/basket', '/account']) {
      expect((await get(path, [basket])).headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a customer who is signed in', () => {
  it('links the wallet and pays with it, under one id', async () => {
    const cookie = await signIn()

    const linked = await post('/account/link', {}, [cookie, planted])
    const bought = await post('/orders', { id: orderId, key, method: 'linked-wallet' }, [
      cookie,
      basket,
      planted,
    ])

    expect(linked.headers.get('location')).toBe(webUrl)
    expect(bought.headers.get('location')).toBe(`${linkedPaymentUrl}&lang=en`)
    const [id] = services.callsOf('/links').map(({ body }) => body['customerId'])
    expect(id).toMatch(/^S-[\da-f]{32}$/)
    expect(services.callsOf('/orders')[0]?.body).toMatchObject({ linkedCustomerId: id })
  })

  it('has an id that differs from that of every other subject', async () => {
    const mine = await linkedCustomerOf(await signIn('U-AN'))
    const other = await linkedCustomerOf(await signIn('U-BINH'))

    expect(mine).not.toBe(other)
  })

  it('is not charged for an order by another person who knows its id', async () => {
    const order = { id: orderId, key, method: 'linked-wallet' }
    await post('/orders', order, [await signIn('U-AN'), basket])

    const other = await post('/orders', order, [await signIn('U-BINH'), basket])
    const guest = await post('/orders', { ...order, method: 'web-payment' }, [basket])

    expect(other.headers.get('location')).toBe('/basket')
    expect(guest.headers.get('location')).toBe('/basket')
    expect(services.callsOf('/orders')).toHaveLength(1)
  })
})

describe('the account page', () => {
  it.each([
    ['no answer', () => Promise.reject(new TypeError('Network connection lost'))],
    ['503', () => new Response('busy', { status: 503 })],
  ])('looks for the name again after %s of the wallet', async (_what, answer) => {
    const cookie = await signIn()
    const [userInfo] = [...services.answers].filter(([call]) => call.endsWith('/user-info'))
    services.answers.set('GET /user-management/user-info', answer)

    const page = await (await get('/account', [cookie])).text()

    expect(page).toContain('http-equiv="refresh"')
    expect(page).toContain('data-customer="unanswered"')
    expect(page).not.toContain('data-name')
    services.answers.set(...(userInfo ?? ['', answer]))
    const next = await (await get('/account', [cookie])).text()
    expect(next).toContain('<strong data-name>Nguyen Van An</strong>')
    expect(next).not.toContain('http-equiv="refresh"')
  })

  it('shows no name, and does not ask again, once the wallet has refused the session', async () => {
    const cookie = await signIn()
    const refused = { meta: { code: 401 } }
    services.answers.set('GET /user-management/user-info', () =>
      Response.json(refused, { status: 401 }),
    )

    const page = await (await get('/account', [cookie])).text()

    expect(page).not.toContain('data-name')
    expect(page).not.toContain('http-equiv="refresh"')
    expect(page).toContain('action="/auth/sign-out"')
  })
})

describe('a guest', () => {
  it('pays without a linked wallet', async () => {
    const order = { id: orderId, key, method: 'web-payment' }
    const response = await post('/orders', order, [basket, planted])

    expect(response.headers.get('location')).toBe(`${paymentUrl}&lang=en`)
    expect(services.callsOf('/orders')[0]?.body).not.toHaveProperty('linkedCustomerId')
  })

  it('sees the order in the browser that made it, by a cookie that is new with the order', async () => {
    const page = await (await get('/basket', [basket])).text()
    const id = hiddenField(page, 'id')
    const order = { id, key: hiddenField(page, 'key'), method: 'web-payment' }
    const bought = await post('/orders', order, [basket, planted])

    const own = await get(`/orders/${id}`, cookiesOf(bought))
    const planter = await get(`/orders/${id}`, [planted])

    expect(own.status).toBe(200)
    expect(planter.status).toBe(404)
    expect(await planter.text()).not.toMatch(/data-state|120[.,]000/)
    expect(order.key).toMatch(/^[\w-]{32}$/)
  })

  it('keeps the order when the form is sent twice', async () => {
    const order = { id: orderId, key, method: 'web-payment' }
    const first = await post('/orders', order, [basket])
    const second = await post('/orders', { ...order, method: 'transaction-qr' }, [basket])

    expect(first.headers.get('location')).toBe(`${paymentUrl}&lang=en`)
    expect(second.headers.get('location')).toBe(`${qrPaymentUrl}&lang=en`)
    expect((await get(`/orders/${orderId}`, cookiesOf(second))).status).toBe(200)
  })
})

describe('loyalty', () => {
  const tier = { member: { full_name: 'An' }, tier_info: { tier_name: 'Gold' } }
  beforeEach(() => {
    services.answers.set('POST /loyalty/getMembership', () =>
      Response.json({ outcome: 'accepted', data: tier }),
    )
  })

  it('shows tier and points of the own number of the customer only', async () => {
    const page = await (await get('/account', [await signIn(), 'phone=0911111111'])).text()

    expect(page).toMatch(/data-tier[^>]*>Gold</)
    expect(services.callsOf('getMembership').map(({ body }) => body['identity'])).toEqual([
      '0900000001',
    ])
    expect(page).not.toMatch(/0900000001|0911111111/)
  })

  it.each([[[]], [['phone=0900000001']]])(
    'shows no loyalty data to anybody else (%j)',
    async (cookies) => {
      const page = await (await get('/account', cookies)).text()
      const typed = await post('/account/phone', { phone: '0900000001' }, cookies)

      expect(page).not.toMatch(/data-tier|data-points|Gold/)
      expect(typed.status).toBe(404)
      expect(typed.headers.getSetCookie()).toEqual([])
      expect(services.sent).toEqual([])
    },
  )

  it('gives points to the phone number that the wallet states for the signed-in customer', async () => {
    const order = { id: orderId, key, method: 'web-payment' }
    await post('/orders', order, [await signIn(), basket, 'phone=0911111111'])
    const row = await env.DB.prepare('SELECT phone FROM order_extras').first('phone')

    expect(row).toBe('0900000001')
  })
})
