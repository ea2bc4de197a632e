import { SignOnError, isSignOnFailure } from '@merchant-edge/oidc'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'
import { signIn, staffed } from '../../test/staffed-desk.ts'
import { lineAboutFailure } from './sign-in-lines.ts'

const from = { 'cf-connecting-ip': '192.0.2.77', 'cf-ray': '8f1b2c3d4e5f6071-SIN' }
const line = { event: 'security', network: '192.0.2.0/24', ray: from['cf-ray'] }

const view = { listOrders: async () => ({ orders: [] }) }
const asked = `/command-lines/sign-in?challenge=${'0'.repeat(64)}&port=43210&state=${'S'.repeat(43)}`

describe('the log of the desk', () => {
  it('has a sign-in, under the name of the list, without a token', async () => {
    const { desk, server } = await staffed('U-AN', { view })
    const back = await signIn(desk, server, from)
    const page = await desk.get('/orders', from)

    expect(page.status).toBe(200)
    expect(desk.lines).toEqual([
      { ...line, code: 'desk_signed_in', method: 'GET', route: '/auth/callback', operator: 'an' },
    ])
    const text = JSON.stringify(desk.lines)
    for (const secret of [back.searchParams.get('code'), back.searchParams.get('state'), '2.77']) {
      expect(text).not.toContain(secret)
    }
  })

  it.each([
    ['desk_stranger', 'U-NOBODY', ['pwd', 'mfa'], undefined],
    ['desk_one_factor', 'U-AN', ['pwd'], 'an'],
  ] as const)('has %s, at the sign-in and at each page', async (code, subject, amr, name) => {
    const { desk, server } = await staffed(subject, { view }, amr)
    await signIn(desk, server, from)
    await desk.get('/orders', from)

    expect(desk.lines).toEqual(
      ['/auth/callback', '/orders'].map((route) => ({
        ...line,
        code,
        method: 'GET',
        route,
        ...(name !== undefined && { operator: name }),
      })),
    )
  })

  it('has a sign-in response that does not belong to the browser', async () => {
    const { desk, server } = await staffed('U-AN', { view })
    const away = await desk.get('/auth/sign-in', from)
    const back = server.authorize(away.headers.get('location') ?? '')
    desk.signOut()
    await desk.get(`${back.pathname}${back.search}`, from)

    expect(desk.lines).toEqual([
      {
        ...line,
        code: 'desk_sign_in_failed',
        method: 'GET',
        route: '/auth/callback',
        reason: 'transaction_missing',
      },
    ])
  })

  it('has an unavailable identity server, but not as a security event', async () => {
    const { desk, server } = await staffed('U-AN', { view })
    server.isAway = true
    await desk.get('/auth/sign-in', from)

    expect(desk.lines).toMatchObject([{ event: 'sign_in_failed', reason: 'server_unavailable' }])
  })

  const refusing: Partial<Record<string, DeskParts>> = {
    rate_limited: { env: { PAGE_LIMIT: { limit: async () => ({ success: false }) } } },
  }
  it.each([
    ['desk_role_missing', 'U-CHI', 'POST', '/nowhere/SECRET', '/*', { operator: 'chi' }],
    ['desk_foreign_form', 'U-AN', 'CROSS', '/approvals/R1/refuse', '/approvals/:id/refuse', {}],
    [
      'desk_login_old',
      'U-AN',
      'POST',
      '/approvals/R1/refuse',
      '/approvals/:id/refuse',
      { operator: 'an' },
    ],
    ['rate_limited', 'U-AN', 'GET', '/orders', '/orders', {}],
    [
      'command_line_approved',
      'U-BINH',
      'POST',
      asked,
      '/command-lines/sign-in',
      { operator: 'binh' },
    ],
  ] as const)('has %s', async (code, subject, kind, path, route, details) => {
    const approveSignIn = async () => undefined
    const desk = openDesk({ view, signIns: { approveSignIn }, ...refusing[code] })
    await desk.signIn(subject, code === 'desk_login_old' ? { authenticatedAt: now - 1_801 } : {})
    const site = kind === 'CROSS' ? 'cross-site' : 'same-origin'
    const headers = { ...from, 'sec-fetch-site': site }
    if (kind === 'GET') await desk.get(path, headers)
    else await desk.post(path, { by: 'binh', step: 'approve' }, headers)

    const method = kind === 'GET' ? 'GET' : 'POST'
    expect(desk.lines).toEqual([{ ...line, code, method, route, ...details }])
  })

  it('has an ended session, and no request without a session', async () => {
    const desk = openDesk({ view })
    await desk.get('/orders', from)
    await desk.signIn('U-AN')
    desk.wait(21 * 60)
    await desk.get('/orders', from)

    expect(desk.lines).toEqual([
      { ...line, code: 'desk_session_over', method: 'GET', route: '/orders' },
    ])
  })

  it.each([
    ['/auth/sign-in', '/auth/sign-in'],
    ['/auth/sign-out', '/auth/sign-out'],
    ['/auth/signed-out', '/auth/signed-out'],
    ['/auth/back-channel-logout', '/auth/back-channel-logout'],
    ['/auth/front-channel-logout', '/auth/front-channel-logout'],
    ['/auth/somebody-private', '/auth/*'],
  ])('names the route of a failed sign-in at %s: %s', (path, route) => {
    const failure = new SignOnError('logout_token_invalid')
    if (!isSignOnFailure(failure)) throw new TypeError('It is one.')

    const written = lineAboutFailure(failure, new Request(`https://desk.example${path}?code=1`))

    expect(written).toMatchObject({ event: 'security', route, reason: 'logout_token_invalid' })
  })
})
