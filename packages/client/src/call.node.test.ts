import { genTransactionQr, orderGiftCodes, queryOrder, refundOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { keyCode } from '../test/merchant.ts'
import { call } from './call.ts'
import { createClient, type Client, type ClientOptions } from './client.ts'
import { settle } from './settle/settle.ts'

// Goal: what holds against a scripted fetch holds over sockets too.
// Method: the real fetch of Node against an HTTP server on the loopback; signatures are verified with
// OpenSSL (node:crypto) over the raw bytes that arrived, keys come from it too.

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

type Behaviour = (response: ServerResponse, received: Received) => void

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
})

/** Starts a server that behaves, request by request, as told; the last behaviour stays. */
async function serve(
  ...behaviours: Behaviour[]
): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const entry = { method, path: url, headers, body: Buffer.concat(chunks) }
      received.push(entry)
      behaviours[Math.min(received.length, behaviours.length) - 1]?.(response, entry)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, received }
}

/** A client that waits for as long as a test may last: a busy machine may answer late. */
function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const timeoutMs = 100_000
  return createClient({ baseUrl, keyCode, privateKey, timeoutMs, ...options })
}

/** A clock whose timeouts are over once something has happened, however long that takes. */
function clockUntil(happened: Promise<void>): Pick<ClientOptions, 'now' | 'sleep'> {
  const startedMs = Date.now()
  return { now: () => startedMs, sleep: () => happened }
}

function json(code: number, data?: unknown): Behaviour {
  return (response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ meta: { code, message: 'words' }, data }))
  }
}

function isSigned({ method, path, headers, body }: Received): boolean {
  const { 'x-nonce': nonce, 'x-timestamp': timestamp, 'x-key-code': keyCode } = headers
  const head = [path, method, nonce, timestamp, keyCode, ''].join(';')
  return createVerify('RSA-SHA256')
    .update(Buffer.concat([Buffer.from(head), body]))
    .verify(publicKey, String(headers['x-signature']), 'base64')
}

describe('a request over a socket', () => {
  // Specification: 4.0.1
  it('arrives with exactly the signed bytes', async () => {
    const { origin, received } = await serve(json(4000820))
    const description = 'Trả lại tiền 💸 "\\/\u2028 \ud800'

    await call(clientOf(origin), refundOrder, { ...examples.refundOrder, description })

    const [request] = received
    expect(request && isSigned(request)).toBe(true)
    expect(request?.body.toString()).toBe(
      '{"order_reference_id":"R-0001","original_order_reference_id":"A-0001",' +
        '"description":"Trả lại tiền 💸 \\"\\\\/\u2028 \\ud800","merchant_user_id":"staff-09",' +
        '"vnd_amount":50000,"point_amount":8}',
    )
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': String(request?.body.byteLength),
    })
  })

  it('has no body when it is a GET', async () => {
    const { origin, received } = await serve(json(4040001))

    await call(clientOf(origin), queryOrder, examples.queryOrder)

    expect(received).toMatchObject([
      { method: 'GET', path: '/merchant-integration/v1/qr/query/20260302T00100015912' },
    ])
    expect(received[0]?.body.byteLength).toBe(0)
    expect(received[0] && isSigned(received[0])).toBe(true)
  })
})

describe('a network failure', () => {
  it('in the middle of the body leaves the outcome unknown, and the retry settles it', async () => {
    const resets: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"meta":{"code":200')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    }
    const { origin, received } = await serve(resets, json(4090801))

    const answer = await call(clientOf(origin), refundOrder, examples.refundOrder)

    expect(answer).toMatchObject({
      reason: 'refund_id_exists',
      repeatedAfterUnknown: true,
      attempts: 2,
    })
    expect(received.map(isSigned)).toEqual([true, true])
    expect(new Set(received.map(({ headers }) => headers['x-nonce'])).size).toBe(2)
  })

  it('before any answer makes the outcome of a write without an id unknown, after one request', async () => {
    const { origin, received } = await serve((response) => response.socket?.resetAndDestroy())
    const { order_reference_id: _id, ...withoutId } = examples.genTransactionQr

    const error = await call(clientOf(origin), genTransactionQr, withoutId).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'maybe', attempts: 1 })
    expect(received).toHaveLength(1)
  })

  it('that refuses every connection is an error after all attempts, with sent "no"', async () => {
    const { origin } = await serve(json(200))
    servers[0]?.close()

    const error = await call(clientOf(origin), refundOrder, examples.refundOrder).catch(
      (e: unknown) => e,
    )

    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'no', attempts: 3 })
  })

  it('of another connection, given as the reason of an abort, is not taken for one of this request', async () => {
    const nobody = await serve(json(200))
    servers.pop()?.close()
    const failure = await fetch(nobody.origin).catch((e: unknown) => e)
    const controller = new AbortController()
    const { origin, received } = await serve(() => controller.abort(failure))

    const error = await call(clientOf(origin), refundOrder, examples.refundOrder, {
      signal: controller.signal,
    }).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_ABORTED', sent: 'maybe', cause: failure })
    expect(received).toHaveLength(1)
  })

  it('at a port that fetch never connects to says so, with sent "no"', async () => {
    const client = clientOf('http://127.0.0.1:6000', { attempts: 1 })

    const error = await call(client, genTransactionQr, examples.genTransactionQr).catch(
      (e: unknown) => e,
    )

    expect(error).toMatchObject({
      code: 'ERR_NETWORK',
      sent: 'no',
      message: expect.stringContaining('fetch never connects to this port'),
    })
  })
})

describe('a service that answers badly', () => {
  it('times out when its body arrives too slowly', async () => {
    const trickled = Promise.withResolvers<void>()
    const trickles: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      let written = 0
      const timer = setInterval(() => {
        response.write(' ')
        written += 1
        if (written === 5) trickled.resolve()
      }, 20)
      response.on('close', () => clearInterval(timer))
    }
    const { origin } = await serve(trickles)
    const client = clientOf(origin, { attempts: 1, ...clockUntil(trickled.promise) })

    const error = await call(client, refundOrder, examples.refundOrder).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_TIMEOUT', sent: 'maybe', attempts: 1 })
  })

  it('times out when it never answers a received request', async () => {
    const asked = Promise.withResolvers<void>()
    const { origin, received } = await serve(() => asked.resolve())
    const client = clientOf(origin, clockUntil(asked.promise))
    const { order_reference_id: _id, ...withoutId } = examples.genTransactionQr

    const error = await call(client, genTransactionQr, withoutId).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_TIMEOUT', sent: 'maybe', attempts: 1 })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['truncated JSON', 200, 'application/json', '{"meta":{"code":200},"data":{"order'],
    ['HTML', 503, 'text/html', '<html><body>Service Unavailable</body></html>'],
  ])('is called again after %s', async (_about, status, type, text) => {
    const garbles: Behaviour = (response) => {
      response.writeHead(status, { 'content-type': type })
      response.end(text)
    }
    const { origin, received } = await serve(garbles, json(200, {}))

    const answer = await call(clientOf(origin), refundOrder, examples.refundOrder)

    expect(answer).toMatchObject({ outcome: 'accepted', repeatedAfterUnknown: true })
    expect(received).toHaveLength(2)
  })

  it('is not read beyond 1 MiB', async () => {
    const floods: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(Buffer.alloc(3 * 1024 * 1024, 32))
    }
    const { origin } = await serve(floods)
    const client = clientOf(origin, { attempts: 1 })

    const error = await call(client, queryOrder, examples.queryOrder).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID' })
    expect(String(error)).toContain('too many bytes')
  })

  it('is read beyond 1 MiB where gift codes were ordered, so that none of them is lost', async () => {
    const code = 'C'.repeat(344)
    const cards = Array.from({ length: 5_000 }, (_, at) => ({ code, serial: `S-${at}` }))
    const { origin } = await serve(json(200, { order_info: [{ card_type: '50', cards }] }))
    const request = {
      ...examples.orderGiftCodes,
      order_info: [{ card_type: '50', quantity: 5_000 }],
    }

    const ordered = await call(clientOf(origin), orderGiftCodes, request)
    const found = await settle(clientOf(origin), orderGiftCodes, request)

    expect(ordered).toMatchObject({ outcome: 'accepted', attempts: 1 })
    expect(found).toMatchObject({ outcome: 'applied', data: { order_info: [{ cards }] } })
  })

  it('cannot redirect the signed request to another host', async () => {
    const elsewhere = await serve(json(200))
    const { origin, received } = await serve((response) => {
      response.writeHead(307, { location: `${elsewhere.origin}/merchant-integration/steal` })
      response.end()
    })

    const error = await call(clientOf(origin), refundOrder, examples.refundOrder).catch(
      (e: unknown) => e,
    )

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe', attempts: 1 })
    expect(received).toHaveLength(1)
    expect(elsewhere.received).toEqual([])
  })
})

describe.each([
  ['ahead', 3],
  ['behind', -3],
])('a clock that is three hours %s', (_about, hours) => {
  it('is corrected by the Date header of a real server', async () => {
    // Specification 7: later than the service's clock is 4010003, older than two hours 4010004.
    const dated: Behaviour = (response, request) => {
      const ageSeconds = Date.now() / 1000 - Number(request.headers['x-timestamp'])
      const tooOldOrFine = ageSeconds > 7200 ? 4010004 : 200
      const code = ageSeconds < 0 ? 4010003 : tooOldOrFine
      json(code)(response, request)
    }
    const { origin, received } = await serve(dated)
    const client = clientOf(origin, { now: () => Date.now() + hours * 3_600_000 })

    const first = await call(client, refundOrder, examples.refundOrder)
    const second = await call(client, refundOrder, examples.refundOrder)

    expect(first).toMatchObject({ outcome: 'accepted', attempts: 2, repeatedAfterUnknown: false })
    expect(second).toMatchObject({ outcome: 'accepted', attempts: 1 })
    expect(received).toHaveLength(3)
  })
})

it('leaves no timer behind', async () => {
  const { origin } = await serve(json(4000820))
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
  // The connection pool of fetch has a timer of its own from its first request on.
  await call(clientOf(origin), refundOrder, examples.refundOrder)
  const before = timers()

  for (let index = 0; index < 20; index += 1) {
    await call(clientOf(origin), refundOrder, examples.refundOrder)
  }

  expect(timers()).toBeLessThanOrEqual(before)
})
