import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  emptyShop,
  get,
  hiddenField,
  post,
  stubServices,
  voucherCookie,
  type Services,
} from '../../test/shop-world.ts'
import { findShopOrder } from '../store/shop-orders.ts'

// Goal: nobody orders at a price that the page with the button has not shown. Method: a basket page in one tab, and a
// basket, a voucher or an order that another tab has changed since.

const paymentUrl = `${env.CHECKOUT_URL}/pay/EB-1?key=k`
const one = 'basket=morning-river_1'
const two = 'basket=morning-river_1.salt-wind_1'
const inBasket = await voucherCookie('V-1')
const voucher = { min_order_value: 0, discount_value: 20_000, discount_type: 'amount' }

let services: Services

/** Sends the form of a basket page, as the browser has it by then. */
async function buy(page: string, cookies: readonly string[]): Promise<Response> {
  const names = ['id', 'key', 'total']
  const fields = Object.fromEntries(names.map((name) => [name, hiddenField(page, name)]))
  return post('/orders', { ...fields, method: 'web-payment' }, cookies)
}

async function basketPage(cookies: readonly string[]): Promise<string> {
  return (await get('/basket', cookies)).text()
}

const announced = () =>
  services.callsOf('/orders').map(({ body: { amountVnd } }) => ({ amountVnd }))

beforeEach(() => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json({ order: { timeline: [] }, paymentUrl }, { status: 201 }),
  )
  services.answers.set('POST /loyalty/verifyVoucher', () =>
    Response.json({ outcome: 'accepted', data: voucher }),
  )
  services.answers.set('POST /loyalty/markVoucherUsed', () =>
    Response.json({ outcome: 'accepted', data: null }),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

it('orders at the price that the page has shown', async () => {
  const page = await basketPage([two, inBasket])
  const answer = await buy(page, [two, inBasket])

  expect(hiddenField(page, 'total')).toBe('189000')
  expect([answer.status, announced()]).toEqual([303, [{ amountVnd: 189_000 }]])
})

it.each([
  ['a book was added', [one], [two]],
  ['the voucher was taken out', [two, inBasket], [two]],
  ['a voucher came in', [two], [two, inBasket]],
])('shows the basket again when %s in another tab', async (_, seen, now) => {
  const page = await basketPage(seen)
  const answer = await buy(page, now)
  const shown = await answer.text()

  expect(answer.status).toBe(409)
  expect(shown).toContain('has changed since')
  expect(hiddenField(shown, 'id')).not.toBe(hiddenField(page, 'id'))
  expect(await findShopOrder(env.DB, hiddenField(page, 'id'))).toBeUndefined()
  expect(announced()).toEqual([])
  expect(services.callsOf('markVoucherUsed')).toEqual([])

  expect((await buy(shown, now)).status).toBe(303)
})

it('does not reuse an earlier order, whose announcement was lost, for a basket with another price', async () => {
  services.answers.delete('POST /orders')
  const down = await buy(await basketPage([one]), [one])
  const page = await basketPage([two])
  const asPlaced = page.replace(
    hiddenField(page, 'id'),
    hiddenField(await down.clone().text(), 'id'),
  )
  const ofSameGuest = asPlaced.replace(
    hiddenField(page, 'key'),
    hiddenField(await down.text(), 'key'),
  )
  services.answers.set('POST /orders', () =>
    Response.json({ order: { timeline: [] }, paymentUrl }, { status: 201 }),
  )
  const before = announced().length
  const answer = await buy(ofSameGuest, [two])

  expect(down.status).toBe(502)
  expect(answer.status).toBe(409)
  expect(announced()).toHaveLength(before)
})
