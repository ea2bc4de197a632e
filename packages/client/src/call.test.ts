import {
  createWebPayment,
  endpoints,
  gatewayOrderGiftCodes,
  orderGiftCodes,
  queryOrder,
  refundOrder,
  transferMoney,
  verifyVoucher,
  type AnyEndpoint,
} from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignatureOf, merchant } from '../test/merchant.ts'
import { answers, says, scriptedPeer } from '../test/scripted-peer.ts'
import { signaturePlaceholder, wireFixtures } from '../../../fixtures/wire/wire-fixtures.ts'
import { bindAll } from './bind-all.ts'
import { call } from './call.ts'
import { createClient } from './client.ts'
import { ResponseInvalidError } from './answer/wallet-error.ts'

const refund = examples.refundOrder
const paymentUrl = 'https://payment.example'

/** What stands in the field `signature` of a body, in base64 (G-04); empty when there is none. */
function signatureInBody(body: string): string {
  return /^\{"signature":"([A-Za-z0-9+/]{342}==)",/.exec(body)?.[1] ?? ''
}

/** Calls an endpoint by its name, as a program without types would. */
async function callByName(
  name: string,
  fields: object,
  options: Parameters<typeof merchant>[0],
): Promise<unknown> {
  const client = createClient(await merchant(options))
  const bound: Record<string, (request: never) => Promise<unknown>> = bindAll(client)
  return bound[name]?.(fields as never)
}

describe.each(wireFixtures)('$endpoint on the wire', ({ endpoint, request, answers: samples }) => {
  const { 'X-Nonce': nonce = '', 'X-Timestamp': timestamp = '' } = request.headers
  const options = {
    nonce: () => nonce,
    // Requests are dated two seconds back.
    now: () => (Number(timestamp) + 2) * 1000,
    attempts: 1,
    paymentUrl,
  }

  it('equals its fixture byte for byte', async () => {
    const peer = scriptedPeer(answers(4040001))

    await callByName(endpoint, request.fields, { ...options, fetch: peer.fetch })

    const [seen] = peer.requests
    const inBody = signatureInBody(seen?.body ?? '')
    const sent = (text: string): string => text.replace(signaturePlaceholder, inBody)
    const { path, query = '' } = request
    const origin = path.startsWith('/oh-integration/') ? paymentUrl : 'https://service.example'
    expect(seen).toMatchObject({
      url: `${origin}${path}${query}`,
      method: request.method,
      body: sent(request.body),
    })
    expect(seen?.bytes).toEqual(new TextEncoder().encode(sent(request.body)))
    const { 'x-signature': signature, ...headers } = Object.fromEntries(seen?.headers ?? [])
    const expected = Object.entries(request.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ])
    expect(headers).toEqual(Object.fromEntries(expected))
    expect(await isSignatureOf(sent(request.signedText), signature ?? '')).toBe(true)
    expect(await isSignatureOf(`${sent(request.signedText)} `, signature ?? '')).toBe(false)
    const { bodySignedText } = request
    expect(inBody !== '').toBe(bodySignedText !== undefined)
    if (bodySignedText === undefined) return
    expect(await isSignatureOf(bodySignedText, inBody)).toBe(true)
    expect(await isSignatureOf(`${bodySignedText} `, inBody)).toBe(false)
  })

  it.each(samples)('reads: $about', async ({ status, body, reads }) => {
    const peer = scriptedPeer(says(body, { status }))

    const calling = callByName(endpoint, request.fields, { ...options, fetch: peer.fetch })

    if (reads.outcome === 'invalid') {
      await expect(calling).rejects.toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe' })
    } else {
      expect(await calling).toMatchObject({ ...reads, attempts: 1, repeatedAfterUnknown: false })
    }
  })
})

describe('an answer', () => {
  it('carries every field that the table has for a refusal', async () => {
    const peer = scriptedPeer(answers(4000820))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toEqual({
      outcome: 'refused',
      code: 4000820,
      kind: 'decided',
      reason: 'refund_period_over',
      cause: 'The original is past the refundable period.',
      remedy: 'Return the money outside of the API, for example by bank transfer.',
      retry: 'never',
      applied: 'no',
      message: 'words',
      attempts: 1,
      repeatedAfterUnknown: false,
    })
  })

  it('keeps the data of a code that no table lists', async () => {
    const peer = scriptedPeer(answers(2009999, { anything: [1] }))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ outcome: 'unlisted', code: 2009999, data: { anything: [1] } })
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'does not match a code that is an inherited property name: %s',
    async (code) => {
      const peer = scriptedPeer(says(`{"meta":{"code":"${code}"}}`))
      const client = createClient(await merchant({ fetch: peer.fetch, attempts: 1 }))

      await expect(call(client, refundOrder, refund)).rejects.toBeInstanceOf(ResponseInvalidError)
    },
  )

  // A service may answer every refusal with 200, or every one with 500 (G-13).
  it.each([200, 400, 403, 500])(
    'is the refusal that its code names, under HTTP %i',
    async (status) => {
      const peer = scriptedPeer(says('{"meta":{"code":4000820}}', { status }))
      const client = createClient(await merchant({ fetch: peer.fetch }))

      const answer = await call(client, refundOrder, refund)

      expect(answer).toMatchObject({ outcome: 'refused', code: 4000820, attempts: 1 })
    },
  )

  // No mapping gives a success the status of a failure: one of the two is wrong, and nobody knows which (G-13).
  it.each([
    [200, 500],
    [200, 502],
    [2000801, 500],
    [2009999, 503],
  ])('is invalid when it is success %i under HTTP %i', async (code, status) => {
    const data = { refund_transaction_id: 'RT1' }
    const contradiction = says(JSON.stringify({ meta: { code }, data }), { status })
    const once = scriptedPeer(contradiction)
    const repeated = scriptedPeer(contradiction, answers(4090801))

    const single = createClient(await merchant({ fetch: once.fetch, attempts: 1 }))
    const error = await call(single, refundOrder, refund).catch((e: unknown) => e)
    const client = createClient(await merchant({ fetch: repeated.fetch }))
    const answer = await call(client, refundOrder, refund)

    expect(error).toMatchObject({
      code: 'ERR_RESPONSE_INVALID',
      sent: 'maybe',
      unclearStatus: status,
    })
    expect(String(error)).toContain(`HTTP ${status}`)
    expect(answer).toMatchObject({
      reason: 'refund_id_exists',
      repeatedAfterUnknown: true,
      unclearStatus: status,
    })
  })

  it.each([400, 404, 500])(
    'does not make a transfer again after a success under HTTP %i',
    async (status) => {
      const data = { transaction_id: 'TR1', merchant_transaction_id: 'M-1', post_balance: 1 }
      const peer = scriptedPeer(says(JSON.stringify({ meta: { code: 200 }, data }), { status }))
      const client = createClient(await merchant({ fetch: peer.fetch }))

      const error = await call(client, transferMoney, examples.transferMoney).catch(
        (e: unknown) => e,
      )

      expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe', attempts: 1 })
      expect(peer.requests).toHaveLength(1)
    },
  )

  it('is read under any HTTP status when it is a refusal of the gateway, whose code begins with 200', async () => {
    const peer = scriptedPeer(says('{"meta":{"code":200200}}', { status: 400 }))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const answer = await call(client, gatewayOrderGiftCodes, examples.gatewayOrderGiftCodes)

    expect(answer).toMatchObject({ outcome: 'refused', code: 200200 })
  })

  it('that breaks the specification causes an error that names the field, not its value', async () => {
    const data = { order_id: 'SECRET-ID', pay_status: 42, order_amount: 'SECRET-AMOUNT' }
    const peer = scriptedPeer(answers(200, data))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const error = await call(client, queryOrder, examples.queryOrder).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe', attempts: 1 })
    expect(String(error)).toContain('pay_status must be string')
    expect(String(error)).toContain('order_amount')
    expect(String(error)).not.toMatch(/SECRET|42/)
    // A read has no effect that could be in doubt.
    expect(String(error)).toMatch(/Ask again later\.$/)
  })

  it('that breaks the specification, to a retried write, causes an error about the earlier attempt and what to do', async () => {
    const page = says('<html></html>', { status: 502 })
    const peer = scriptedPeer(page, answers(200, { order_info: 7 }))
    const client = createClient(await merchant({ fetch: peer.fetch }))
    const { orderGiftCodes: order } = examples

    const error = await call(client, orderGiftCodes, order).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', attempts: 2, unclearStatus: 502 })
    expect(String(error)).toMatch(
      /Take it as done\. Ask queryGiftCodeOrder with the same merchant_order_id\.$/,
    )
  })

  it('that breaks the specification, to a transfer, names no query, because none exists', async () => {
    const peer = scriptedPeer(answers(200, { transaction_id: 7 }))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const error = await call(client, transferMoney, examples.transferMoney).catch((e: unknown) => e)

    expect(String(error)).toMatch(
      /Take it as done\. The daily file or support can tell; no query can\.$/,
    )
  })

  it.each(['10,000', '1e4', 10_000.5, 1e30, -1])(
    'with an amount such as %s causes an error that says what is wrong',
    async (order_amount) => {
      const data = { order_id: '20260302T1', pay_status: 'SUCCESS', order_amount }
      const peer = scriptedPeer(answers(200, data))
      const client = createClient(await merchant({ fetch: peer.fetch }))

      const error = await call(client, queryOrder, examples.queryOrder).catch((e: unknown) => e)

      expect(String(error)).toContain(
        'order_amount must be a whole amount of at most 9007199254740991, as a number or in digits',
      )
    },
  )

  it('is not fetched through a redirect in a browser, which hides status and address', async () => {
    let requests = 0
    const opaque = new Response()
    Object.defineProperties(opaque, { type: { value: 'opaqueredirect' }, status: { value: 0 } })
    const fetch = async (): Promise<Response> => {
      requests += 1
      return opaque
    }
    const client = createClient(await merchant({ fetch }))

    const error = await call(client, queryOrder, examples.queryOrder).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', attempts: 1 })
    expect(requests).toBe(1)
  })

  it.each([
    ['HTML', '<html>SECRET</html>', { status: 502, headers: { 'content-type': 'text/html' } }],
    ['truncated JSON', '{"meta":{"code":200},"data":{"SECRET":', { status: 200 }],
    ['JSON without an envelope', '{"error":"SECRET"}', { status: 500 }],
    ['nothing', '', { status: 200 }],
    ['two values', '{"meta":{"code":200}}{}', { status: 200 }],
  ])(
    'is invalid when it is %s, and the error does not show the body',
    async (_about, text, init) => {
      const peer = scriptedPeer(says(text, init))
      const client = createClient(await merchant({ fetch: peer.fetch, attempts: 1 }))

      const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

      expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe', attempts: 1 })
      expect(String(error)).toContain(`HTTP ${init.status}`)
      expect(String(error)).not.toContain('SECRET')
    },
  )

  it('is invalid when it is not UTF-8', async () => {
    const [head, tail] = ['{"meta":{"code":4000820,"message":"', '"}}'].map((part) => [
      ...new TextEncoder().encode(part),
    ])
    const bytes = new Uint8Array([...(head ?? []), 0xff, ...(tail ?? [])])
    const peer = scriptedPeer(() => new Response(bytes))
    const client = createClient(await merchant({ fetch: peer.fetch, attempts: 1 }))

    await expect(call(client, refundOrder, refund)).rejects.toBeInstanceOf(ResponseInvalidError)
  })

  it.each([301, 302, 303, 307, 308])(
    'is not fetched through a redirect with %i',
    async (status) => {
      const elsewhere = says('{"meta":{"code":200}}', {
        status,
        headers: { location: 'https://elsewhere.example/' },
      })
      const peer = scriptedPeer(elsewhere)
      const client = createClient(await merchant({ fetch: peer.fetch }))

      const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

      expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe', attempts: 1 })
      expect(peer.requests.map(({ redirect }) => redirect)).toEqual(['manual'])
    },
  )
})

describe('a mistake of the caller', () => {
  it.each([
    ['a field out of its range', { ...refund, vnd_amount: 0 }, 'vnd_amount must be greater than 0'],
    ['a field that is missing', { vnd_amount: 1 }, 'order_reference_id is required'],
    ['a misspelled field', { ...refund, vnd_amout: 1 }, 'vnd_amout is not a field of this request'],
    [
      'a rule for the whole request',
      { ...refund, vnd_amount: undefined, point_amount: undefined },
      'the request must have vnd_amount, point_amount or both',
    ],
    ['no object at all', 'SECRET', 'the request must be Object'],
  ])('is a TypeError before anything is sent: %s', async (_about, request, message) => {
    const peer = scriptedPeer()
    const client = createClient(await merchant({ fetch: peer.fetch }))

    const error = await call(client, refundOrder, request as typeof refund).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(`refundOrder: ${message}`)
    expect(String(error)).not.toContain('SECRET')
    expect(peer.requests).toEqual([])
  })

  it.each([
    ['the name of an endpoint', (client: unknown) => [client, 'refundOrder', refund]],
    ['no endpoint', (client: unknown) => [client, undefined, refund]],
    ['the endpoint in place of the client', (client: unknown) => [refundOrder, client, refund]],
    ['a promise of a client', async (client: unknown) => [Promise.resolve(client), refundOrder]],
  ])('names the argument of call when it gets %s', async (_about, given) => {
    const client = createClient(await merchant({ fetch: scriptedPeer().fetch }))
    const called: Promise<unknown> = Reflect.apply(call, undefined, await given(client))

    await expect(called).rejects.toThrow(
      new TypeError('call takes a client, an endpoint and a request'),
    )
  })

  it('is reported without the value that broke the rule', async () => {
    const client = createClient(await merchant({ fetch: scriptedPeer().fetch }))
    const order = { ...examples.createTqrOrder, order_currency: 'SECRET', store_code: 424_242 }

    const error = await bindAll(client)
      .createTqrOrder(order as never)
      .catch((e: unknown) => e)

    expect(String(error)).toContain('order_currency must be "VND"')
    expect(String(error)).toContain('store_code must be a string')
    expect(String(error)).not.toMatch(/SECRET|424242/)
  })

  it('sends an object of any fields unchanged, and refuses a list in its place', async () => {
    const peer = scriptedPeer(answers(4000001), answers(4000001))
    const client = createClient(await merchant({ fetch: peer.fetch }))
    const info = { constructor: 'Đá', prototype: 1, table: 7 }

    await call(client, createWebPayment, { ...examples.createWebPayment, extra_data: info })
    await call(client, verifyVoucher, { ...examples.verifyVoucher, order_info: info })
    const list = { ...examples.verifyVoucher, order_info: [1] as never }

    expect(peer.requests.map(({ body }) => body)).toEqual([
      expect.stringContaining(`"extra_data":${JSON.stringify(info)}`),
      expect.stringContaining(`"order_info":${JSON.stringify(info)}`),
    ])
    await expect(call(client, verifyVoucher, list)).rejects.toThrow(
      new TypeError('verifyVoucher: order_info must be an object'),
    )
  })

  it('is a request that JSON cannot express, which the error names', async () => {
    const client = createClient(await merchant({ fetch: scriptedPeer().fetch }))
    const order = { ...examples.createWebPayment, extra_data: { big: 1n } }

    await expect(bindAll(client).createWebPayment(order)).rejects.toThrow(
      new TypeError('createWebPayment: the request cannot be written as JSON'),
    )
  })

  it.each([
    ['a request id of 256 characters', { requestId: 'r'.repeat(256) }],
    ['an empty request id', { requestId: '' }],
    ['a request id with a line break', { requestId: 'a\r\nX-Evil: 1' }],
    ['a deadline of 0', { timeoutMs: 0 }],
    ['a deadline that is no number', { timeoutMs: Number.NaN }],
    // As an environment variable has it: added to the time it would make a text, and no deadline.
    ['a deadline in text', { timeoutMs: '5000' as never }],
    ['a deadline without end', { timeoutMs: Number.POSITIVE_INFINITY }],
  ])('is refused in the options: %s', async (_about, options) => {
    const peer = scriptedPeer()
    const client = createClient(await merchant({ fetch: peer.fetch }))

    await expect(call(client, refundOrder, refund, options)).rejects.toBeInstanceOf(TypeError)
    expect(peer.requests).toEqual([])
  })

  it.each([
    ['256 characters', 'n'.repeat(256)],
    ['a semicolon', 'a;b'],
    ['nothing', ''],
  ])('is a nonce source that returns %s', async (_about, nonce) => {
    const peer = scriptedPeer()
    const client = createClient(await merchant({ fetch: peer.fetch, nonce: () => nonce }))

    await expect(call(client, refundOrder, refund)).rejects.toBeInstanceOf(TypeError)
    expect(peer.requests).toEqual([])
  })
})

describe('a request', () => {
  it('carries the given request id, of up to 255 characters', async () => {
    const peer = scriptedPeer(answers(4000820), answers(4000820))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    await call(client, refundOrder, refund, { requestId: 'r'.repeat(255) })
    await call(client, refundOrder, refund)

    const [first, second] = peer.requests
    expect(first?.headers.get('x-request-id')).toBe('r'.repeat(255))
    expect(second?.headers.has('x-request-id')).toBe(false)
  })

  it('is signed over exactly the bytes that are sent, whatever text it contains', async () => {
    // Any UTF-16 code units, also halves of surrogate pairs.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    const text = fc.oneof(
      fc.string({ unit, maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (description, merchant_user_name) => {
        const peer = scriptedPeer(answers(4000820))
        const client = createClient(await merchant({ fetch: peer.fetch }))

        await call(client, refundOrder, { ...refund, description, merchant_user_name })

        const [seen] = peer.requests
        const header = (name: string): string => seen?.headers.get(name) ?? ''
        const sent = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(seen?.bytes)
        const signed = `/merchant-integration/v1/orders/refund;POST;${header('x-nonce')};${header('x-timestamp')};${header('x-key-code')};${sent}`
        expect(await isSignatureOf(signed, header('x-signature'))).toBe(true)
        expect(JSON.parse(sent)).toMatchObject({ description, merchant_user_name })
      }),
      { numRuns: 40 },
    )
  })

  it('leaves out undefined fields', async () => {
    const peer = scriptedPeer(answers(4000820))
    const client = createClient(await merchant({ fetch: peer.fetch }))

    await call(client, refundOrder, { ...refund, description: undefined })

    expect(JSON.parse(peer.requests[0]?.body ?? '')).not.toHaveProperty('description')
  })
})

it('offers every endpoint of the registry as a method', async () => {
  const client = createClient(await merchant({}))
  const registry: readonly AnyEndpoint[] = Object.values(endpoints)

  expect(Object.keys(bindAll(client)).sort()).toEqual(registry.map(({ name }) => name).sort())
})
