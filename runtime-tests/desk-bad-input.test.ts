import { deskClient, hiddenFields, type DeskClient } from '@merchant-edge/tools/desk-client'
import { startHouse, type House } from '@merchant-edge/tools/house'
import { freePorts } from '@merchant-edge/tools/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shopClient, type ShopClient } from './desk/shop-client.ts'

// Goal: an operator's action at the wrong moment gets a clear answer, and nothing takes effect twice.
// Method: every Worker in workerd as under `npm start`, over HTTP; each operator has separate cookies.

let house: House
let shop: ShopClient
let an: DeskClient
let binh: DeskClient

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
  shop = shopClient(house)
  an = deskClient(house, 'U-AN')
  binh = deskClient(house, 'U-BINH')
  await an.signIn()
  await binh.signIn()
})

afterAll(async () => {
  await house?.stop()
})

/** The form that confirms a refund, as the desk fills it in. */
async function confirmation(
  desk: DeskClient,
  orderId: string,
  typed: { readonly vnd: string; readonly reason: string },
): Promise<Record<string, string>> {
  const path = `/orders/${orderId}/refund`
  const form = hiddenFields(await (await desk.get(path)).text())
  const check = await (await desk.post(path, { ...form, ...typed, step: 'check' })).text()
  return { ...hiddenFields(check), step: 'confirm' }
}

async function refundsOf(orderId: string) {
  const { refunds } = await shop.order(orderId)
  return refunds.map(({ vnd, reason, state }) => ({ vnd, reason, state }))
}

it('keeps the form of a refund when the session has ended, asks to sign in, and makes the refund once', async () => {
  await shop.paidOrder({ id: 'EXPIRED', amountVnd: 120_000 })
  const typed = { vnd: '30000', reason: 'cold cup' }
  const confirmed = await confirmation(an, 'EXPIRED', typed)
  an.loseSession()

  const turnedAway = await an.post('/orders/EXPIRED/refund', confirmed)
  const way = turnedAway.headers.get('location') ?? ''
  expect([turnedAway.status, await refundsOf('EXPIRED')]).toEqual([303, []])
  expect(way).toMatch(/^\/auth\/sign-in\?/)

  expect(await an.signInAt(way)).toBe('/orders/EXPIRED/refund')
  const form = await (await an.get('/orders/EXPIRED/refund')).text()
  expect(form).toContain('value="30000"')
  expect(form).toContain('value="cold cup"')
  expect(await refundsOf('EXPIRED')).toEqual([])

  const again = await confirmation(an, 'EXPIRED', typed)
  await an.post('/orders/EXPIRED/refund', again)
  const repeated = await an.post('/orders/EXPIRED/refund', again)
  await an.post('/orders/EXPIRED/refund', confirmed)
  expect(repeated.headers.get('location')).toMatch(/^\/orders\/EXPIRED\?refund=/)
  expect(await refundsOf('EXPIRED')).toEqual([
    { vnd: 30_000, reason: 'cold cup', state: 'refunded' },
  ])
})

it('lets one of two operators refund the same money, and tells the other who was faster', async () => {
  await shop.paidOrder({ id: 'TWO', amountVnd: 120_000 })
  const first = await confirmation(an, 'TWO', { vnd: '40000', reason: 'wet' })
  const second = await confirmation(binh, 'TWO', { vnd: '40000', reason: 'damaged' })

  const answers = await Promise.all([
    an.post('/orders/TWO/refund', first),
    binh.post('/orders/TWO/refund', second),
  ])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
  expect(await refundsOf('TWO')).toHaveLength(1)
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const faster = answers[0]?.status === 303 ? 'an' : 'binh'
  expect(texts.join('')).toContain(faster)
})

it('refuses a verdict on a refund that was just settled, and names the operator who settled it', async () => {
  await shop.paidOrder({ id: 'SETTLED', amountVnd: 120_000 })
  await shop.unknownRefund('SETTLED', { id: 'R-SETTLED', vnd: 10_000 })
  const path = '/orders/SETTLED/refunds/R-SETTLED/verdict'
  const word = { choice: 'not_refunded', reason: 'asked the service', by: 'an' }
  const check = await (await an.post(path, { ...word, step: 'check' })).text()
  await binh.post(path, { ...word, choice: 'refunded', by: 'binh', step: 'confirm' })

  const late = await an.post(path, { ...hiddenFields(check), step: 'confirm' })

  expect(late.status).toBe(409)
  expect(await late.text()).toMatch(/binh[\s\S]*asked the service/)
  expect(await refundsOf('SETTLED')).toMatchObject([{ state: 'refunded' }])
})

it('exports a text that begins like a formula as plain text', async () => {
  await shop.ask(`${house.addresses.checkout}/orders`, {
    id: 'FORMULA',
    amountVnd: 120_000,
    description: '=HYPERLINK("https://evil.example")',
  })

  const file = await an.get('/export/orders.csv')

  const text = await file.text()
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).not.toMatch(/(?:^|,|")=HYPERLINK/m)
})

it('answers a request for an order of a store that the operator may not see as if it did not exist', async () => {
  const giang = deskClient(house, 'U-GIANG')
  await giang.signIn()
  await shop.paidOrder({ id: 'HIDDEN', amountVnd: 777_000 })

  for (const path of ['/orders/HIDDEN', '/orders/HIDDEN/refund']) {
    const hidden = await giang.get(path)
    const none = await giang.get(path.replace('HIDDEN', 'NOBODY'))
    expect([hidden.status, none.status]).toEqual([404, 404])
    expect(await hidden.text()).toBe(await none.text())
  }
})

it('answers a filter that matches very many orders in pages, and counts at most 10,000 of them', async () => {
  // One order for each second; no other order has their price.
  await house.ordersDatabase
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
       INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, store_code)
       SELECT printf('MANY-%06d', i), 'expired', 3000, '', i * 1000, i * 1000 + 1, 'EDGE-STORE-1' FROM n`,
    )
    .run()
  const idsOf = (page: string) => [...page.matchAll(/>(MANY-\d+)</g)].map(([, id]) => id)
  const first = await (await an.get('/orders?state=expired&amountVnd=3000&lang=en')).text()
  const next = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await (await an.get(next.startsWith('?') ? `/orders${next}` : next)).text()

  expect(idsOf(first)).toHaveLength(50)
  expect(idsOf(first)[0]).toBe('MANY-200000')
  expect(idsOf(second)[0]).toBe('MANY-199950')
  const counted = await (await an.get('/export?count=1&state=expired&lang=en')).text()
  expect(counted).toMatch(/role="status">[^<]*10,000/)
  const far = await (await an.get('/orders?state=disputed&amountVnd=3000&lang=en')).text()
  expect(idsOf(far)).toEqual([])
  expect(far).toContain('cursor=')
})
