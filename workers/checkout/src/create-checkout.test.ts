import type { Configuration } from '@merchant-edge/pages'
import { describe, expect, it } from 'vitest'
import { ask, orderView, paths } from '../test/ask-checkout.ts'

const orders = { refreshPayment: async () => orderView() }

async function pageWith(headers: Record<string, string>, query = ''): Promise<Response> {
  return (await ask(`${paths.status}${query.replace('?', '&')}`, { headers, orders })).response
}

describe('the language', () => {
  const headers: [string, Record<string, string>, string, 'vi' | 'en'][] = [
    ['nothing', {}, '', 'vi'],
    ['the browser', { 'accept-language': 'en-US,en;q=0.9,vi;q=0.8' }, '', 'en'],
    ['what the browser likes most', { 'accept-language': 'en;q=0.5, vi-VN' }, '', 'vi'],
    ['the first that is spoken', { 'accept-language': 'fr-FR, de;q=0.9, en;q=0.1' }, '', 'en'],
    ['a broken header', { 'accept-language': ';;q=,=' }, '', 'vi'],
    [
      'the cookie before the browser',
      { cookie: '__Host-lang=vi', 'accept-language': 'en' },
      '',
      'vi',
    ],
    ['the address before the cookie', { cookie: '__Host-lang=vi' }, '?lang=en', 'en'],
    ['no language that is not spoken', { 'accept-language': 'en' }, '?lang=xx', 'en'],
  ]
  it.each(headers)('follows %s', async (_what, given, query, language) => {
    const response = await pageWith(given, query)

    expect(await response.text()).toContain(`<html lang="${language}">`)
  })

  it('is remembered only when it was chosen', async () => {
    const chosen = await pageWith({}, '?lang=en')
    const found = await pageWith({ 'accept-language': 'en' })

    expect(chosen.headers.get('set-cookie')).toMatch(
      /^__Host-lang=en; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(found.headers.get('set-cookie')).toBeNull()
  })

  it('can be changed on every page', async () => {
    const page = await (await pageWith({})).text()

    expect(page).toMatch(
      /<a\s+class="language"\s+lang="en"\s+hreflang="en"\s+href="\?key=[\w-]{43}&amp;lang=en"/,
    )
  })
})

describe('what protects a page', () => {
  it.each([paths.status, '/nowhere', paths.state])('%s', async (path) => {
    const { headers } = (await ask(path, { orders })).response
    const policy = headers.get('content-security-policy') ?? ''

    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  it('contains no inline script and no inline style', async () => {
    const page = await (await pageWith({})).text()

    expect(page).not.toMatch(/<script(?! src="\/checkout\.js)/)
    expect(page).not.toMatch(/<style|style=|\son[a-z]+=/)
  })
})

describe('the files of the pages', () => {
  it('are cached without limit under the addresses that the pages use', async () => {
    const page = await (await pageWith({})).text()
    const paths = [...page.matchAll(/(?:href|src)="(\/(?:styles\.css|checkout\.js)\?v=\w+)"/g)]

    expect(paths).toHaveLength(2)
    for (const [, path = ''] of paths) {
      const { headers } = (await ask(path)).response

      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it.each([
    ['/styles.css?v=old', 'text/css; charset=utf-8'],
    ['/checkout.js', 'text/javascript; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
  ])('%s is cached for a minute only', async (path, type) => {
    const { headers } = (await ask(path)).response

    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
  })
})

describe('the health check', () => {
  const health = { alerts: { open: 2, acknowledged: 1 }, oldestOutboxSeconds: 45 }

  const configuration = async (): Promise<Configuration> => ({
    environment: 'local',
    problems: [],
  })

  it('reports that sending money is paused', async () => {
    const paused = async () => ({ ...health, moneyPaused: true as const })

    const { response } = await ask('/health', { orders: { configuration, health: paused } })

    expect(await response.json()).toMatchObject({ status: 'ok', moneyPaused: true })
  })

  it('returns only counts without a secret', async () => {
    const orders = { configuration, health: async () => health }

    const { response, calls } = await ask('/health', {
      orders,
      env: { CHECKOUT_SECRET: 's'.repeat(16) },
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', environment: 'local', ...health })
    expect(calls).toEqual([['configuration'], ['health']])
  })

  it('fails when the order store does not answer', async () => {
    const { response } = await ask('/health')

    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  it('reports every wrong setting of both Workers at once', async () => {
    const orders = {
      configuration: async (): Promise<Configuration> => ({
        environment: 'local',
        problems: [{ name: 'MERCHANT_KEY', problem: 'is missing', remedy: 'Set it.' }],
      }),
    }
    const env = {
      CHECKOUT_URL: 'http://localhost/path',
      CHECKOUT_SECRET: 'short-one',
      CHECKOUT_SECRET_PREVIOUS: 's'.repeat(16),
      ORDER_KEY_SECRET: 's'.repeat(15),
      ORDER_KEY_SECRET_PREVIOUS: 'short-two',
      OPERATORS: '[{"name":"an","role":"money","token_sha256":"no-digest"},{"name":"","role":"x"}]',
    }

    const { response, lines } = await ask('/health', { orders, env })
    const said = await response.text()

    expect(response.status).toBe(503)
    expect(JSON.parse(said)).toMatchObject({
      status: 'not_configured',
      environment: 'local',
      problems: [
        { worker: 'checkout', name: 'CHECKOUT_URL' },
        { worker: 'checkout', name: 'CHECKOUT_SECRET' },
        { worker: 'checkout', name: 'ORDER_KEY_SECRET' },
        { worker: 'checkout', name: 'ORDER_KEY_SECRET_PREVIOUS' },
        { worker: 'checkout', name: 'OPERATORS', problem: /0\.token_sha256/ },
        { worker: 'checkout', name: 'OPERATORS', problem: /1\.name/ },
        { worker: 'checkout', name: 'OPERATORS', problem: /1\.role/ },
        { worker: 'checkout', name: 'OPERATORS', problem: /1\.token_sha256/ },
        { worker: 'orders', name: 'MERCHANT_KEY', problem: 'is missing', remedy: 'Set it.' },
      ].map(({ problem, ...rest }) => ({
        ...rest,
        problem:
          problem instanceof RegExp
            ? expect.stringMatching(problem)
            : (problem ?? expect.any(String)),
      })),
    })
    expect(said).not.toMatch(/short-one|short-two|no-digest/)
    expect(lines).toMatchObject([{ event: 'not_configured' }])
  })

  it.each([
    ['a blank', 'the secret of the shop'],
    ['a line break', 'the-secret-of-the-shop\n'],
    ['a letter beyond ASCII', 'khoá-của-cửa-hàng-này'],
  ])('reports a secret of the shop with %s, which no request can contain', async (_name, value) => {
    const orders = {
      configuration: async (): Promise<Configuration> => ({ environment: 'local', problems: [] }),
    }
    const env = { CHECKOUT_SECRET: value, CHECKOUT_SECRET_PREVIOUS: value }

    const { response } = await ask('/health', { orders, env })
    const said = await response.text()

    expect(response.status).toBe(503)
    expect(JSON.parse(said)).toMatchObject({
      problems: [{ name: 'CHECKOUT_SECRET' }, { name: 'CHECKOUT_SECRET_PREVIOUS' }],
    })
    expect(said).not.toContain(value)
  })

  it('refuses an orders Worker of another environment', async () => {
    const orders = {
      configuration: async (): Promise<Configuration> => ({ environment: 'uat', problems: [] }),
    }
    const { response } = await ask('/health', { orders })

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      problems: [
        {
          worker: 'checkout',
          name: 'ENVIRONMENT',
          problem: 'is local, and that of the orders Worker which this one is bound to is uat',
        },
      ],
    })
  })
})

it('answers an unknown address with 404 and a page', async () => {
  const { response } = await ask('/wp-login.php?x=<script>')

  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('<script>')
})
