import { dayOfTime } from '@merchant-edge/pages'
import { env } from 'cloudflare:workers'
import { createTill } from '../src/create-till.ts'

/** Origin of the till under test. */
export const tillUrl = 'http://localhost:8793'

/** An order, as the checkout returns it. */
export interface StoredOrder {
  readonly id: string
  readonly amountVnd: number
  readonly description: string
  readonly storeCode: string
  readonly posCode: string
  readonly createdAt: number
  extraData?: { readonly orderInfo: string }
  state: string
  payment?: {
    readonly transactionId: string
    readonly serviceOrderId?: string
    readonly confirmedAt: number
    readonly vnd: number
    readonly points: number
  }
  returned: { readonly vnd: number; readonly points: number }
}

/** A till with a checkout that stores orders, and a browser that stores cookies. */
export interface TillWorld {
  readonly orders: Map<string, StoredOrder>
  /** Method and path of every request to the checkout. */
  readonly calls: string[]
  /** If set, answers a request instead of the checkout, unless it returns `undefined`. */
  refuse: (call: string) => Response | 'lost' | undefined
  /** Messages of the log. */
  readonly log: string[]
  /** Seconds since 1970. */
  now: number
  get(path: string): Promise<Response>
  post(path: string, fields: readonly (readonly [string, string])[]): Promise<Response>
  /** Pairs the browser with a till. */
  pair(till?: string): Promise<void>
  cookie: string
}

/** The first instant of the clock. */
const start = 1_798_000_000

export const qrSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'

/** A page of the orders of a till and a day, newest first; the cursor is the number of those before. */
function listAnswer(orders: Iterable<StoredOrder>, query: URLSearchParams): Response {
  const given = Object.fromEntries(query)
  const found = [...orders]
    .filter(
      ({ storeCode, posCode, createdAt }) =>
        storeCode === given['storeCode'] &&
        posCode === given['posCode'] &&
        dayOfTime(createdAt) === given['day'],
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const from = Number(given['cursor'] ?? 0)
  const to = from + Number(given['limit'])
  return Response.json({
    orders: found.slice(from, to),
    ...(to < found.length && { cursor: String(to) }),
  })
}

function qrAnswer(order: StoredOrder | undefined, now: number): Response {
  if (order?.state !== 'created') return Response.json({ error: { reason: 'x' } }, { status: 409 })
  return Response.json({ outcome: 'qr', qrCode: 'qr', svg: qrSvg, expiresAt: now + 300 })
}

/** Creates a separate till for a test. */
export function openTill(settings: Partial<Record<keyof typeof env, string>> = {}): TillWorld {
  const orders = new Map<string, StoredOrder>()
  const calls: string[] = []
  async function checkout(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const call = `${init.method} ${pathname}`
    calls.push(call)
    const refused = world.refuse(call)
    if (refused === 'lost') throw new Error('connection lost')
    if (refused !== undefined) return refused
    const [, , id = '', payments] = pathname.split('/')
    if (payments === 'payments') return qrAnswer(orders.get(id), world.now)
    if (call === 'GET /orders') return listAnswer(orders.values(), searchParams)
    if (init.method === 'GET') {
      const order = orders.get(id)
      return order === undefined
        ? Response.json({ error: { reason: 'order_unknown' } }, { status: 404 })
        : Response.json(order)
    }
    const asked: StoredOrder = await new Response(init.body).json()
    const known = orders.get(asked.id)
    const isSame =
      known?.amountVnd === asked.amountVnd &&
      known.extraData?.orderInfo === asked.extraData?.orderInfo
    if (known !== undefined && !isSame) {
      return Response.json({ error: { reason: 'order_id_taken' } }, { status: 409 })
    }
    if (known === undefined) {
      const nothing = { vnd: 0, points: 0 }
      orders.set(asked.id, { ...asked, createdAt: world.now, state: 'created', returned: nothing })
    }
    return Response.json({ outcome: 'opened' }, { status: known === undefined ? 201 : 200 })
  }
  const app = createTill({
    fetch: checkout,
    nowSeconds: () => world.now,
    deadline: () => new AbortController().signal,
    log: ({ message }) => world.log.push(message),
  })
  async function send(path: string, form?: URLSearchParams): Promise<Response> {
    const headers = { origin: tillUrl, cookie: world.cookie, 'accept-language': 'en' }
    const init = form === undefined ? {} : { method: 'POST', body: form }
    const answer = await app.request(
      `${tillUrl}${path}`,
      { ...init, headers },
      // The limit has a separate test; here all tests have one IP address.
      { ...env, TRY_LIMIT: undefined, ...settings },
    )
    const [cookie] = answer.headers.getSetCookie()
    if (cookie !== undefined) world.cookie = cookie.split(';')[0] ?? ''
    return answer
  }
  const world: TillWorld = {
    orders,
    calls,
    log: [],
    refuse: () => undefined,
    now: start,
    cookie: '',
    get: (path) => send(path),
    post: (path, fields) =>
      send(path, new URLSearchParams(fields.map(([name, value]) => [name, value]))),
    async pair(till = 'HN-01 TILL-1') {
      await world.post('/till/pair', [
        ['till', till],
        ['password', env.TILL_PASSWORD],
      ])
    },
  }
  return world
}
