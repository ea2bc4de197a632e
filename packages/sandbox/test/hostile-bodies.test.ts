import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { everyRoute, type SampleRoute } from './every-route.ts'
import { merchantCookie, openMerchantSession } from './merchant-cookie.ts'
import { callByHand, httpOrder } from './node-bench.ts'
import { sendRaw, type RawAnswer, type RawRequest } from './raw-request.ts'

// Goal: a body that is broken, too large or not what a route expects is the sender's mistake, on every route.
// Method: real HTTP; the oracle is the class of the status.

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(async () => {
  await sandbox?.stop()
})

const urlencoded = 'application/x-www-form-urlencoded'
const boundary = '----b'
const multipart = `multipart/form-data; boundary=${boundary}`
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const names = [
  'id times sid old name clientId code storeCode posCode publicKeyPem expires keyCode lose delaySeconds',
  'repeat orderId accountId amountVnd serial from to discountType discountValue minOrderVnd memberCode',
  'switch cardType quantity expireDate day profile writesAll qr linkId phone pin step choice otp customer',
  'redirectUris metadata jwks scopes contacts merchantVoucherCode applyInHoliday userName password',
  'fullName next status signsInSeconds overlapSeconds',
]
  .join(' ')
  .split(' ')
const form = (value: string) =>
  new URLSearchParams(names.map((name): [string, string] => [name, value])).toString()

const bodies: readonly (readonly [what: string, type: string, body: string])[] = [
  ['no body', urlencoded, ''],
  ['a form without an end', multipart, field('name', 'x')],
  ['a form without its boundary', 'multipart/form-data', field('name', 'x')],
  ['a form of another boundary', multipart, '--other\r\n\r\n\r\n--other--'],
  ['a form of nothing', multipart, ''],
  [
    'a file in each field',
    multipart,
    `${names.map((name) => field(`${name}"; filename="a`, 'x')).join('')}--${boundary}--`,
  ],
  ['broken escapes', urlencoded, 'name=%E0%A4%A&%=%'],
  ['text that is no number', urlencoded, form('x')],
  ['a text that is no number', urlencoded, form('NaN')],
  ['a number without end', urlencoded, form('1e999')],
  ['a negative fraction', urlencoded, form('-0.5')],
  ['a zero character', urlencoded, form('\u0000')],
  ['half a character', urlencoded, form('\ud800')],
  ['names that every object has', urlencoded, form('__proto__')],
  ['a name that every object has', urlencoded, form('constructor')],
  ['JSON of nothing', urlencoded, form('null')],
  ['a list', urlencoded, form('[]')],
  ['a field named __proto__', urlencoded, '__proto__=x&constructor=x&toString=x'],
  ['JSON', 'application/json', '{"__proto__":{"a":1},"constructor":1}'],
  ['JSON null', 'application/json', 'null'],
  ['JSON without an end', 'application/json', '{"a":'],
  ['deep JSON', 'application/json', '['.repeat(20_000)],
  ['text', 'text/plain', 'x'],
  ['no content-type that exists', 'x', 'x'],
]

const queryNames = 'limit before code lang date merchantCode t next closed sent'.split(' ')

const changing = everyRoute().filter(({ method }) => method !== 'GET')
const tqr = '/merchant-integration/v1/orders/tqr'
const linkWallet = '/oh-integration/account/v1/link-wallet'

/** The pages on which a customer pays and links a wallet, with the tokens in their addresses. */
async function customersPages(): Promise<readonly string[]> {
  const fields = httpOrder(sandbox, 'https://merchant.example/ipn')
  const order = await callByHand(sandbox, tqr, { fields })
  const userId = randomUUID()
  const callbackUrl = 'https://merchant.example/linked'
  const key = createPrivateKey(sandbox.privateKeyPem)
  const link = await callByHand(sandbox, linkWallet, {
    fields: {
      signature: sign('sha256', Buffer.from(`${userId}|EDGE|${callbackUrl}`), key).toString(
        'base64',
      ),
      callback_url: callbackUrl,
      partner_type: 'MERCHANT',
      partner_code: 'EDGE',
      partner_user_id: userId,
    },
  })
  const orderId = String(order.data['order_id'])
  const { paymentUrl } = (await sandbox.control.order(orderId)).order
  const { webUrl } = (await sandbox.control.link(String(link.data['link_id']))).link
  return [paymentUrl, webUrl].map((address) => address.slice(sandbox.url.length))
}

type Send = (raw: RawRequest) => Promise<RawAnswer>

/** Sends requests for the merchant site with a session, and all others without one. */
async function openSending(): Promise<Send> {
  const sendToSite = await openMerchantSession(sandbox.url)
  return (raw) => (raw.path.startsWith('/merchant/') ? sendToSite(raw) : sendRaw(sandbox.url, raw))
}

async function answerTo(
  send: Send,
  { method, path }: SampleRoute,
  { type, body }: { readonly type: string; readonly body: string },
): Promise<string | undefined> {
  const headers = {
    origin: sandbox.url,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
  }
  const { status, text } = await send({ method, path, headers, body })
  return status < 500 ? undefined : `${method} ${path}: ${status} ${text.slice(0, 200)}`
}

describe('every route', () => {
  it.each(bodies)('answers %s without a server error', async (_what, type, body) => {
    const pages = (await customersPages()).map((path) => ({ method: 'POST', path }))
    const failed: (string | undefined)[] = []
    const send = await openSending()
    for (const route of [...changing, ...pages]) {
      failed.push(await answerTo(send, route, { type, body }))
    }

    expect(failed.filter((line) => line !== undefined)).toEqual([])
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '%00',
    '%E0%A4%A',
    '%2F..%2F..',
    '-1',
    '1e999',
    'NaN',
    'x'.repeat(2000),
  ])('answers the name %s in a path without a server error', async (name) => {
    const failed: (string | undefined)[] = []
    const send = await openMerchantSession(sandbox.url)
    for (const { method, path } of everyRoute(name)) {
      if (!path.includes(name)) continue
      const headers = {
        origin: sandbox.url,
        'content-type': 'application/json',
        'content-length': '2',
      }
      const raw = method === 'GET' ? { method, path } : { method, path, headers, body: '{}' }
      const { status, text } = await send(raw)
      if (status >= 500) failed.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
    }

    expect(failed).toEqual([])
  })

  it('accepts any text for any name in its query without a server error', async () => {
    const failed: string[] = []
    const headers = { cookie: await merchantCookie(sandbox.url) }
    const get = async (path: string): Promise<number> => {
      const { status, text } = await sendRaw(sandbox.url, { method: 'GET', path, headers })
      if (status >= 500) failed.push(`${path}: ${status} ${text.slice(0, 200)}`)
      return status
    }
    for (const { method, path } of everyRoute()) {
      if (method !== 'GET') continue
      const usual = await get(path)
      for (const value of ['__proto__', 'constructor', '-1', '1e999', '%00', '%E0%A4%A', '[]']) {
        const parameters = queryNames.map((name) => `${name}=${value}`)
        // One refused name may hide the others; then each is sent alone.
        if ((await get(`${path}?${parameters.join('&')}`)) === usual) continue
        for (const parameter of parameters) await get(`${path}?${parameter}`)
      }
    }

    expect(failed).toEqual([])
  })
})

/** Begins a request and leaves its body open; resolves with the first line of the answer. */
async function begin(head: readonly string[], pieces: Iterable<string> = []): Promise<string> {
  const { port, host } = new URL(sandbox.url)
  const cookie = await merchantCookie(sandbox.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', (data: Buffer) => {
      resolve(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.write(
      [...head, `Host: ${host}`, `Origin: ${sandbox.url}`, `Cookie: ${cookie}`, '', ''].join(
        '\r\n',
      ),
    )
    for (const piece of pieces) socket.write(piece)
  })
}

describe('a body that is too large', () => {
  const types = [
    ['POST', '/merchant/keys', urlencoded, 413],
    ['POST', '/control/stores', 'application/json', 413],
    ['POST', '/oauth2/token', urlencoded, 400],
    ['POST', tqr, 'application/json', 400],
    ['POST', '/merchant/daily-files/files', multipart, 400],
  ] as const

  it.each(types)('is refused by %s %s before it is read', async (method, path, type, status) => {
    const line = await begin([
      `${method} ${path} HTTP/1.1`,
      `Content-Type: ${type}`,
      'Content-Length: 100000000',
    ])

    expect(line).toContain(` ${status} `)
  })

  it.each(types.slice(0, 4))(
    'is read by %s %s no further than the limit when its length is not said',
    async (method, path, type, status) => {
      const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      const head = [
        `${method} ${path} HTTP/1.1`,
        `Content-Type: ${type}`,
        'Transfer-Encoding: chunked',
      ]

      expect(
        await begin(
          head,
          Array.from({ length: 5 }, () => piece),
        ),
      ).toContain(` ${status} `)
    },
  )
})
