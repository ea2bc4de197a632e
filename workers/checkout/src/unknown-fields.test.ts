import { describe, expect, it } from 'vitest'
import { ask, json, operatorTokens, secret } from '../test/ask-checkout.ts'
import { createCheckout } from './create-checkout.ts'

/** Addresses that take what they do not know, and why. */
const open: readonly [prefix: string, why: string][] = [
  ['/health', 'a monitor may add what it likes'],
  ['/checkout.js', 'a file of the pages'],
  ['/styles.css', 'a file of the pages'],
  ['/icon.svg', 'a file of the pages'],
  ['/brand.css', 'a file of the pages'],
  ['/brand-logo', 'a file of the pages'],
  ['/pay/', 'mail programs and browsers add parameters to the link that a customer follows'],
  ['/return/', 'so does the wallet service'],
  [
    '/link-callbacks/',
    'the service may send more than is specified, and nothing of it is believed',
  ],
]

/** What stands in the place of a parameter of a path, where it is not just any id. */
const inPath: Readonly<Record<string, string>> = {
  ':day': '2026-03-02',
  ':call': 'getMembership',
}

/** What an address does not do without, in its query. */
const inQuery: Readonly<Record<string, string>> = { '/operator/takings': 'from=2026-03-02&' }

const routes = createCheckout()
  .routes.filter(({ method }) => method !== 'ALL')
  .map(({ method, path }) => ({
    method,
    path: path.replaceAll(/:\w+/g, (name) => inPath[name] ?? '1'),
  }))
  .filter(({ path }) => !open.some(([prefix]) => path.startsWith(prefix)))

const headers = { authorization: `Bearer ${secret}` }

/** Whoever may ask most of an address. */
function headersFor(path: string): Record<string, string> {
  const token = path.startsWith('/operator/') ? operatorTokens.money : secret
  return { authorization: `Bearer ${token}` }
}

describe('an unknown parameter or field is refused, and nothing is done', () => {
  it('covers every route of the API', () => {
    const walked = routes.map(({ method, path }) => `${method} ${path}`)

    expect(walked).toContain('POST /orders/1/capture')
    expect(walked).toContain('DELETE /links/1')
    expect(walked.length).toBeGreaterThanOrEqual(17)
  })

  it.each(routes)('$method $path with a parameter', async ({ method, path }) => {
    const body = method === 'POST' ? '{}' : null
    const { response, calls } = await ask(`${path}?${inQuery[path] ?? ''}unknown_field=1`, {
      method,
      headers: headersFor(path),
      body,
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: {
        reason: expect.stringMatching(/^invalid_(field|query)$/),
        fields: ['unknown_field'],
      },
    })
    expect(calls).toEqual([])
  })

  // The fields of a loyalty call are those of the service: the orders Worker knows them.
  const withBody = routes.filter(
    ({ method, path }) => method !== 'GET' && !path.startsWith('/loyalty/'),
  )
  it.each(withBody)('$method $path with a field', async ({ method, path }) => {
    const body = JSON.stringify({ unknown_field: 40_000 })
    const { response, calls } = await ask(path, { method, headers: headersFor(path), body })

    expect(response.status).toBe(400)
    const { error } = await response.json<{ error: { reason: string; fields: string[] } }>()
    expect(error.reason).toBe('invalid_field')
    expect(error.fields).toContain('unknown_field')
    expect(calls).toEqual([])
  })

  it('POST /loyalty/{call} with a field', async () => {
    const message = 'The request has no field unknown_field'
    const { response, calls } = await ask('/loyalty/getMembership', {
      ...json({ unknown_field: 1 }),
      loyalty: async () => ({ outcome: 'invalid', message }),
    })

    expect(response.status).toBe(400)
    expect(calls).toEqual([['getMembership', { unknown_field: 1 }]])
  })
})

describe('a request without fields', () => {
  const captured = { outcome: 'not_found' } as const
  it.each([null, '{}'])('may have the body %j', async (body) => {
    const orders = { captureOrder: async () => captured }
    const { calls } = await ask('/orders/ORDER-1/capture', {
      method: 'POST',
      headers,
      body,
      orders,
    })

    expect(calls).toEqual([['captureOrder', 'ORDER-1']])
  })

  it.each(['[1]', 'null', '40000', 'amountVnd=40000', '{"amountVnd":40000}'])(
    'cannot have the body %j',
    async (body) => {
      const { response, calls } = await ask('/orders/ORDER-1/capture', {
        method: 'POST',
        headers,
        body,
      })

      expect(response.status).toBe(400)
      expect(calls).toEqual([])
    },
  )
})
