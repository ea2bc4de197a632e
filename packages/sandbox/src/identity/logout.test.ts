import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authorizationUrl, exchange, send, type Fields } from '../../test/identity-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench
const home = 'http://localhost:8787/'
const homeWithState = `${home}?state=my%20own&from=shop`

beforeAll(async () => {
  bench = await workerdBench()
  await bench.control.removeSignOnClient('edge-shop')
  await bench.control.registerSignOnClient({
    clientId: 'edge-shop',
    clientSecret: 'edge-shop-secret',
    redirectUris: ['http://localhost:8787/sign-in/callback'],
    postLogoutRedirectUris: [home, homeWithState],
    // Not on loopback, so nothing is sent.
    backchannelLogoutUri: 'https://merchant.example/back-channel',
    frontchannelLogoutUri: 'http://localhost:8787/sign-in/front-channel',
  })
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.clearIdentityFaults()
})

async function signedIn(): Promise<{ sid: string; idToken: string }> {
  const played = await bench.control.signInCustomer({ url: authorizationUrl() })
  const code = new URL(played.location).searchParams.get('code') ?? ''
  const { json } = await exchange(code)
  return { sid: played.sid ?? '', idToken: String(json['id_token']) }
}

function logout(fields: Fields): Promise<Response> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, value)
  }
  return send(`/oauth2/sessions/logout?${query.toString()}`)
}

async function isOver(sid: string): Promise<boolean> {
  const sessions = await bench.control.signOnSessions()
  return sessions.find((session) => session.sid === sid)?.endedAt !== null
}

async function nextOf(answer: Response): Promise<string> {
  const location = answer.headers.get('location')
  if (location !== null) return location
  return /data-next="([^"]*)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
}

describe('signing out over the end-session address', () => {
  // Specification: 2.16.5, 4.1.8, 4.1.9
  it('ends the session, loads the front-channel frames and redirects to the registered address', async () => {
    const { sid, idToken } = await signedIn()

    const answer = await logout({
      id_token_hint: idToken,
      post_logout_redirect_uri: home,
      state: 'a b&c',
    })

    const policy = answer.headers.get('content-security-policy') ?? ''
    const text = await answer.clone().text()
    expect(await nextOf(answer)).toBe(`${home}?state=a+b%26c`)
    expect(text).toContain(
      `<iframe hidden title="" src="http://localhost:8787/sign-in/front-channel?iss=http%3A%2F%2Flocalhost%2F&amp;sid=${sid}"`,
    )
    expect(policy).toContain('frame-src http://localhost:8787;')
    expect(await isOver(sid)).toBe(true)
    const notes = (await bench.control.logoutNotifications()).filter((note) => note.sid === sid)
    expect(notes.map(({ channel }) => channel).sort()).toEqual(['back', 'front'])
  })

  it('redirects at once, without a notification, when the session has already ended', async () => {
    const { sid, idToken } = await signedIn()
    await bench.control.endSignOnSession(sid)
    const before = (await bench.control.logoutNotifications()).length

    const answer = await logout({ id_token_hint: idToken, post_logout_redirect_uri: home })

    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${home}?state=`])
    expect(await bench.control.logoutNotifications()).toHaveLength(before)
  })

  it('appends no empty state in the profile strict', async () => {
    await bench.control.setRules({ identity: { profile: 'strict' } })
    const { idToken } = await signedIn()

    const answer = await logout({ id_token_hint: idToken, post_logout_redirect_uri: home })

    expect(await nextOf(answer)).toBe(home)
  })

  // Specification: 4.1.8
  it('keeps the state that the registered address has of its own when the request has none', async () => {
    const { idToken } = await signedIn()
    const end = async (state?: string) => {
      const answer = await logout({
        id_token_hint: idToken,
        post_logout_redirect_uri: homeWithState,
        state,
      })
      return new URL(await nextOf(answer)).searchParams.getAll('state')
    }

    const without = await end()
    const empty = await end('')
    const sent = await end('of this request')

    expect([without, empty, sent]).toEqual([['my own'], ['my own'], ['of this request']])
  })

  it('accepts a hint that has expired, and one that a withdrawn key has signed', async () => {
    const first = await signedIn()
    await bench.control.moveClock({ advanceSeconds: 24 * 3600 })
    await bench.control.rotateSigningKey({ withdrawOld: true })

    const answer = await logout({ id_token_hint: first.idToken, post_logout_redirect_uri: home })

    expect(await nextOf(answer)).toBe(`${home}?state=`)
    expect(await isOver(first.sid)).toBe(true)
  })

  it('ends on a page of its own when no address is given', async () => {
    const { idToken } = await signedIn()

    const answer = await logout({ id_token_hint: idToken })

    expect(await nextOf(answer)).toBe('/identity/signed-out')
    expect((await send('/identity/signed-out')).status).toBe(200)
  })

  it.each([
    ['a state without a hint', async () => ({ state: 'some-state' })],
    ['an address without a hint', async () => ({ post_logout_redirect_uri: home })],
    ['a hint that is no token', async () => ({ id_token_hint: 'x.y.z' })],
    [
      'a hint that was changed',
      async () => ({ id_token_hint: `${(await signedIn()).idToken.slice(0, -8)}AAAAAAAA` }),
    ],
    [
      'an address that is not registered exactly so',
      async () => ({
        id_token_hint: (await signedIn()).idToken,
        post_logout_redirect_uri: `${home}?more=1`,
      }),
    ],
  ])('is refused on a page of its own with %s', async (_what, fields) => {
    const answer = await logout(await fields())

    const { pathname, searchParams } = new URL(await nextOf(answer), 'http://localhost')
    expect([pathname, searchParams.get('error')]).toEqual(['/identity/error', 'invalid_request'])
  })

  it('asks the customer when there is no hint', async () => {
    const earlier = (await bench.control.signOnSessions()).map(({ sid }) => sid)
    const login = await send(authorizationUrl())
    const browser = /identity_browser=[^;]+/.exec(login.headers.getSetCookie().join())?.[0] ?? ''
    const signedInAnswer = await send(login.headers.get('location') ?? '', {
      method: 'POST',
      headers: { cookie: browser, origin: 'http://localhost' },
      body: new URLSearchParams({ phone: '0900000001', pin: '111111', remember: 'on' }),
    })
    const session =
      /identity_session=[^;]+/.exec(signedInAnswer.headers.getSetCookie().join())?.[0] ?? ''
    const headers = { cookie: `${browser}; ${session}`, origin: 'http://localhost' }
    const own = (await bench.control.signOnSessions()).find(({ sid }) => !earlier.includes(sid))

    const asked = await send('/oauth2/sessions/logout', { headers })
    const path = asked.headers.get('location') ?? ''
    const page = await (await send(path, { headers })).text()
    const elsewhere = await send(path, { method: 'POST', headers: { origin: headers.origin } })
    const done = await send(path, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ step: 'sign-out' }),
    })

    expect(path).toMatch(/^\/identity\/logout\?logout_challenge=/)
    expect(page).toContain('Nguyen Van An')
    expect(elsewhere.status).toBe(404)
    expect(done.headers.get('location')).toBe('/identity/signed-out')
    expect(done.headers.getSetCookie().join()).toMatch(/identity_session=;.*Max-Age=0/)
    expect(await isOver(own?.sid ?? '')).toBe(true)
  })

  it.each([
    ['oidcc-client-test-rp-init-logout-other-state', `${home}?state=another-state`],
    ['oidcc-client-test-rp-init-logout-no-state', home],
  ])('returns the state as the fault switch %s changes it', async (name, expected) => {
    await bench.control.addIdentityFault({ name })
    const { idToken } = await signedIn()

    const answer = await logout({
      id_token_hint: idToken,
      post_logout_redirect_uri: home,
      state: 'the-right-state',
    })

    expect(await nextOf(answer)).toBe(expected)
  })
})
