import { createSandboxApp } from '@merchant-edge/sandbox'
import { freePorts } from '@merchant-edge/tools/ports'
import { startHouse, type House } from '@merchant-edge/tools/house'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import shopApp from '../examples/shop/src/index.ts'
import tillApp from '../examples/till/src/index.ts'
import deskApp from '../workers/console/src/index.ts'
import { attack } from './hostile-client/attack.ts'
import {
  hostileRequests,
  type Route,
  shareOfHostileRequests,
  withHeaders,
  withoutBearer,
} from './hostile-client/hostile-requests.ts'
import { sessionAtDesk } from './hostile-client/session-at-desk.ts'
import { documentedRoutes, readWorkersDocument, routesOf } from './hostile-client/routes.ts'
import { type RawAnswer, sendRaw } from './hostile-client/send-raw.ts'

// Goal: no request of an unauthorized client breaks a Worker or changes anything, and every answer is safe.
// Method: every Worker in workerd as under `npm start`; every address of the OpenAPI document, of the route tables of the
// shop and the sandbox, and every page. Requests are written byte by byte, because an HTTP client would not send most of
// them. Addresses behind the same check share the requests among them, so that each kind of request meets each check.

const pages: readonly Route[] = [
  '/pay/{id}',
  '/pay/{id}/qr',
  '/pay/{id}/state',
  '/pay/{id}/linked',
  '/return/{id}',
  '/health',
  '/styles.css',
  '/checkout.js',
  '/icon.svg',
  '/link-callbacks/{id}/{token}',
  '/nowhere',
  '/',
].map((path) => ({ method: 'GET', path }))

// Sign-on answers below the path where it is mounted; no route table has these addresses.
const signOnRoutes: readonly Route[] = [
  { method: 'GET', path: '/auth/sign-in' },
  { method: 'GET', path: '/auth/callback' },
  { method: 'GET', path: '/auth/signed-out' },
  { method: 'GET', path: '/auth/front-channel-logout' },
]

const sandboxRoutes = routesOf(createSandboxApp())
const shopRoutes = [...routesOf(shopApp), ...signOnRoutes]
const deskRoutes = [...routesOf(deskApp), ...signOnRoutes]

/** Lower than the limit of a deployed checkout, so that the test of the limit needs no thousand requests. */
const pagesPerMinute = 60

// What the answers of the checkout and of the receiver of callbacks must be like.
const document = await readWorkersDocument()

let house: House
let routes: readonly Route[]

beforeAll(async () => {
  // Silent: writing a line of the security log for each of some ten thousand refusals would take longer than the refusals.
  house = await startHouse({ ports: await freePorts(), isSilent: true, pagesPerMinute })
  routes = documentedRoutes(document)
  await asShop('POST', '/orders', { id: 'ORDER-1', amountVnd: 120_000, description: 'Lotus tea' })
})

afterAll(async () => {
  await house?.stop()
})

async function asShop(method: string, target: string, json?: unknown): Promise<RawAnswer> {
  return sendRaw(house.addresses.checkout, {
    method,
    target,
    headers: [
      ['authorization', `Bearer ${house.secrets.checkoutSecret}`],
      ['content-type', 'application/json'],
    ],
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
}

/** The records of the order store and of the service, which must not change. */
async function traces(): Promise<string> {
  const order = await asShop('GET', '/orders/ORDER-1')
  const orders = await sendRaw(house.addresses.checkout, {
    method: 'GET',
    target: '/operator/orders?limit=100',
    headers: [['authorization', `Bearer ${house.secrets.operatorToken}`]],
  })
  const requests = await sendRaw(house.addresses.sandbox, {
    method: 'GET',
    target: '/control/requests',
  })
  expect([order.status, orders.status, requests.status]).toEqual([200, 200, 200])
  return [order, orders, requests].map(({ text }) => text).join('\n')
}

describe('an unauthorized client', () => {
  it('finds every route of the API', () => {
    const known = routes.map(({ method, path }) => `${method} ${path}`)

    expect(known).toContain('POST /orders')
    expect(known).toContain('GET /operator/orders')
    expect(known.length).toBeGreaterThan(30)
  })

  it('finds every route of the shop and of the sandbox', () => {
    const named = (all: readonly Route[]) => all.map(({ method, path }) => `${method} ${path}`)

    expect(named(shopRoutes)).toEqual(
      expect.arrayContaining(['GET /orders/{id}', 'POST /account/link', 'POST /webhooks']),
    )
    expect(named(sandboxRoutes)).toEqual(
      expect.arrayContaining([
        'POST /merchant-integration/v1/orders/refund',
        'DELETE /control/api-keys/{keyCode}',
        'GET /control/requests/{id}',
        'POST /identity/login',
        'POST /oauth2/token',
        'POST /merchant/keys',
      ]),
    )
  })

  it('cannot break or change anything at the checkout', async () => {
    const before = await traces()

    const own = routes.filter(({ path }) => !path.startsWith('/ipn'))
    const faults = await attack(
      house.addresses.checkout,
      [...own, ...pages].flatMap((route) => hostileRequests(route)),
      { document },
    )

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })

  it('cannot break or change anything at the receiver of callbacks', async () => {
    const before = await traces()

    const paths = ['/ipn/{reference}/{token}', '/ipn', '/health', '/']
    const own = paths.map((path) => ({ method: 'GET', path }))
    const faults = await attack(
      house.addresses.ipn,
      own.flatMap((route) => hostileRequests(route)),
      { document },
    )

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })

  it('cannot break anything at the shop, nor order', async () => {
    const before = await traces()

    const faults = await attack(house.addresses.shop, shareOfHostileRequests(shopRoutes, 2))

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })

  it('cannot break anything at the till, nor sell', async () => {
    const before = await traces()

    const faults = await attack(house.addresses.till, shareOfHostileRequests(routesOf(tillApp), 2))

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })

  it("cannot break or change anything at the operator's desk", async () => {
    const before = await traces()

    const faults = await attack(house.addresses.console, shareOfHostileRequests(deskRoutes, 2))

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })
})

describe('a hostile client with a valid secret', () => {
  const bearer = (token: string) => [['authorization', `Bearer ${token}`]] as const

  it('cannot break anything with the bearer of the shop', async () => {
    const own = routes.filter(({ path }) => !/^\/(?:ipn|operator)/.test(path))
    const requests = withoutBearer(own.flatMap((route) => hostileRequests(route)))
    const asShopsBackend = withHeaders(requests, bearer(house.secrets.checkoutSecret))

    expect(await attack(house.addresses.checkout, asShopsBackend, { document })).toEqual([])
  })

  it('cannot break anything with the token of an operator', async () => {
    const own = routes.filter(({ path }) => path.startsWith('/operator'))
    const requests = withoutBearer(shareOfHostileRequests(own, 2))
    const asOperator = withHeaders(requests, bearer(house.secrets.operatorToken))

    expect(await attack(house.addresses.checkout, asOperator, { document })).toEqual([])
  })

  it("cannot break or change anything with an operator's session at the desk", async () => {
    const desk = house.addresses.console
    const cookie = await sessionAtDesk(house.addresses, 'U-AN')
    const before = await traces()
    const own = new Set(['cookie', 'origin'])
    const requests = shareOfHostileRequests(deskRoutes, 4).filter(
      ({ headers = [] }) => !headers.some(([name]) => own.has(name)),
    )
    const asOperator = withHeaders(requests, [
      ['cookie', cookie],
      ['origin', desk],
      ['sec-fetch-site', 'same-origin'],
    ])

    expect(await attack(desk, asOperator)).toEqual([])
    expect(await traces()).toBe(before)
    const after = await sendRaw(desk, {
      method: 'GET',
      target: '/orders',
      headers: [['cookie', cookie]],
    })
    expect(after.status).toBe(200)
  })
})

describe('the limits', () => {
  const from = [['cf-connecting-ip', '192.0.2.7']] as const

  it('apply to wrong bearers, and never to a valid one', async () => {
    const wrong = [...from, ['authorization', 'Bearer wrong-secret-of-nobody']] as const
    const statuses = new Set<number>()
    let retryAfter: string | undefined
    for (let count = 0; count < 130 && !statuses.has(429); count += 1) {
      const request = { method: 'GET', target: '/orders/ORDER-1', headers: wrong }
      const answer = await sendRaw(house.addresses.checkout, request)
      statuses.add(answer.status)
      retryAfter ??= answer.headers.get('retry-after')
    }
    const right = await sendRaw(house.addresses.checkout, {
      method: 'GET',
      target: '/orders/ORDER-1',
      headers: [...from, ['authorization', `Bearer ${house.secrets.checkoutSecret}`]],
    })

    expect([...statuses]).toEqual([401, 429])
    expect(retryAfter).toBe('60')
    expect(right.status).toBe(200)
  })

  it.each(['/return/ORDER-1', '/link-callbacks/L-1/T-1', '/health'])(
    'apply to a client that requests %s all the time',
    async (target) => {
      const send = async () =>
        (await sendRaw(house.addresses.checkout, { method: 'GET', target, headers: from })).status
      const statuses = new Set<number>()
      // A minute may end during the test, and the count then starts again.
      for (let sent = 0; sent <= 2 * pagesPerMinute && !statuses.has(429); sent += 25) {
        const some = await Promise.all(Array.from({ length: 25 }, send))
        for (const status of some) statuses.add(status)
      }

      expect(statuses).toContain(429)
    },
  )
})

// Concurrent with the next test, because it waits as long as a body may take.
it.concurrent('end a request whose body does not arrive', async () => {
  const headers = [
    ['authorization', `Bearer ${house.secrets.checkoutSecret}`],
    ['content-type', 'application/json'],
  ] as const
  const slow = { method: 'POST', target: '/orders', body: '{"id"', contentLength: 500 }

  const known = await sendRaw(house.addresses.checkout, { ...slow, headers })
  const unknown = await sendRaw(house.addresses.checkout, slow)

  expect([known.status, unknown.status]).toEqual([408, 401])
})

// Last, because local programs are allowed to change the sandbox, and some of these requests do.
describe.concurrent('the sandbox', () => {
  it('is not broken by hostile requests of a local program, and continues to work', async () => {
    const { sandbox } = house.addresses
    const requests = shareOfHostileRequests(sandboxRoutes, 6)
    const isPage = /^\/(?!control|merchant-integration|oh-integration|oauth2|user-management)/
    const fromOwnPages = withHeaders(
      requests.filter(({ target }) => isPage.test(target)),
      [['origin', sandbox]],
    )

    const ofPrograms = requests.filter(({ target }) => !isPage.test(target))
    const all = [...ofPrograms, ...fromOwnPages]

    // A local sandbox uses http, so it sends no header that requires https.
    const faults = await attack(sandbox, all, { unneeded: ['strict-transport-security'] })
    const after = ['/', '/merchant/log-in', '/control/orders'].map(async (target) => {
      const { status } = await sendRaw(sandbox, { method: 'GET', target })
      return status
    })

    expect(faults).toEqual([])
    expect(await Promise.all(after)).toEqual([200, 200, 200])
  })
})
