import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { listen } from '../test/listen.ts'
import { sendRaw } from '../test/send-raw.ts'
import { makeWorld } from '../test/world.ts'
import { completeSignIn, readTransaction, startSignIn } from './index.ts'
import { listenOnLoopback, nodeListener } from './node.ts'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('listenOnLoopback', () => {
  it('completes a native sign-in', async () => {
    const provider = await FaultProvider.start()
    const { relyingParty } = makeWorld(provider, {
      relyingParty: { authentication: { method: 'none' } },
    }).options
    const listener = await listenOnLoopback()
    open.push(listener)
    const { redirectUri } = listener
    const started = await startSignIn(relyingParty, { redirectUri })
    const kept = JSON.stringify(started.transaction)

    const back = listener.callback(started.transaction.state)
    const page = await fetch(provider.authorize(started.url))
    const url = await back
    const signedIn = await completeSignIn(relyingParty, { url, transaction: readTransaction(kept) })

    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(await page.text()).toBe('You may close this window.')
    expect(signedIn.identity.subject).toBe('customer-1')
  })

  it('accepts a redirect with a question mark in its query', async () => {
    const listener = await listenOnLoopback()
    open.push(listener)
    const back = listener.callback('xyz')

    const answer = await fetch(
      `${listener.redirectUri}?error=access_denied&error_description=Really?&state=xyz`,
    )
    await listener.close()

    expect(answer.status).toBe(200)
    expect(new URL(await back).searchParams.get('error_description')).toBe('Really?')
  })

  it('ignores other paths, and throws when it is closed too early', async () => {
    const listener = await listenOnLoopback({ path: '/done' })
    open.push(listener)

    const back = listener.callback('state-1')
    const answer = await fetch(listener.redirectUri.replace('/done', '/favicon.ico'))
    await listener.close()

    expect(answer.status).toBe(404)
    await expect(back).rejects.toThrow('closed')
    await expect(listener.callback('state-1')).rejects.toThrow('closed')
  })

  it.each(['callback', '', '//other/callback', '/callback?a=b', '/a b'])(
    'refuses the path %j',
    async (path) => {
      await expect(listenOnLoopback({ path })).rejects.toThrow('such as /callback')
    },
  )

  it.each([
    ['an empty path', 'GET // HTTP/1.1', {}],
    ['the address of another host', 'GET //evil.example/callback?code=1&state=s HTTP/1.1', {}],
    ['a whole address', 'GET http://127.0.0.1/callback?code=1&state=s HTTP/1.1', {}],
    ['an asterisk', 'OPTIONS * HTTP/1.1', {}],
    ['a tunnel', 'CONNECT 127.0.0.1:1 HTTP/1.1', {}],
    ['another method', 'POST /callback?code=1&state=s HTTP/1.1', {}],
    ['an upgrade', 'GET /callback?code=1&state=no HTTP/1.1', { Upgrade: 'websocket' }],
    ['another state', 'GET /callback?code=1&state=no HTTP/1.1', {}],
    ['no state', 'GET /callback?code=1 HTTP/1.1', {}],
    ['two states', 'GET /callback?code=1&state=s&state=s HTTP/1.1', {}],
    ['a state alone', 'GET /callback?state=s HTTP/1.1', {}],
    ['the name of a host', 'GET /callback?code=1&state=s HTTP/1.1', { Host: 'evil.example' }],
    ['a name of this machine', 'GET /callback?code=1&state=s HTTP/1.1', { Host: 'localhost' }],
    ['percent signs', 'GET /%%%?%%%&state=%ff HTTP/1.1', {}],
    ['garbage', '\x00\xff\x16\x03\x01', {}],
    ['a line of 20,000 letters', `GET /${'a'.repeat(20_000)} HTTP/1.1`, {}],
  ])('keeps waiting after %s', async (_, line, headers) => {
    const listener = await listenOnLoopback()
    open.push(listener)
    const back = listener.callback('s')
    const { port, host } = new URL(listener.redirectUri)
    const all = Object.entries({ Host: host, Connection: 'close', ...headers })
    const text = [line, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

    const answer = await sendRaw(Number(port), text)
    await fetch(`${listener.redirectUri}?code=right&state=s`)

    expect(answer).not.toContain(' 200 ')
    expect(await back).toBe(`${listener.redirectUri}?code=right&state=s`)
  })
})

describe('nodeListener', () => {
  async function serve(origin = 'https://shop.example') {
    const provider = await FaultProvider.start()
    const { web } = makeWorld(provider)
    const server = createServer(nodeListener((request) => web.handle(request), { origin }))
    open.push(server)
    return { provider, address: await listen(server) }
  }

  it('signs in over node:http', async () => {
    const { provider, address } = await serve()
    const start = await fetch(`${address}/auth/sign-in`, { redirect: 'manual' })
    const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const callback = new URL(provider.authorize(start.headers.get('location') ?? ''))

    const back = await fetch(`${address}${callback.pathname}${callback.search}`, {
      redirect: 'manual',
      headers: { cookie },
    })

    expect(callback.origin).toBe('https://shop.example')
    expect(back.status).toBe(303)
    expect(back.headers.getSetCookie()).toHaveLength(2)
  })

  it('refuses a long body, and reports what the handler throws', async () => {
    const errors: unknown[] = []
    const listener = nodeListener(() => Promise.reject(new Error('broken')), {
      origin: 'https://shop.example',
      onError: (error) => errors.push(error),
    })
    const server = createServer(listener)
    open.push(server)
    const address = await listen(server)

    const long = await fetch(address, { method: 'POST', body: 'x'.repeat(70_000) })
    const broken = await fetch(address)

    expect([long.status, broken.status]).toEqual([413, 500])
    expect(errors).toEqual([new Error('broken')])
  })

  it.each([
    ['an empty path', 'GET // HTTP/1.1', 404],
    ['another host', 'GET //evil.example/auth/sign-in HTTP/1.1', 404],
    ['a whole address', 'GET http://evil.example/auth/sign-in HTTP/1.1', 400],
    ['a method that no Request takes', 'TRACE / HTTP/1.1', 405],
  ])('refuses %s', async (_, line, status) => {
    const { address } = await serve()

    const answer = await sendRaw(
      Number(new URL(address).port),
      `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('ends a body that takes too long', async () => {
    const { web } = makeWorld(await FaultProvider.start())
    const late = new AbortController()
    const waited: number[] = []
    const listener = nodeListener((request) => web.handle(request), {
      origin: 'https://shop.example',
      deadline: (milliseconds) => {
        waited.push(milliseconds)
        return late.signal
      },
    })
    const server = createServer(listener)
    open.push(server)
    const port = Number(new URL(await listen(server)).port)
    const head =
      'POST /auth/back-channel-logout HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nlogout'

    const answer = sendRaw(port, head, { halfOpen: true })
    await expect.poll(() => waited.length).toBe(1)
    late.abort()

    expect(await answer).toMatch(/^HTTP\/1.1 408 /)
    expect(waited).toEqual([10_000])
  })

  it('passes on the body of a logout notice, and answers 404 elsewhere', async () => {
    const { provider, address } = await serve()
    const body = new URLSearchParams({ logout_token: await provider.logoutToken() })

    const notice = await fetch(`${address}/auth/back-channel-logout`, { method: 'POST', body })
    const other = await fetch(`${address}/elsewhere`)

    expect([notice.status, other.status]).toEqual([200, 404])
  })
})
