import { generateKeyPair, type KeyPairPem } from '@merchant-edge/signing'
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentCallback, type RejectedRequest } from './hono.ts'
import { signedCallbackUrl } from './testing.ts'

const signed = {
  pay_status: 'SUCCESS',
  transaction_id: 'TX-77',
  order_id: '20200302T00100015912',
}

let pair: KeyPairPem
let url: string
let rejections: RejectedRequest[]

beforeAll(async () => {
  pair = await generateKeyPair()
  url = await signedCallbackUrl({
    url: 'https://ipn.example.test/ipn',
    privateKey: pair.privateKeyPem,
    signed,
    unsignedFields: { extra_data: 'sữa đá', user_id: '84900000123' },
  })
})

beforeEach(() => {
  rejections = []
})

function makeApp() {
  return new Hono().all(
    '/ipn',
    paymentCallback({
      keys: [{ id: 'one', key: pair.publicKeyPem }],
      onRejected: (request) => void rejections.push(request),
    }),
    (c) =>
      c.json({
        transaction: c.var.callback.signed.transaction_id,
        unsignedFields: c.var.callback.unsignedFields,
      }),
  )
}

describe('paymentCallback', () => {
  it('passes a verified callback on to the route', async () => {
    const response = await makeApp().request(url)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      transaction: 'TX-77',
      unsignedFields: { extra_data: 'sữa đá', user_id: '84900000123' },
    })
    expect(rejections).toEqual([])
  })

  it('names the allowed method where the method is refused, and nowhere else', async () => {
    const posted = await makeApp().request(url, { method: 'POST' })
    const forged = await makeApp().request(url.replace('TX-77', 'TX-78'))

    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET'])
    expect([forged.status, forged.headers.get('Allow')]).toEqual([401, null])
  })

  it('marks every answer as private', async () => {
    const accepted = await makeApp().request(url)
    const rejected = await makeApp().request(url.replace('TX-77', 'TX-78'))

    for (const { headers } of [accepted, rejected]) {
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    }
  })

  it('marks the answer of a route that makes its own Response', async () => {
    const app = new Hono().all(
      '/ipn',
      paymentCallback({ keys: [{ id: 'one', key: pair.publicKeyPem }] }),
      () => new Response('ok'),
    )

    const response = await app.request(url)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it.each([
    ['a changed transaction', () => url.replace('TX-77', 'TX-78'), 401, 'signature_mismatch'],
    ['a second order_id', () => `${url}&order_id=1`, 400, 'parameter_repeated'],
    ['no signature', () => url.replace(/signature=[^&]*/, ''), 400, 'parameter_missing'],
    ['a long URL', () => `${url}&x=${'x'.repeat(8192)}`, 414, 'url_too_long'],
  ])('answers %s with a body that reveals nothing', async (_, makeUrl, status, reason) => {
    const response = await makeApp().request(makeUrl())

    expect(response.status).toBe(status)
    expect(await response.text()).toBe('rejected')
    expect(rejections).toMatchObject([{ rejected: { reason }, method: 'GET' }])
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'refuses %s, which only names GET as allowed',
    async (method) => {
      const response = await makeApp().request(url, { method })

      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('GET')
      expect(await response.text()).toBe(method === 'HEAD' ? '' : 'rejected')
      expect(rejections).toMatchObject([{ rejected: { reason: 'method_not_allowed' }, method }])
    },
  )

  it('refuses HEAD on a GET route as well, where Hono would run it', async () => {
    let runs = 0
    const app = new Hono().get(
      '/ipn',
      paymentCallback({ keys: [{ id: 'one', key: pair.publicKeyPem }] }),
      (c) => {
        runs += 1
        return c.text('ok')
      },
    )

    expect((await app.request(url, { method: 'HEAD' })).status).toBe(405)
    expect((await app.request(url)).status).toBe(200)
    expect(runs).toBe(1)
  })

  it('passes no value of the URL to onRejected', async () => {
    await makeApp().request(url.replace('TX-77', 'TX-78'))

    expect(rejections).toHaveLength(1)
    expect(JSON.stringify(rejections)).not.toMatch(/TX-7|20200302T|84900000123/)
    expect(rejections[0]?.urlChars).toBe(url.length)
  })

  it('finds the keys in the bindings of the Worker', async () => {
    const app = new Hono<{ Bindings: { SERVICE_KEY: string } }>().all(
      '/ipn',
      paymentCallback({
        keys: (env: { SERVICE_KEY: string }) => [{ id: 'bound', key: env.SERVICE_KEY }],
      }),
      (c) => c.text(c.var.callback.keyId),
    )

    const response = await app.request(url, {}, { SERVICE_KEY: pair.publicKeyPem })
    expect(await response.text()).toBe('bound')
  })

  it('answers 500 when a key cannot be used, and never passes the callback on', async () => {
    const app = new Hono().all(
      '/ipn',
      paymentCallback({ keys: [{ id: 'one', key: 'none' }] }),
      (c) => c.text('ok'),
    )
    app.onError((error, c) => c.text(error.name, 500))

    const response = await app.request(url)
    expect([response.status, await response.text()]).toEqual([500, 'KeyError'])
  })

  it('uses its clock to decide whether a key is valid', async () => {
    const keys = [{ id: 'one', key: pair.publicKeyPem, notAfter: 1_000 }]
    const at = (now: number) =>
      new Hono()
        .all('/ipn', paymentCallback({ keys, now: () => now * 1000 }), (c) => c.text('ok'))
        .request(url)

    expect((await at(1_000)).status).toBe(200)
    expect((await at(1_001)).status).toBe(401)
  })

  it('accepts a callback whose sender escaped neither spaces nor letters', async () => {
    const raw = url.replace(/&extra_data=[^&]*/, '&extra_data=sữa đá')

    const response = await makeApp().request(new Request(raw))
    expect(await response.json()).toMatchObject({ unsignedFields: { extra_data: 'sữa đá' } })
  })
})
