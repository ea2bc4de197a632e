import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { prepareOrderExtras } from './order-extras.ts'
import { applyEvent, findShopOrder, markFulfilled, prepareShopOrders } from './shop-orders.ts'

// Goal: the tables of the version before `paid_at` go on working. Method: that version's own statements.

const earlierTables = [
  'DROP TABLE IF EXISTS shop_order',
  'DROP TABLE IF EXISTS order_extras',
  `CREATE TABLE shop_order (
    id TEXT PRIMARY KEY, basket TEXT NOT NULL, amount_vnd INTEGER NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL, fulfilled_at INTEGER, created_at INTEGER NOT NULL) STRICT`,
  `CREATE TABLE order_extras (
    order_id TEXT PRIMARY KEY, phone TEXT, voucher TEXT, discount_vnd INTEGER NOT NULL,
    gift_codes TEXT NOT NULL DEFAULT '[]', points INTEGER NOT NULL DEFAULT 0,
    customer TEXT NOT NULL DEFAULT '', voucher_state TEXT, touched_at INTEGER NOT NULL DEFAULT 0) STRICT`,
  `INSERT INTO shop_order (id, basket, amount_vnd, state, version, fulfilled_at, created_at) VALUES
    ('OPEN', 'salt-wind_1', 89000, 'open', 0, NULL, 100),
    ('BOOKS', 'salt-wind_1', 89000, 'paid', 3, 200, 100),
    ('CODES-THERE', 'gift-card-fifty_1', 50000, 'paid', 3, 200, 100),
    ('CODES-MISSING', 'salt-wind_1.gift-card-fifty_1', 139000, 'paid', 3, 200, 100)`,
  `INSERT INTO order_extras (order_id, discount_vnd, gift_codes) VALUES
    ('OPEN', 0, '[]'), ('BOOKS', 0, '[]'), ('CODES-MISSING', 0, '[]'),
    ('CODES-THERE', 0, '[{"valueVnd":50000,"code":"AAAA","lastDay":""}]')`,
]

async function prepare(): Promise<void> {
  await prepareOrderExtras(env.DB)
  await prepareShopOrders(env.DB)
}

beforeEach(async () => {
  for (const statement of earlierTables) await env.DB.prepare(statement).run()
})

it.each([
  ['OPEN', { paidAt: null, fulfilledAt: null }],
  ['BOOKS', { paidAt: 200, fulfilledAt: 200 }],
  ['CODES-THERE', { paidAt: 200, fulfilledAt: 200 }],
  ['CODES-MISSING', { paidAt: 200, fulfilledAt: null }],
])('migrates the order %s of an earlier version', async (id, expected) => {
  await prepare()

  expect(await findShopOrder(env.DB, id)).toMatchObject({ id, ...expected })
})

it('migrates them once, although two Workers start at the same moment', async () => {
  await Promise.all([prepare(), prepare()])
  await markFulfilled(env.DB, 'CODES-MISSING', 300)
  await prepare()

  expect(await findShopOrder(env.DB, 'CODES-MISSING')).toMatchObject({
    paidAt: 200,
    fulfilledAt: 300,
  })
})

it('fulfils no order that is not paid', async () => {
  await prepare()
  await markFulfilled(env.DB, 'OPEN', 300)
  const unpaid = await findShopOrder(env.DB, 'OPEN')
  const event = { id: 'OPEN', state: 'paid', version: 1, paidVnd: 89_000, receivedAt: 400 }
  await applyEvent(env.DB, event)
  await markFulfilled(env.DB, 'OPEN', 500)

  expect(unpaid).toMatchObject({ fulfilledAt: null })
  expect(await findShopOrder(env.DB, 'OPEN')).toMatchObject({ paidAt: 400, fulfilledAt: 500 })
})
