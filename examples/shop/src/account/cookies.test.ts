import { env } from 'cloudflare:workers'
import { webPorts } from '@merchant-edge/oidc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyShop, post, signIn, stubServices, type Services } from '../../test/shop-world.ts'
import { createShop } from '../create-shop.ts'
import { findShopOrder } from '../store/shop-orders.ts'

const orderId = 'EB-2222222222222222'
const order = { id: orderId, key: 'k'.repeat(32), method: 'web-payment' }
const SHOP_URL = 'https://shop.example'
const basket = '__Host-basket=morning-river_1'

let services: Services

beforeEach(() => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { timeline: [] } }, { status: 201 }),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

/** Sends a form to a shop that stands on https, at a time of the test. */
async function sendTo(
  path: string,
  fields: Readonly<Record<string, string>>,
  { cookie, now = webPorts.now }: { cookie: string; now?: () => number },
): Promise<Response> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: SHOP_URL,
    cookie,
  }
  const body = new URLSearchParams(fields).toString()
  const shop = createShop({ ...webPorts, now })
  return shop.request(`${SHOP_URL}${path}`, { method: 'POST', headers, body }, { ...env, SHOP_URL })
}

describe('the cookies of a shop on https', () => {
  it('have the __Host- prefix, so only this host sets them over https, and no script reads them', async () => {
    const line = await sendTo('/basket', { book: 'salt-wind', change: '1' }, { cookie: basket })
    const bought = await sendTo('/orders', order, { cookie: basket })

    const cookies = [line, bought].flatMap(({ headers }) => headers.getSetCookie())
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-basket',
      `__Host-order.${orderId}`,
      '__Host-basket',
      '__Host-voucher',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(cookie).not.toMatch(/domain/i)
    }
    expect(cookies[1]).toContain('Max-Age=86400')
  })

  it('are ignored under the names without the prefix, which other hosts can set', async () => {
    const bought = await sendTo('/orders', order, { cookie: 'basket=morning-river_1' })

    expect(bought.headers.get('location')).toBe('/basket')
    expect(services.callsOf('/orders')).toEqual([])
  })
})

it('signing out leaves nothing of the customer in the browser', async () => {
  const cookies = [await signIn(), 'basket=salt-wind_1', `order.${orderId}=${order.key}`, 'lang=vi']
  const response = await post('/auth/sign-out', {}, cookies)

  expect(response.status).toBe(303)
  const gone = response.headers
    .getSetCookie()
    .filter((cookie) => /=; max-age=0/i.test(cookie))
    .map((cookie) => cookie.split('=')[0])
  expect(gone).toEqual(['8787-session', 'basket', 'voucher', `order.${orderId}`])
})

it('times of orders are those of the clock that the shop is given', async () => {
  await sendTo('/orders', order, { cookie: basket, now: () => 1_900_000_000_000 })

  expect(await findShopOrder(env.DB, orderId)).toMatchObject({ createdAt: 1_900_000_000 })
})
