import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { everyRoute, type SampleRoute } from './every-route.ts'
import { listen } from './listen.ts'
import { merchantCookie } from './merchant-cookie.ts'
import { callByHand, httpOrder } from './node-bench.ts'
import { sendRaw, type RawRequest } from './raw-request.ts'

// Goal: a web page in the developer's browser reads nothing from the sandbox and changes nothing in it.
// Method: every route over real HTTP, with the headers that a browser sends for such a page; the whole state,
// as the control API shows it, is compared with what it was before.

type Page = Readonly<Record<string, string>>

let sandbox: RunningSandbox
/**
 * Session cookie of the developer at the merchant site: browsers send it with requests of other
 * pages.
 */
let cookie: string

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
  await sandbox.control.moveClock({ freeze: true })
  cookie = await merchantCookie(sandbox.url)
})
afterAll(async () => {
  await sandbox?.stop()
})

const form = new URLSearchParams({
  name: 'Evil',
  code: 'EVIL-STORE',
  accountId: 'EDGE-ACCOUNT-1',
  amountVnd: '5000000',
  lose: 'on',
  delaySeconds: '0',
  userName: 'evil',
  fullName: 'Evil',
  repeat: '50',
}).toString()

function requestFor({ method, path }: SampleRoute, page: Page): RawRequest {
  if (method === 'GET') return { method, path, headers: { cookie, ...page } }
  const isControl = path.startsWith('/control')
  const type = isControl ? 'application/json' : 'application/x-www-form-urlencoded'
  const body = isControl ? '{}' : form
  const headers = { 'content-type': type, 'content-length': String(body.length), cookie, ...page }
  return { method, path, headers, body }
}

/** Everything that the control API shows without an id. */
async function wholeState(): Promise<Record<string, string>> {
  const paths = everyRoute().filter(
    ({ method, path }) =>
      method === 'GET' && path.startsWith('/control') && !path.includes('sample'),
  )
  const answers = await Promise.all(
    paths.map(async ({ path }) => {
      const { text } = await sendRaw(sandbox.url, { method: 'GET', path })
      // The clock is frozen, so its offset to real time changes.
      return [path, text.replaceAll(/"offsetSeconds":-?\d+/g, '')]
    }),
  )
  return Object.fromEntries(answers)
}

/** Routes that the gate did not refuse. */
async function letThrough(routes: readonly SampleRoute[], page: Page): Promise<readonly string[]> {
  const through: string[] = []
  for (const route of routes) {
    const { status } = await sendRaw(sandbox.url, requestFor(route, page))
    if (status !== 421 && status !== 403) through.push(`${route.method} ${route.path}: ${status}`)
  }
  return through
}

/** The pages of a browser, each with what it sends; `{port}` is the port of the sandbox. */
const pages: readonly (readonly [string, Page])[] = [
  [
    'a name that was bound to this machine anew',
    {
      host: '127.0.0.1.evil.example:{port}',
      origin: 'http://127.0.0.1.evil.example:{port}',
      'sec-fetch-site': 'same-origin',
    },
  ],
  ['that name, in an old browser', { host: '127.0.0.1.evil.example:{port}' }],
  ['that name without a port', { host: '127.0.0.1.evil.example' }],
  ['a name below localhost', { host: 'evil.localhost:{port}' }],
  ['another address of the loopback network', { host: '127.0.0.2:{port}' }],
  ['any address of this machine', { host: '0.0.0.0:{port}' }],
  ['another port', { host: '127.0.0.1:1' }],
  ['no port', { host: '127.0.0.1' }],
  ['a dot after the name', { host: 'localhost.:{port}' }],
  ['another origin', { host: '127.0.0.1:{port}', origin: 'http://127.0.0.1.evil.example:{port}' }],
  [
    'another port of this machine',
    { host: '127.0.0.1:{port}', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
  ],
  ['this machine over https', { host: '127.0.0.1:{port}', origin: 'https://127.0.0.1:{port}' }],
  ['another name of this machine', { host: '127.0.0.1:{port}', origin: 'http://localhost:{port}' }],
  ['a sandboxed frame', { host: '127.0.0.1:{port}', origin: 'null' }],
  ['another site, without an origin', { host: '127.0.0.1:{port}', 'sec-fetch-site': 'cross-site' }],
  [
    'another site, for a picture',
    {
      host: '127.0.0.1:{port}',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    },
  ],
  [
    'another site, in a frame',
    {
      host: '127.0.0.1:{port}',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    },
  ],
  ['another port, without an origin', { host: '127.0.0.1:{port}', 'sec-fetch-site': 'same-site' }],
]

function withPort(page: Page): Page {
  const { port } = new URL(sandbox.url)
  return Object.fromEntries(
    Object.entries(page).map(([name, value]) => [name, value.replaceAll('{port}', port)]),
  )
}

describe('a web page', () => {
  it.each(pages)('reads and changes nothing: %s', async (_name, page) => {
    const before = await wholeState()

    expect(await letThrough(everyRoute(), withPort(page))).toEqual([])
    expect(await wholeState()).toEqual(before)
  })

  it('may link a person to a page, which changes nothing, and to nothing else', async () => {
    const visit = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const before = await wholeState()
    const gets = everyRoute().filter(({ method }) => method === 'GET')

    const through = await letThrough(gets, visit)
    const posts = await letThrough(
      everyRoute().filter(({ method }) => method !== 'GET'),
      visit,
    )

    expect(through).toContain('GET /phone: 200')
    expect(
      through.filter((line) => /\/control|-integration|oauth2\/token|callback-key/.test(line)),
    ).toEqual([])
    expect(posts).toEqual([])
    expect(await wholeState()).toEqual(before)
  })

  it('cannot send a form without origin headers', async () => {
    const before = await wholeState()
    const forms = everyRoute().filter(
      ({ method, path }) =>
        method === 'POST' && !/^\/(control|merchant-|oh-|oauth2|user-)/.test(path),
    )

    expect(await letThrough(forms, {})).toEqual([])
    expect(await wholeState()).toEqual(before)
  })
})

it('cannot make the sandbox send a callback to another program of this machine', async () => {
  let visits = 0
  const other = createServer((_request, response) => {
    visits += 1
    response.end('a secret')
  })
  const address = (await listen(other)).replace('http://127.0.0.1', '')
  const tqr = '/merchant-integration/v1/orders/tqr'
  for (const name of [
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '0',
  ]) {
    const fields = httpOrder(sandbox, `http://${name}${address}/`)
    const { data } = await callByHand(sandbox, tqr, { fields })
    const orderId = String(data['order_id'])
    await sandbox.control.pay(orderId)
    await sandbox.control.tick()
    const { callbacks } = await sandbox.control.order(orderId)

    expect(callbacks).toMatchObject([{ state: 'blocked', tries: [{ httpStatus: null }] }])
  }
  other.close()

  expect(visits).toBe(0)
})
