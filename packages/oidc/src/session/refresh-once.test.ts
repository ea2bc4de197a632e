import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { Browser, makeWorld, origin, type World } from '../../test/world.ts'
import { isSignOnFailure } from '../index.ts'

let provider: FaultProvider
let world: World
let browser: Browser

const renewals = (): number => provider.count('/oauth2/token') - 1

function refuseRenewals(answer: () => Response | Promise<Response | undefined>): void {
  provider.intercept = ({ url }) => (url.pathname === '/oauth2/token' ? answer() : undefined)
}

describe.each(['store', 'cookie'] as const)('a renewal of a session in the %s', (kept) => {
  beforeEach(async () => {
    provider = await FaultProvider.start()
    world = makeWorld(provider, { kept })
    browser = new Browser(world.web)
    await browser.signIn(provider)
  })

  it('happens in the last minute of the access token', async () => {
    const first = await browser.accessToken()
    world.advance(3_539)
    expect(await browser.accessToken()).toBe(first)

    world.advance(1)

    expect(await browser.accessToken()).not.toBe(first)
    expect(renewals()).toBe(1)
  })

  it('keeps who is signed in, and until when', async () => {
    const before = (await browser.who()).session()
    world.advance(3_600)
    const opened = await browser.who()
    await opened.accessToken()

    expect(await opened.cookies()).toEqual(
      kept === 'store' ? [] : [expect.stringContaining(`; Max-Age=${11 * 3_600}; `)],
    )
    const { tokens: _, ...rest } = opened.session() ?? {}
    expect(rest).toEqual({
      id: before?.id,
      version: 2,
      identity: before?.identity,
      redirectUri: `${origin}/auth/callback`,
      expiresAt: before?.expiresAt,
    })
  })

  it('is saved also when the answer of the store is lost', async () => {
    world.advance(3_600)
    const replace = world.store.replace.bind(world.store)
    world.store.replace = async (row) => {
      world.store.replace = replace
      await replace(row)
      throw new Error('the answer is lost')
    }

    const token = await browser.accessToken()

    expect(await browser.accessToken()).toBe(token)
    expect(renewals()).toBe(1)
    expect(provider.count('/oauth2/revoke')).toBe(0)
  })

  it('is saved at the third attempt, and there is no fourth', async () => {
    world.advance(3_600)
    const replace = world.store.replace.bind(world.store)
    let attempts = 0
    let failing = 2
    const waitedMs: number[] = []
    Object.defineProperty(world.options.relyingParty, 'ports', {
      value: {
        ...world.options.relyingParty.ports,
        wait: async (milliseconds: number) => void waitedMs.push(milliseconds),
      },
    })
    world.store.replace = (row) => {
      attempts += 1
      return attempts > failing ? replace(row) : Promise.reject(new Error('the store is away'))
    }
    expect(await browser.accessToken()).toMatch(/^access-/)
    expect([attempts, waitedMs]).toEqual([3, [100, 100]])

    world.advance(3_600)
    attempts = 0
    failing = Infinity
    await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_not_saved' })
    expect(attempts).toBe(3)
  })

  it.each([
    ['another customer', 'subject_changed', { sub: 'customer-2' }],
    ['another issuer', 'id_token_invalid', { iss: 'https://evil.example/' }],
  ])('ends the session when its answer is about %s', async (_, reason, change) => {
    const copy = new Browser(world.web, origin, new Map(browser.cookies))
    world.advance(3_600)
    provider.idToken = ({ claims }) => void Object.assign(claims, change)

    await expect(browser.accessToken()).rejects.toMatchObject({ kind: 'attack', reason })

    expect(await browser.isSignedIn()).toBe(false)
    expect(browser.cookies.size).toBe(0)
    expect(await copy.isSignedIn()).toBe(false)
  })

  it('ends the session for every copy of its cookie when the server refuses it', async () => {
    const copy = new Browser(world.web, origin, new Map(browser.cookies))
    world.advance(3_600)
    refuseRenewals(() => Response.json({ error: 'invalid_grant' }, { status: 400 }))

    await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'refresh_refused' })

    expect(await browser.isSignedIn()).toBe(false)
    expect(await copy.isSignedIn()).toBe(false)
  })

  it('ends the session for every copy of its cookie when there is nothing to renew it with', async () => {
    world = makeWorld(provider, { kept, web: { scope: 'openid profile' } })
    browser = new Browser(world.web)
    await browser.signIn(provider)
    const copy = new Browser(world.web, origin, new Map(browser.cookies))
    world.advance(3_600)

    await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })

    expect(await browser.isSignedIn()).toBe(false)
    expect(await copy.isSignedIn()).toBe(false)
  })

  it('releases its lease when the server refuses the client, which may be mended', async () => {
    world.advance(3_600)
    refuseRenewals(() => Response.json({ error: 'invalid_client' }, { status: 401 }))
    await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'client_refused' })
    provider.intercept = () => undefined

    expect(await browser.accessToken()).toMatch(/^access-/)
  })

  it('that a logout has overtaken ends, also when its tokens cannot be revoked', async () => {
    world.advance(3_600)
    const body = new URLSearchParams({ logout_token: await provider.logoutToken() })
    provider.intercept = async ({ url }) => {
      if (url.pathname === '/oauth2/revoke') return new Response('', { status: 503 })
      if (url.pathname !== '/oauth2/token') return undefined
      const address = `${origin}/auth/back-channel-logout`
      await world.web.handle(new Request(address, { method: 'POST', body }))
      return undefined
    }

    await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })

    expect(provider.count('/oauth2/revoke')).toBe(1)
    expect(await browser.isSignedIn()).toBe(false)
  })

  it('passes on a failure of the program, and tells nobody that the session has ended', async () => {
    world.advance(3_600)
    const replace = world.store.replace.bind(world.store)
    world.store.replace = async (row) => {
      await world.store.remove(row.key)
      return replace(row)
    }
    const revocation = new Error('not about sign-on')
    Object.defineProperty(world.options.relyingParty, 'clientAuth', {
      value: (_server: unknown, _client: unknown, form: URLSearchParams) => {
        if (form.has('token')) throw revocation
      },
    })

    await expect(browser.accessToken()).rejects.toBe(revocation)
    expect(isSignOnFailure(revocation)).toBe(false)
  })

  it('is awaited for fifteen seconds while another request has its lease', async () => {
    const waitedMs: number[] = []
    const { ports } = world.options.relyingParty
    const wait = async (milliseconds: number) => void waitedMs.push(milliseconds)
    const { web } = makeWorld(provider, {
      kept,
      store: world.store,
      relyingParty: { ports: { ...ports, wait } },
    })
    world.advance(3_600)
    world.store.leaseRefresh = async () => false
    const opened = await web.open(browser.request('/'))

    await expect(opened.accessToken()).rejects.toMatchObject({ reason: 'refresh_in_progress' })

    expect(waitedMs).toEqual(Array.from({ length: 151 }, () => 100))
    expect(renewals()).toBe(0)
  })

  it('does not bring back a session that was signed out before', async () => {
    world.advance(3_600)
    const copy = new Browser(world.web, origin, new Map(browser.cookies))
    const opened = await browser.who()
    await browser.open('/auth/sign-out', { method: 'POST' })

    await expect(opened.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })

    expect(await copy.isSignedIn()).toBe(false)
    if (kept === 'store') expect(renewals()).toBe(0)
  })

  it('is over when its result was sealed with a key that is gone', async () => {
    world.advance(3_600)
    const find = world.store.find.bind(world.store)
    const opened = await browser.who()
    world.store.leaseRefresh = async () => false
    world.store.find = async (key, now) => {
      const row = await find(key, now)
      return row && { ...row, version: 2, payload: 'gone.AAAA' }
    }

    await expect(opened.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
  })

  it('is asked for a minute after it with the earlier cookie, and gives its result', async () => {
    const earlier = new Browser(world.web, origin, new Map(browser.cookies))
    world.advance(3_600)
    const renewed = await browser.accessToken()
    world.advance(59)

    expect(await earlier.accessToken()).toBe(renewed)
    expect(renewals()).toBe(1)
  })
})
