import { deskClient, hiddenFields, type DeskClient } from '@merchant-edge/tools/desk-client'
import { startHouse, type House } from '@merchant-edge/tools/house'
import { freePorts } from '@merchant-edge/tools/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import deskApp from '../workers/console/src/index.ts'
import { shopClient, type ShopClient } from './desk/shop-client.ts'
import { routesOf } from './hostile-client/routes.ts'

// Goal: an operator of two of three stores sees everything of these two, and nothing of the third, at any address of the desk.
// Method: every Worker in workerd as under `npm start`, over HTTP. Each store has an order, a refund with unknown outcome and a
// proposal, whose ids and reasons contain the name of the store.

const stores = ['EDGE-STORE-1', 'EDGE-STORE-2', 'EDGE-STORE-3'] as const
const hidden = 'EDGE-STORE-1'

let house: House
let shop: ShopClient
let everything: DeskClient
let ofTwo: DeskClient
let proposals: ReadonlyMap<string, string>

beforeAll(async () => {
  house = await startHouse({
    ports: await freePorts(),
    ordersVariables: {
      APPROVAL_LIMIT_VND: '50000',
      STORES: JSON.stringify(stores.map((storeCode) => ({ storeCode, posCodes: ['EDGE-POS-1'] }))),
    },
    consoleVariables: {
      CONSOLE_OPERATORS: JSON.stringify([
        { subject: 'U-AN', name: 'an', role: 'money' },
        { subject: 'U-GIANG', name: 'giang', role: 'money', stores: stores.slice(1) },
      ]),
    },
  })
  shop = shopClient(house)
  everything = deskClient(house, 'U-AN')
  ofTwo = deskClient(house, 'U-GIANG')
  await everything.signIn()
  await ofTwo.signIn()
  await openThirdStore()
  for (const store of stores) {
    const posCode = 'EDGE-POS-1'
    await shop.paidOrder({ id: `ORDER-${store}`, amountVnd: 120_000, storeCode: store, posCode })
    await shop.unknownRefund(`ORDER-${store}`, { id: `R-${store}`, vnd: 10_000 })
  }
  proposals = new Map(await Promise.all(stores.map(propose)))
})

afterAll(async () => {
  await house?.stop()
})

async function openThirdStore(): Promise<void> {
  const control = `${house.addresses.sandbox}/control/stores`
  const known: readonly { code: string; merchantCode: string }[] = JSON.parse(
    await (await fetch(control)).text(),
  )
  const { merchantCode = '' } = known.find(({ code }) => code === stores[0]) ?? {}
  await shop.ask(control, { code: stores[2], merchantCode, name: 'Third' })
  await fetch(`${control}/${stores[2]}/terminals`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ posCode: 'EDGE-POS-1', name: 'Till' }),
  })
}

/** Requests a refund above the limit at the desk; returns the id of its proposal. */
async function propose(store: string): Promise<readonly [string, string]> {
  const path = `/orders/ORDER-${store}/refund`
  const form = hiddenFields(await (await everything.get(path)).text())
  const typed = { ...form, vnd: '60000', reason: `wet at ${store}`, step: 'check' }
  const check = hiddenFields(await (await everything.post(path, typed)).text())
  const answer = await everything.post(path, { ...check, step: 'confirm' })
  const id = /\/approvals\/([\w-]+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
  return [store, id]
}

/** The text of a store's records in a list. */
const lists: readonly (readonly [path: string, textOf: (store: string) => string])[] = [
  ['/orders', (store) => `>ORDER-${store}<`],
  ['/refunds', (store) => `>ORDER-${store}<`],
  ['/approvals', (store) => `/approvals/${proposals.get(store) ?? ''}"`],
  ['/verdicts', (store) => `/refunds/R-${store}/verdict"`],
  ['/export/orders.csv', (store) => `ORDER-${store},`],
  ['/today', (store) => `<th scope="row">${store}</th>`],
]

describe('an operator of two of three stores', () => {
  it.each(lists)('sees both of their stores at %s, and not the third', async (path, textOf) => {
    const all = await (await everything.get(path)).text()
    const own = await (await ofTwo.get(path)).text()

    for (const store of stores) {
      expect(all).toContain(textOf(store))
      expect([store, own.includes(textOf(store))]).toEqual([store, store !== hidden])
    }
    expect(own).not.toContain(hidden)
  })

  it('gets counts and takings of both of their stores', async () => {
    const counted = await (await ofTwo.get('/export?count=1')).text()
    const today = await (await ofTwo.get('/today')).text()

    expect(counted).toMatch(/role="status">\s*2 /)
    expect(today).toContain('240,000')
  })

  it.each(['/orders', '/refunds', '/approvals', '/export?count=1', '/export/orders.csv', '/today'])(
    'gets nothing at %s by naming the third store',
    async (path) => {
      const join = path.includes('?') ? '&' : '?'
      const answer = await ofTwo.get(`${path}${join}storeCode=${hidden}`)

      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain(`ORDER-${hidden}`)
    },
  )

  it('finds no order of the third store by a reference or transaction', async () => {
    const { attempts, payment } = await shop.order(`ORDER-${hidden}`)
    const names = [attempts[0]?.reference, attempts[0]?.serviceOrderId, payment?.transactionId]

    for (const name of [...names, `R-${hidden}`]) {
      const answer = await ofTwo.get(`/orders?find=${name}`)
      const place = answer.headers.get('location') ?? ''
      expect(place).toMatch(/^\/orders\?/)
      expect(await (await ofTwo.get(place)).text()).not.toContain(`/orders/ORDER-${hidden}`)
    }
  })

  it('can neither read nor change anything of the third store at any address', async () => {
    const id = `ORDER-${hidden}`
    const { attempts, payment } = await shop.order(id)
    const values = new Map([
      ['refundId', `R-${hidden}`],
      ['transactionId', payment?.transactionId ?? ''],
      ['reference', attempts[0]?.reference ?? ''],
      ['day', '2026-11-22'],
      ['run', '0'.repeat(32)],
      ['position', '0'],
    ])
    const before = JSON.stringify(await shop.order(id))
    const answers = new Map<string, number>()
    for (const { method, path } of routesOf(deskApp)) {
      // Command-line sign-ins belong to a person, not to a store.
      if (!path.includes('{') || path.startsWith('/command-lines/')) continue
      const named = path.startsWith('/approvals') ? (proposals.get(hidden) ?? '') : id
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? named)
      const fields = {
        by: 'giang',
        reason: 'a guess',
        step: 'confirm',
        vnd: '1000',
        choice: 'refunded',
      }
      const answer = await (method === 'POST' ? ofTwo.post(place, fields) : ofTwo.get(place))
      answers.set(`${method} ${path}`, answer.status)
      expect([place, await answer.text()]).toEqual([place, expect.not.stringContaining('120,000')])
    }

    expect([...answers].filter(([, status]) => status !== 403 && status !== 404)).toEqual([])
    expect(answers.size).toBeGreaterThan(20)
    expect(JSON.stringify(await shop.order(id))).toBe(before)
  })
})
