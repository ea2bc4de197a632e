import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  emptyShop,
  get,
  hiddenField,
  post,
  signIn,
  stubServices,
  type Services,
} from '../../test/shop-world.ts'

// Goal: a customer who goes back from the payment, or closes its tab, finds the order again: the basket is empty by then.
// Method: orders of guests and of a signed-in customer, and the basket page with the cookies of each.

const basket = 'basket=morning-river_1'
let services: Services

beforeEach(() => {
  services = stubServices()
  services.answers.set('POST /orders', ({ id }) =>
    Response.json(
      { order: { timeline: [] }, paymentUrl: `${env.CHECKOUT_URL}/pay/${String(id)}?key=k` },
      { status: 201 },
    ),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

/** Orders a book; returns the id of the order, and the cookie that the browser has of it as a guest. */
async function buy(cookies: readonly string[] = []): Promise<{ id: string; cookie: string }> {
  const page = await (await get('/basket', [basket, ...cookies])).text()
  const fields = Object.fromEntries(
    ['id', 'key', 'total'].map((name) => [name, hiddenField(page, name)]),
  )
  const { id = '', key } = fields
  const answer = await post('/orders', { ...fields, method: 'web-payment' }, [basket, ...cookies])
  expect(answer.status).toBe(303)
  return { id, cookie: `order.${id}=${key}` }
}

/** The orders that the basket page of a browser leads to. */
async function ordersOn(path: string, cookies: readonly string[]): Promise<string[]> {
  const page = await (await get(path, cookies)).text()
  return [...page.matchAll(/href="\/orders\/([^"]+)"/g)].map(([, id = '']) => id)
}

it('shows a guest the orders of this browser only', async () => {
  const mine = await buy()
  const other = await buy()

  expect(await ordersOn('/basket', [mine.cookie])).toEqual([mine.id])
  expect(await ordersOn('/basket', [basket, mine.cookie])).toEqual([mine.id])
  expect(await ordersOn('/basket', [])).toEqual([])
  expect(await ordersOn('/basket', [`order.${other.id}=${'k'.repeat(32)}`])).toEqual([])
})

it('shows a signed-in customer their own orders, newest first', async () => {
  const an = await signIn()
  const first = await buy([an])
  await env.DB.prepare('UPDATE shop_order SET created_at = created_at - 60').run()
  const second = await buy([an])
  await buy([await signIn('U-BINH')])

  expect(await ordersOn('/basket', [an])).toEqual([second.id, first.id])
})

it('lists the newest ten orders only', async () => {
  const an = await signIn()
  for (let orders = 0; orders < 11; orders += 1) await buy([an])

  expect(await ordersOn('/basket', [an])).toHaveLength(10)
})

it('says the state and the price of each', async () => {
  const { cookie } = await buy()
  const page = await (await get('/basket?lang=en', [cookie])).text()

  expect(page).toContain('Your orders')
  expect(page).toContain('120,000')
  expect(page).toContain('Waiting for the payment')
})
