import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { Browser, makeWorld, origin, type World } from '../test/world.ts'
import { signOn } from './hono.ts'

interface Env {
  readonly SHOP: string
}

let provider: FaultProvider
let world: World
let browser: Browser
let made: number

function makeApp() {
  const auth = signOn((_env: Env) => {
    made += 1
    return world.options
  })
  return new Hono<{ Bindings: Env }>()
    .use(auth.session)
    .get('/', (c) => c.text(c.var.signOn.identity?.subject ?? 'nobody'))
    .get('/me', auth.required, (c) => c.text(c.var.signOn.identity?.subject ?? ''))
    .get('/token', async (c) => c.text(await c.var.signOn.accessToken()))
    .get('/own-response', async (c) => {
      await c.var.signOn.accessToken()
      return new Response('own')
    })
    .get('/broken', () => {
      throw new Error('not about sign-on')
    })
}

const env: Env = { SHOP: 'one' }

beforeEach(async () => {
  made = 0
  provider = await FaultProvider.start()
  world = makeWorld(provider, { kept: 'cookie' })
  browser = new Browser(world.web)
})

describe('signOn', () => {
  it('signs in through the routes of the app', async () => {
    const app = makeApp()
    const start = await app.request(browser.request('/auth/sign-in?return_to=/me'), {}, env)
    browser.take(start.headers.getSetCookie())
    const callback = provider.authorize(start.headers.get('location') ?? '')

    const back = await app.request(browser.request(callback), {}, env)
    browser.take(back.headers.getSetCookie())
    const page = await app.request(browser.request('/me'), {}, env)

    expect(back.headers.get('location')).toBe('/me')
    expect(await page.text()).toBe('customer-1')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(made).toBe(1)
  })

  it('redirects a page to the sign-in and answers 401 to any other request', async () => {
    const app = makeApp()

    const page = await app.request(`${origin}/me?tab=2`, { headers: { accept: 'text/html' } }, env)
    const data = await app.request(`${origin}/me`, { headers: { accept: 'application/json' } }, env)

    expect(page.headers.get('location')).toBe('/auth/sign-in?return_to=%2Fme%3Ftab%3D2')
    expect(data.status).toBe(401)
  })

  it.each(['/token', '/own-response'])(
    'sets the cookie of the renewed session on the answer of %s',
    async (path) => {
      await browser.signIn(provider)
      world.advance(3600)

      const answer = await makeApp().request(browser.request(path), {}, env)

      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-session=1~one\./)
      browser.take(answer.headers.getSetCookie())
      expect(await browser.isSignedIn()).toBe(true)
      expect(provider.count('/oauth2/token')).toBe(2)
    },
  )

  it('answers a failure of sign-on, and deletes the cookie of an ended session', async () => {
    await browser.signIn(provider)
    world.advance(3600)
    provider.intercept = ({ url }) =>
      url.pathname === '/oauth2/token'
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : undefined

    const app = makeApp()
    app.onError((_error, c) => c.text('of the app', 500))
    const answer = await app.request(browser.request('/token'), {}, env)

    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain('Please sign in again.')
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/session=; Max-Age=0/)])
  })

  it('ends the sign-in of a callback that fails also where the app answers itself', async () => {
    const onFailure = () => Response.redirect(`${origin}/sorry`, 303)
    const { web } = makeWorld(provider, { kept: 'cookie', web: { onFailure } })
    const own = new Browser(web)
    const state = new URL(await own.startSignIn()).searchParams.get('state') ?? ''
    const answer = await own.open(`/auth/callback?error=access_denied&state=${state}`)

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/sorry`])
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/signin\..*Max-Age=0/)])
  })

  describe('the page to which a new sign-in leads after a failure', () => {
    async function linkAfter(path: string): Promise<string | undefined> {
      const answer = await browser.open(path)
      return /href="([^"]*)"/.exec(await answer.text())?.[1]
    }

    it('is the requested page when the identity server is unavailable', async () => {
      provider.intercept = () => new Response('', { status: 503 })

      expect(await linkAfter('/auth/sign-in?return_to=/orders/1?tab=2')).toBe(
        '/auth/sign-in?return_to=%2Forders%2F1%3Ftab%3D2',
      )
      expect(await linkAfter('/auth/sign-in?return_to=https://evil.example/')).toBe('/auth/sign-in')
    })

    it('is the requested page when the sign-in was cancelled', async () => {
      const started = new URL(await browser.startSignIn('?return_to=/orders/1'))
      const state = started.searchParams.get('state') ?? ''

      expect(await linkAfter(`/auth/callback?error=access_denied&state=${state}`)).toBe(
        '/auth/sign-in?return_to=%2Forders%2F1',
      )
    })

    it('is passed to an application that answers itself', async () => {
      const told: string[] = []
      const { web } = makeWorld(provider, {
        web: {
          onFailure: (_failure, _request, signInPath) => {
            told.push(signInPath)
          },
        },
      })
      provider.intercept = () => new Response('', { status: 503 })
      await new Browser(web).open('/auth/sign-in?return_to=/orders/1')
      await new Browser(web).open('/auth/sign-in')

      expect(told).toEqual(['/auth/sign-in?return_to=%2Forders%2F1', '/auth/sign-in'])
    })

    it('is the page on which the session ended', async () => {
      await browser.signIn(provider)
      world.advance(3600)
      provider.intercept = ({ url }) =>
        url.pathname === '/oauth2/token'
          ? Response.json({ error: 'invalid_grant' }, { status: 400 })
          : undefined
      const answer = await makeApp().request(browser.request('/token'), {}, env)

      expect(await answer.text()).toContain('href="/auth/sign-in?return_to=%2Ftoken"')
    })
  })

  it('passes other errors to the app', async () => {
    const app = makeApp()
    app.onError((error, c) => c.text(error.message, 500))

    const answer = await app.request(`${origin}/broken`, {}, env)

    expect([answer.status, await answer.text()]).toEqual([500, 'not about sign-on'])
  })

  it.each([
    ['/auth/sign-in', 'POST', 405],
    ['/auth/sign-out', 'GET', 405],
    ['/auth/unknown', 'GET', 404],
    // What every object has by birth is no route.
    ['/authconstructor', 'GET', 404],
    ['/auth__proto__', 'GET', 404],
    ['/authtoString', 'POST', 404],
    ['/', 'GET', 200],
  ])('answers %s with %s: %i', async (path, method, status) => {
    const answer = await makeApp().request(`${origin}${path}`, { method }, env)

    expect(answer.status).toBe(status)
  })
})
