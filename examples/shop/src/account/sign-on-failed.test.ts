import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createShop } from '../create-shop.ts'
import { shopUrl, stubServices, type Services } from '../../test/shop-world.ts'

// Goal: whoever does not get through the sign-in reads why in their language, and finds back into the shop. Method: the
// real routes; the wallet does not answer, is not what it was, or sends the customer back without a sign-in.

let services: Services

beforeEach(() => {
  services = stubServices()
})
afterEach(() => vi.unstubAllGlobals())

/** A shop that knows nothing of the wallet yet. */
function ask(path: string, headers: Record<string, string>) {
  return createShop().request(`${shopUrl}${path}`, { headers }, env)
}

const metadata = 'GET /.well-known/openid-configuration'

/** A browser in the middle of a sign-in, which the wallet sends back without one. */
async function comesBack(headers: Record<string, string>, query: Record<string, string>) {
  const begun = await ask('/auth/sign-in', headers)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const back = new URLSearchParams({ error: 'access_denied', state, ...query })
  return ask(`/auth/callback?${back.toString()}`, { ...headers, cookie: cookie.join('; ') })
}

const notSignedIn = [401, 'You are not signed in', 'Bạn chưa đăng nhập'] as const

const cases: readonly (readonly [
  what: string,
  act: (headers: Record<string, string>) => Promise<Response> | Response,
  answer: readonly [status: number, english: string, vietnamese: string],
])[] = [
  ['the customer refuses in the wallet', (headers) => comesBack(headers, {}), notSignedIn],
  [
    'a callback belongs to no sign-in of this browser',
    (headers) => ask('/auth/callback?code=x&state=y', headers),
    notSignedIn,
  ],
  [
    'somebody else than the wallet sends the customer back',
    (headers) => comesBack(headers, { iss: 'https://elsewhere.example' }),
    [400, 'The sign-in was refused', 'Đăng nhập bị từ chối'],
  ],
  [
    'the wallet does not answer',
    (headers) => {
      services.answers.set(metadata, () => {
        throw new TypeError('connection refused')
      })
      return ask('/auth/sign-in', headers)
    },
    [503, 'Signing in does not work right now', 'Hiện chưa đăng nhập được'],
  ],
]

it.each(cases)('says so when %s', async (_what, act, [status, english, vietnamese]) => {
  for (const [language, text] of [
    ['en', english],
    ['vi', vietnamese],
  ] as const) {
    const answer = await act({ 'accept-language': language, accept: 'text/html' })
    const page = await answer.text()

    expect(answer.status).toBe(status)
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(text)
    expect(page).toContain('href="/auth/sign-in"')
    expect(page).toContain('href="/basket"')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toContain('no-store')
    // Loaded again, the page must not wait for a sign-in that has ended.
    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.includes('signin.'))
    for (const cookie of cookies) expect(cookie).toMatch(/max-age=0/i)
  }
})

it('returns to the requested page once signing in works again', async () => {
  services.answers.set(metadata, () => {
    throw new TypeError('connection refused')
  })
  const page = await ask('/auth/sign-in?return_to=/orders/EB-1', {})

  expect(await page.text()).toContain('href="/auth/sign-in?return_to=%2Forders%2FEB-1"')
})
