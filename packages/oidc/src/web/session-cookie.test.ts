import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { Browser, makeWorld, type World } from '../../test/world.ts'

let provider: FaultProvider
let world: World
let browser: Browser

const sessionCookies = (): string[] =>
  [...browser.cookies.keys()].filter((name) => name.includes('session'))

function padIdToken(chars: number): void {
  provider.idToken = ({ claims }) => {
    claims['padding'] = 'x'.repeat(chars)
  }
}

beforeEach(async () => {
  provider = await FaultProvider.start()
  world = makeWorld(provider, { kept: 'cookie' })
  browser = new Browser(world.web)
})

describe('a session in cookies', () => {
  it('is split over several cookies when it is too long for one', async () => {
    padIdToken(2_000)

    const answer = await browser.signIn(provider)

    expect(sessionCookies()).toEqual(['__Host-session', '__Host-session.1'])
    for (const cookie of answer.headers.getSetCookie()) expect(cookie.length).toBeLessThan(4096)
    expect(await browser.isSignedIn()).toBe(true)
  })

  it('deletes the cookies that it no longer needs', async () => {
    padIdToken(2_000)
    await browser.signIn(provider)
    padIdToken(0)
    world.advance(3600)

    await browser.accessToken()

    expect(sessionCookies()).toEqual(['__Host-session'])
    expect(await browser.isSignedIn()).toBe(true)
  })

  it.each([
    ['a piece is missing', (cookies: Map<string, string>) => cookies.delete('__Host-session.1')],
    [
      'a piece is of another session',
      (cookies: Map<string, string>) => cookies.set('__Host-session.1', 'x'.repeat(3_000)),
    ],
    [
      'one letter is changed',
      (cookies: Map<string, string>) => {
        const value = cookies.get('__Host-session') ?? ''
        cookies.set('__Host-session', value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'))
      },
    ],
  ])('does not exist when %s', async (_, damage) => {
    padIdToken(2_000)
    await browser.signIn(provider)
    damage(browser.cookies)

    expect(await browser.isSignedIn()).toBe(false)
  })

  it('is refused with a remedy when it is too large for browsers', async () => {
    padIdToken(12_000)

    const answer = await browser.signIn(provider)

    expect(answer.status).toBe(500)
    expect(world.failures).toMatchObject([{ reason: 'session_too_large' }])
  })
})

it('a session on this machine is separate from that of an application on another port', async () => {
  const cookies = new Map<string, string>()
  const browsers = ['http://localhost:8787', 'http://localhost:8792', 'http://localhost'].map(
    (origin) => new Browser(makeWorld(provider, { web: { origin } }).web, origin, cookies),
  )
  for (const one of browsers) await one.signIn(provider)

  for (const one of browsers) {
    const opened = await one.who()
    one.take(await opened.cookies())
    expect(opened.identity).toBeDefined()
    expect(opened.isOver).toBe(false)
  }
  for (const one of browsers) await one.open('/auth/sign-out', { method: 'POST' })
  expect([...cookies.keys()].filter((name) => name.endsWith('session'))).toEqual([])
})

it('an ended session is distinguished from no session', async () => {
  expect((await browser.who()).isOver).toBe(false)
  await browser.signIn(provider)
  world.advance(12 * 3600)

  const opened = await browser.who()
  expect([opened.identity, opened.isOver]).toEqual([undefined, true])
})
