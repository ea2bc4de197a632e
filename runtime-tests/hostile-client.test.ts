import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '@merchant-edge/tools/ports'
import { startHouse, type House } from '@merchant-edge/tools/house'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './hostile-client/faults-of.ts'
import {
  hostileRequests,
  type HostileRequest,
  type Route,
} from './hostile-client/hostile-requests.ts'
import { type RawAnswer, sendRaw } from './hostile-client/send-raw.ts'

// Goal: whatever somebody without a right sends, no Worker breaks, nothing happens, and every answer is as safe as any
// other. Method: every Worker in workerd as under `npm start`, every address of the OpenAPI document and every page, and
// requests written byte by byte, since a client of HTTP would not send most of them.

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

let house: House
let routes: readonly Route[]
let sent = 0

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
  const file = join(import.meta.dirname, '../docs/openapi/workers.json')
  const { paths }: { paths: Record<string, object> } = JSON.parse(await readFile(file, 'utf8'))
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((name) => /^(?:get|post|put|delete)$/.test(name))
      .map((method) => ({ method: method.toUpperCase(), path })),
  )
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

/** An address of its own for each request, so that none is turned away for the others. */
function nextAddress(): string {
  sent += 1
  return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
}

/** Sends requests, a few at a time, and returns what is wrong with the answers. */
async function attack(origin: string, requests: readonly HostileRequest[]): Promise<string[]> {
  const faults: string[] = []
  const waiting = [...requests]
  async function work(): Promise<void> {
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
      const { about, method, target, headers = [] } = request
      const answer = await sendRaw(origin, {
        ...request,
        headers: [['cf-connecting-ip', nextAddress()], ...headers],
      })
      for (const fault of faultsOf(answer)) {
        faults.push(`${method} ${target.slice(0, 80)}, ${about}: ${fault} (${answer.status})`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

/** What the order store and the service have seen: it must not change. */
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

describe('a client without a right', () => {
  it('finds every route of the API', () => {
    const known = routes.map(({ method, path }) => `${method} ${path}`)

    expect(known).toContain('POST /orders')
    expect(known).toContain('GET /operator/orders')
    expect(known.length).toBeGreaterThan(30)
  })

  it('breaks nothing at the checkout, and does nothing there', async () => {
    const before = await traces()

    const own = routes.filter(({ path }) => !path.startsWith('/ipn'))
    const faults = await attack(
      house.addresses.checkout,
      [...own, ...pages].flatMap((route) => hostileRequests(route)),
    )

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })

  it('breaks nothing at the receiver of callbacks, and does nothing there', async () => {
    const before = await traces()

    const paths = ['/ipn/{reference}/{token}', '/ipn', '/health', '/']
    const own = paths.map((path) => ({ method: 'GET', path }))
    const faults = await attack(
      house.addresses.ipn,
      own.flatMap((route) => hostileRequests(route)),
    )

    expect(faults).toEqual([])
    expect(await traces()).toBe(before)
  })
})

describe('the bearer of the shop in hostile hands', () => {
  it('breaks nothing with bodies and queries that no address knows', async () => {
    const authorization = ['authorization', `Bearer ${house.secrets.checkoutSecret}`] as const
    const own = routes.filter(({ path }) => !/^\/(?:ipn|operator)/.test(path))
    const requests = own
      .flatMap((route) => hostileRequests(route))
      .filter(({ headers = [] }) => headers.every(([name]) => name !== 'authorization'))
      .map((request) => ({ ...request, headers: [authorization, ...(request.headers ?? [])] }))

    expect(await attack(house.addresses.checkout, requests)).toEqual([])
  })
})

describe('the limits', () => {
  const from = [['cf-connecting-ip', '192.0.2.7']] as const

  it('turn wrong bearers away, and never a right one', async () => {
    const wrong = [...from, ['authorization', 'Bearer wrong-secret-of-nobody']] as const
    const statuses = new Set<number>()
    let retryAfter: string | undefined
    for (let count = 0; count < 130; count += 1) {
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
    'turn away who asks for %s all the time',
    async (target) => {
      const requests = Array.from({ length: 1_250 }, () => async () => {
        const request = { method: 'GET', target, headers: from }
        return (await sendRaw(house.addresses.checkout, request)).status
      })
      const statuses = new Set<number>()
      while (requests.length > 0) {
        const some = requests.splice(0, 25)
        for (const status of await Promise.all(some.map((send) => send()))) statuses.add(status)
      }

      expect(statuses).toContain(429)
    },
  )
})

it('a body that does not come is given up', async () => {
  const headers = [
    ['authorization', `Bearer ${house.secrets.checkoutSecret}`],
    ['content-type', 'application/json'],
  ] as const
  const slow = { method: 'POST', target: '/orders', body: '{"id"', contentLength: 500 }

  const known = await sendRaw(house.addresses.checkout, { ...slow, headers })
  const unknown = await sendRaw(house.addresses.checkout, slow)

  expect([known.status, unknown.status]).toEqual([408, 401])
})
