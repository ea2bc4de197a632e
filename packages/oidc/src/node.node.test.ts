import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { listen } from '../test/listen.ts'
import { makeWorld } from '../test/world.ts'
import { completeSignIn, readTransaction, startSignIn } from './index.ts'
import { listenOnLoopback, nodeListener } from './node.ts'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('listenOnLoopback', () => {
  it('carries a native sign-in from the first address to the tokens', async () => {
    const provider = await FaultProvider.start()
    const { relyingParty } = makeWorld(provider, {
      relyingParty: { authentication: { method: 'none' } },
    }).options
    const listener = await listenOnLoopback()
    open.push(listener)
    const { redirectUri } = listener
    const started = await startSignIn(relyingParty, { redirectUri })
    const kept = JSON.stringify(started.transaction)

    const page = await fetch(provider.authorize(started.url))
    const url = await listener.callbackUrl
    const signedIn = await completeSignIn(relyingParty, { url, transaction: readTransaction(kept) })

    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(await page.text()).toBe('You may close this window.')
    expect(signedIn.identity.subject).toBe('customer-1')
  })

  it('hears no other path, and says when it is closed too early', async () => {
    const listener = await listenOnLoopback({ path: '/done' })
    open.push(listener)

    const answer = await fetch(listener.redirectUri.replace('/done', '/favicon.ico'))
    await listener.close()

    expect(answer.status).toBe(404)
    await expect(listener.callbackUrl).rejects.toThrow('closed')
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

  it('hands over the body of a logout notice, and answers 404 elsewhere', async () => {
    const { provider, address } = await serve()
    const body = new URLSearchParams({ logout_token: await provider.logoutToken() })

    const notice = await fetch(`${address}/auth/back-channel-logout`, { method: 'POST', body })
    const other = await fetch(`${address}/elsewhere`)

    expect([notice.status, other.status]).toEqual([200, 404])
  })
})
