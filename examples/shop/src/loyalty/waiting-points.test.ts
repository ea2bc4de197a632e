import { env } from 'cloudflare:workers'
import { signWebhook } from '@merchant-edge/orders/webhook'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import app from '../index.ts'
import {
  an,
  emptyShop,
  get,
  post,
  shopUrl,
  signIn,
  stubServices,
  voucherCookie,
  type Answer,
  type Services,
} from '../../test/shop-world.ts'
import { findShopOrder } from '../store/shop-orders.ts'

// Goal: no points are lost because the wallet did not say at the purchase who buys. Method: the real routes and
// tables; the wallet gives no answer while the order is made, and gives one later.

const orderId = 'EB-2222222222222222'
const userInfo = 'GET /user-management/user-info'
const topUp = 'POST /loyalty/topUpPoints'
const waiting = 'data-points="waiting"'

let services: Services
let buyer: string

const says = (user: object) => () => Response.json({ data: user, meta: { code: 200 } })
const saysNothing = () => new Response(null, { status: 503 })
const refusesToken = () => new Response(null, { status: 401 })
const accepted = () => Response.json({ outcome: 'accepted', data: null })
const refused = () => Response.json({ outcome: 'refused' }, { status: 422 })
const unknown = () => Response.json({ outcome: 'unknown' }, { status: 202 })

async function buy(wallet: Answer, cookies = [buyer]): Promise<void> {
  services.answers.set(userInfo, wallet)
  const order = { id: orderId, key: 'k'.repeat(32), method: 'web-payment' }
  await post('/orders', order, ['basket=morning-river_1', ...cookies])
}

async function tell(type: string, state: string, version: number): Promise<number> {
  const { amountVnd } = (await findShopOrder(env.DB, orderId)) ?? { amountVnd: 0 }
  const body = JSON.stringify({ type, data: { version, order: { id: orderId, state, amountVnd } } })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = await signWebhook(env.WEBHOOK_SECRET, { id: 'event-1', timestampSeconds, body })
  const init = { method: 'POST', headers: { ...headers }, body }
  return (await app.request(`${shopUrl}/webhooks`, init, env)).status
}

async function page(path = `/orders/${orderId}`): Promise<string> {
  return (await get(path, [buyer])).text()
}

const gifts = () => services.callsOf('topUpPoints').map(({ body }) => body['phone_number'])

beforeEach(async () => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { id: orderId, timeline: [] } }, { status: 201 }),
  )
  services.answers.set(`GET /orders/${orderId}`, ({ state = 'paid' }) =>
    Response.json({ id: orderId, state, returned: { vnd: 0 }, timeline: [] }),
  )
  services.answers.set(topUp, accepted)
  buyer = await signIn()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

it('gives points by the webhook when the wallet has answered since the purchase', async () => {
  await buy(saysNothing)
  services.answers.set(userInfo, says(an))
  await page()

  expect(await tell('order.paid', 'paid', 3)).toBe(204)
  expect(gifts()).toEqual([an.phone_number])
  expect(await page()).toMatch(/data-points="given"[^>]*>[^<]*120/)
})

it.each([`/orders/${orderId}`, '/account'])(
  'sends the books without waiting, and gives the points on %s as soon as the wallet answers',
  async (path) => {
    await buy(saysNothing)
    const acknowledged = await tell('order.paid', 'paid', 3)
    const before = await page()
    services.answers.set(userInfo, says(an))
    await page(path)
    const after = await page()
    await page()

    expect(acknowledged).toBe(204)
    expect(before).toContain('Your books are on their way')
    expect(before).toContain(waiting)
    expect(before).toContain('http-equiv="refresh"')
    expect(gifts()).toEqual([an.phone_number])
    expect(after).not.toContain(waiting)
    expect(after).not.toContain('http-equiv="refresh"')
  },
)

it('says in both languages that points wait, and links to the sign-in when only that helps', async () => {
  await buy(refusesToken)
  await tell('order.paid', 'paid', 3)

  const english = await page()
  const vietnamese = await page(`/orders/${orderId}?lang=vi`)

  expect(english).toContain('sign in again')
  expect(vietnamese).toContain('đăng nhập lại')
  for (const text of [english, vietnamese]) {
    expect(text).toContain(waiting)
    expect(text).toContain(`/auth/sign-in?return_to=${encodeURIComponent(`/orders/${orderId}`)}`)
    expect(text).not.toContain('http-equiv="refresh"')
  }
})

it('says in the account too that the wallet does not say who is signed in, and links to the sign-in', async () => {
  services.answers.set(userInfo, refusesToken)
  services.answers.set('GET /links/*', () => Response.json({ error: {} }, { status: 404 }))

  const english = await page('/account')
  const vietnamese = await page('/account?lang=vi')

  expect(english).toContain('does not say any more who you are')
  expect(vietnamese).toContain('đăng nhập lại')
  for (const text of [english, vietnamese]) {
    expect(text).toContain(`/auth/sign-in?return_to=${encodeURIComponent('/account')}`)
    expect(text).not.toContain('http-equiv="refresh"')
  }
})

it('retries with the same ids while the outcome of giving points is unknown', async () => {
  await buy(saysNothing)
  await tell('order.paid', 'paid', 3)
  services.answers.set(userInfo, says(an))
  services.answers.set(topUp, unknown)
  const before = await page()
  services.answers.set(userInfo, says({ ...an, phone_number: '0900000009' }))
  services.answers.set(topUp, accepted)
  const after = await page()

  const [first, second] = services.callsOf('topUpPoints')
  expect(second?.body).toEqual(first?.body)
  expect(before).toContain(waiting)
  expect(after).not.toContain(waiting)
})

it.each([
  ['the wallet has no phone number for the shop', says({ full_name: 'An' }), accepted, 0],
  ['the service refuses them', says(an), refused, 1],
])('stops waiting when %s', async (_what, wallet, answer, asked) => {
  await buy(saysNothing)
  await tell('order.paid', 'paid', 3)
  services.answers.set(userInfo, wallet)
  services.answers.set(topUp, answer)
  await page()

  expect(await page()).not.toContain(waiting)
  expect(gifts()).toHaveLength(asked)
})

it('gives nothing for an order that was refunded meanwhile', async () => {
  await buy(saysNothing)
  await tell('order.paid', 'paid', 3)
  await tell('order.refunded', 'refunded', 4)
  services.answers.set(userInfo, says(an))

  expect(await page()).not.toContain(waiting)
  expect(gifts()).toEqual([])
})

it('gives nothing before the order is paid, and nothing to anybody else', async () => {
  await buy(saysNothing)
  services.answers.set(userInfo, says(an))
  await page('/account')
  const early = gifts()
  await emptyShop()
  await buy(saysNothing)
  await tell('order.paid', 'paid', 3)
  services.answers.set(userInfo, says({ ...an, phone_number: '0900000002' }))
  await get('/account', [await signIn('U-BINH')])
  await get(`/orders/${orderId}`, [await signIn('U-BINH')])

  expect(early).toEqual([])
  expect(gifts()).toEqual([])
})

it.each([
  ['a guest', async () => []],
  ['an order that is too small for points', async () => [buyer, await voucherCookie('EV-1')]],
])('nothing waits for %s', async (_who, cookies) => {
  const voucher = { discount_value: 80_000, discount_type: 'amount' }
  services.answers.set('POST /loyalty/verifyVoucher', () => Response.json({ data: voucher }))
  services.answers.set('POST /loyalty/markVoucherUsed', accepted)
  await buy(saysNothing, await cookies())

  const waits = await env.DB.prepare('SELECT points_wait FROM order_extras').first('points_wait')
  expect(waits).toBe(0)
})
