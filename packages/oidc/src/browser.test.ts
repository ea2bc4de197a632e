import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { createBrowserSignOn, type BrowserSignOn, type Page } from './browser.ts'

const origin = 'https://app.example'

/** One tab: what survives a reload, and where it was sent. */
class Tab {
  readonly kept = new Map<string, string>()
  readonly visited: string[] = []
  href = `${origin}/orders?page=2`

  readonly page: Page

  constructor() {
    const { kept, visited } = this
    const href = (): string => this.href
    const go = (url: string): void => {
      this.href = new URL(url, this.href).href
    }
    this.page = {
      sessionStorage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      location: {
        get href() {
          return href()
        },
        origin,
        assign: (url) => void visited.push(url),
      },
      history: { replaceState: (_data, _unused, url) => go(url) },
    }
  }
}

let provider: FaultProvider
let tab: Tab
let aheadSeconds: number

function load(): BrowserSignOn {
  return createBrowserSignOn({
    issuer: 'https://id.example',
    clientId: 'shop-1',
    redirectUri: `${origin}/`,
    page: tab.page,
    scope: 'openid offline',
    postLogoutRedirectUri: `${origin}/bye`,
    ports: {
      fetch: provider.fetch,
      now: () => Date.now() + aheadSeconds * 1000,
      wait: () => Promise.resolve(),
      deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    },
  })
}

async function signIn(): Promise<BrowserSignOn> {
  await load().signIn()
  tab.href = provider.authorize(tab.visited.at(-1) ?? '')
  const app = load()
  await app.resume()
  return app
}

beforeEach(async () => {
  provider = await FaultProvider.start()
  tab = new Tab()
  aheadSeconds = 0
})

describe('createBrowserSignOn', () => {
  // Specification: 1.30, 5.5.3
  it('returns to the page where it began, with no code in the address and no token in any storage', async () => {
    const app = await signIn()

    expect(app.identity()).toMatchObject({ subject: 'customer-1' })
    expect(tab.href).toBe(`${origin}/orders?page=2`)
    expect([...tab.kept]).toEqual([])
    const sent = provider.received.find(({ url }) => url.pathname === '/oauth2/token')
    expect(sent?.form.get('client_id')).toBe('shop-1')
    expect(sent?.headers.get('authorization')).toBeNull()
  })

  it('does nothing on a page that is not a callback', async () => {
    expect(await load().resume()).toBeUndefined()
    expect(provider.received).toEqual([])
  })

  it('uses a code once, also when the page is loaded again', async () => {
    await load().signIn()
    const callback = provider.authorize(tab.visited.at(-1) ?? '')
    tab.href = callback
    await load().resume()
    tab.href = callback

    await expect(load().resume()).rejects.toMatchObject({ reason: 'transaction_missing' })
    expect(provider.count('/oauth2/token')).toBe(1)
  })

  // React calls an effect twice in development: the second caller must not take the customer for a stranger.
  it('gives a second caller of the same page the customer too', async () => {
    await load().signIn()
    tab.href = provider.authorize(tab.visited.at(-1) ?? '')
    const app = load()

    const [first, second] = await Promise.all([app.resume(), app.resume()])

    expect(first).toMatchObject({ subject: 'customer-1' })
    expect(second).toEqual(first)
    expect(await app.resume()).toEqual(first)
    expect(provider.count('/oauth2/token')).toBe(1)
  })

  it('tells a second caller of the same page the same failure', async () => {
    await load().signIn()
    tab.href = `${origin}/?error=access_denied&state=${new URL(tab.visited.at(-1) ?? '').searchParams.get('state')}`
    const app = load()

    const both = await Promise.allSettled([app.resume(), app.resume()])

    const refused = { status: 'rejected', reason: { reason: 'access_denied' } }
    expect(both).toMatchObject([refused, refused])
  })

  it('renews once for concurrent callers', async () => {
    const app = await signIn()
    aheadSeconds = 3590

    const tokens = await Promise.all(Array.from({ length: 50 }, () => app.accessToken()))

    expect(new Set(tokens).size).toBe(1)
    expect(provider.count('/oauth2/token')).toBe(2)
  })

  it('is signed out when a renewal is refused', async () => {
    const app = await signIn()
    aheadSeconds = 3590
    provider.grants.length = 0

    await expect(app.accessToken()).rejects.toMatchObject({ reason: 'refresh_refused' })
    expect(app.identity()).toBeUndefined()
    await expect(app.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
  })

  it('queries the user with the access token', async () => {
    const app = await signIn()

    expect(await app.user()).toMatchObject({ full_name: 'Lan' })
    expect(provider.received.at(-1)?.headers.get('authentication')).toMatch(/^bearer access-/)
  })

  it('revokes, goes to the identity server, and checks the state of the return', async () => {
    const app = await signIn()
    await app.signOut()

    const sent = new URL(tab.visited.at(-1) ?? '')
    expect(provider.count('/oauth2/revoke')).toBe(1)
    expect(sent.pathname).toBe('/oauth2/sessions/logout')
    expect(app.identity()).toBeUndefined()
    tab.href = `${origin}/bye?state=another`
    await expect(load().resume()).rejects.toMatchObject({ reason: 'sign_out_state_mismatch' })
  })

  it('is signed in after a sign-out that the customer did not finish', async () => {
    await (await signIn()).signOut()

    const app = await signIn()

    expect(app.identity()).toMatchObject({ subject: 'customer-1' })
    await app.signOut()
    const state = new URL(tab.visited.at(-1) ?? '').searchParams.get('state')
    tab.href = `${origin}/bye?state=${state}`
    expect(await load().resume()).toBeUndefined()
  })

  it('never returns to an earlier callback', async () => {
    tab.href = `${origin}/?code=of-another-tab&state=of-another-tab`
    const app = load()
    await expect(app.resume()).rejects.toMatchObject({ reason: 'transaction_missing' })

    await app.signIn()
    tab.href = provider.authorize(tab.visited.at(-1) ?? '')
    await load().resume()

    expect(tab.href).toBe(`${origin}/`)
    expect(await load().resume()).toBeUndefined()
  })

  it('also revokes the tokens of a renewal that was running', async () => {
    const app = await signIn()
    aheadSeconds = 3590

    await Promise.all([app.accessToken(), app.signOut()])

    expect(app.identity()).toBeUndefined()
    const [revoked] = provider.received.filter(({ url }) => url.pathname === '/oauth2/revoke')
    expect(revoked?.form.get('token')).toBe(provider.grants.at(-1)?.refreshToken)
  })

  it('deletes the state after the return', async () => {
    await (await signIn()).signOut()
    const state = new URL(tab.visited.at(-1) ?? '').searchParams.get('state')
    tab.href = `${origin}/bye?state=${state}`

    expect(await load().resume()).toBeUndefined()
    expect(tab.href).toBe(`${origin}/bye`)
  })
})
