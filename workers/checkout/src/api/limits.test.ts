import { describe, expect, it } from 'vitest'
import { ask, askAsShop, json, orderView, paths } from '../../test/ask-checkout.ts'

/** A binding that lets nobody pass, and notes by which keys it was asked. */
function exhausted() {
  const keys: string[] = []
  async function limit({ key }: { key: string }) {
    keys.push(key)
    return { success: false }
  }
  return { keys, limit }
}

const headers = { 'cf-connecting-ip': '192.0.2.7' }
const unguarded: readonly (readonly [method: string, path: string, kind: string])[] = [
  ['GET', paths.pay, 'page'],
  ['GET', paths.qr, 'page'],
  ['GET', paths.state, 'page'],
  ['GET', paths.status, 'page'],
  ['GET', '/pay/ORDER-1/linked', 'page'],
  ['POST', '/pay/ORDER-1/linked', 'page'],
  ['GET', '/nowhere', 'page'],
  ['GET', '/health', 'health'],
  ['GET', '/link-callbacks/L-1/T-1', 'link-callback'],
  ['POST', '/link-callbacks/L-1/T-1', 'link-callback'],
]

describe('an address with too many requests', () => {
  it.each(unguarded)('gets 429 at %s %s', async (method, path, kind) => {
    const { keys, limit } = exhausted()

    const { response, calls, lines } = await ask(path, {
      method,
      headers,
      env: { PAY_LIMIT: { limit } },
    })

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(keys).toEqual([`${kind}:192.0.2.7`])
    expect(calls).toEqual([])
    expect(lines).toMatchObject([{ code: 'rate_limited', network: '192.0.2.0/24' }])
  })

  it.each([
    ['/orders/ORDER-1', 'Bearer wrong-secret-of-the-shop'],
    ['/orders/ORDER-1', ''],
    ['/operator/me', 'Bearer wrong-token'],
    ['/loyalty/getMembership', 'Basic x'],
  ])('with wrong bearers gets 429 at %s for "%s"', async (path, authorization) => {
    const { keys, limit } = exhausted()

    const { response, lines } = await ask(path, {
      headers: { ...headers, authorization },
      env: { REFUSAL_LIMIT: { limit } },
    })

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(await response.json()).toMatchObject({ error: { reason: 'rate_limited' } })
    expect(keys).toEqual(['refused:192.0.2.7'])
    expect(lines).toMatchObject([{ code: 'rate_limited' }])
  })

  it.each([
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::1'],
    ['2001:db8::7', '2001:db8:0:0:ffff:ffff:ffff:ffff'],
  ])(
    'is counted together with the other addresses of its network: %s, %s',
    async (...addresses) => {
      const { keys, limit } = exhausted()
      for (const address of addresses) {
        const asked = {
          headers: { 'cf-connecting-ip': address, authorization: 'Bearer wrong-token' },
        }
        await ask('/orders/ORDER-1', { ...asked, env: { REFUSAL_LIMIT: { limit } } })
        await ask(paths.pay, { ...asked, env: { PAY_LIMIT: { limit } } })
      }

      expect(keys.length).toBe(4)
      expect(new Set(keys).size).toBe(2)
    },
  )

  it.each([
    '//elsewhere.example/',
    '///elsewhere.example',
    '/%5Celsewhere.example',
    '/%09/x.example',
  ])('is not redirected to another host from %s', async (path) => {
    const { limit } = exhausted()
    const { response } = await ask(path, { headers, env: { PAY_LIMIT: { limit } } })
    const page = await response.text()

    expect(response.status).toBe(429)
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(1)
    for (const link of links) {
      const { host } = new URL(link.replaceAll('&amp;', '&'), 'https://checkout.example')
      expect(host).toBe('checkout.example')
    }
  })

  it('is served with the right bearer, which is not counted', async () => {
    const { keys, limit } = exhausted()
    const env = { REFUSAL_LIMIT: { limit }, PAY_LIMIT: { limit } }
    const { response } = await askAsShop('/orders/ORDER-1', {
      env,
      orders: { find: async () => orderView() },
    })

    expect(response.status).toBe(200)
    expect(keys).toEqual([])
  })
})

/** A body of which only the first piece ever comes. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":"ORDER-1"'))
    },
  })
}

describe('a body that never ends', () => {
  const slow = { method: 'POST', sleep: async () => {} }

  it('is abandoned, and nothing is done', async () => {
    const { headers: ofShop } = json({})
    const asked = await ask('/orders', { ...slow, headers: ofShop ?? {}, body: endless() })

    expect(asked.response.status).toBe(408)
    expect(await asked.response.json()).toMatchObject({ error: { reason: 'body_too_slow' } })
    expect(asked.calls).toEqual([])
  })

  it('is abandoned in a form', async () => {
    const { response, calls } = await ask('/pay/ORDER-1/linked', {
      ...slow,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: endless(),
    })

    expect(response.status).toBe(408)
    expect(calls).toEqual([])
  })

  it('of a link callback is ignored, and the callback is processed', async () => {
    const { response, calls } = await ask('/link-callbacks/L-1/T-1', {
      ...slow,
      body: endless(),
      orders: { recordLinkCallback: async () => 'recorded' },
    })

    expect(response.status).toBe(200)
    expect(calls).toEqual([['recordLinkCallback', { id: 'L-1', token: 'T-1' }]])
  })

  it('is not read without the bearer', async () => {
    const { response } = await ask('/orders', { method: 'POST', body: endless() })

    expect(response.status).toBe(401)
  })
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'a;b,c', '/'])(
  'refuses a body of the type %s',
  async (type) => {
    const { method, body, headers: ofShop } = json({ id: 'ORDER-1', amountVnd: 1 })
    const { response, calls } = await ask('/orders', {
      method: method ?? 'POST',
      body: body ?? null,
      headers: { ...Object.fromEntries(new Headers(ofShop)), 'content-type': type },
    })

    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: { reason: 'content_type_unknown' } })
    expect(calls).toEqual([])
  },
)
