import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { noTraces, now, openDesk, orderView, sessionSecret } from '../../test/open-desk.ts'
import { signIn, staffed } from '../../test/staffed-desk.ts'

const view = { listOrders: async () => ({ orders: [] }) }

describe('a visitor without a session', () => {
  it('is redirected from any page to the sign-in', async () => {
    const desk = openDesk({ view })
    const home = await desk.get('/', { 'accept-language': 'en' })
    const orders = await desk.get('/orders?state=paid')
    const sent = await desk.post('/orders', {})

    expect(await home.text()).toContain('href="/auth/sign-in?return_to=%2F"')
    expect([orders.status, orders.headers.get('location')]).toEqual([
      303,
      '/auth/sign-in?return_to=%2Forders%3Fstate%3Dpaid',
    ])
    expect(sent.status).toBe(303)
    expect(desk.calls).toEqual([])
  })
})

describe('a signed-in person', () => {
  it('on the list works under the name of the list', async () => {
    const desk = openDesk({ view })
    await desk.signIn('U-AN')
    const home = await desk.get('/')
    const page = await desk.get('/orders?lang=en')

    expect(home.headers.get('location')).toBe('/today')
    expect(await page.text()).toContain('an <small>may move money</small>')
  })

  it('who is not on the list sees only their subject', async () => {
    const desk = openDesk({ view })
    await desk.signIn('U-NOBODY')
    const page = await desk.get('/orders')

    expect(page.status).toBe(403)
    expect(await page.text()).toContain('<code>U-NOBODY</code>')
    expect(desk.calls).toEqual([])
  })

  it('loses access as soon as they are removed from the list', async () => {
    const desk = openDesk({
      view,
      env: { CONSOLE_OPERATORS: '[{"subject":"U-DUNG","name":"dung","role":"view"}]' },
    })
    await desk.signIn('U-AN')

    expect((await desk.get('/orders')).status).toBe(403)
  })

  it('is signed out after ten hours, even with activity', async () => {
    const { desk, server } = await staffed('U-AN', { view })
    await signIn(desk, server)
    for (let minutes = 0; minutes < 595; minutes += 17) {
      desk.wait(17 * 60)
      expect((await desk.get('/orders')).status).toBe(200)
    }
    desk.wait(5 * 60 - 1)
    const last = await desk.get('/orders')
    desk.wait(1)
    const worn = await desk.get('/orders')

    expect([last.status, worn.status]).toEqual([200, 303])
  })

  it.each([
    [20 * 60 - 1, 200],
    [20 * 60, 303],
  ])('without a request for %i seconds is answered %i', async (seconds, status) => {
    const { desk, server } = await staffed('U-AN', { view })
    await signIn(desk, server)

    desk.wait(seconds)

    expect((await desk.get('/orders')).status).toBe(status)
  })

  it.each([
    [{ SESSION_SECRET_PREVIOUS: sessionSecret }, 200],
    [{}, 303],
  ])('stays signed in while the session secret is changed, with %j: %i', async (env, status) => {
    const SESSION_SECRET = 'the next session secret of the tests only'
    const desk = openDesk({ view, env: { SESSION_SECRET, ...env } })
    await desk.signIn('U-AN')

    expect((await desk.get('/orders')).status).toBe(status)
  })

  it('removes expired sessions with the request', async () => {
    const { desk, server } = await staffed('U-AN', { view })
    await signIn(desk, server)
    desk.wait(20 * 60)
    const sessionsOver = () =>
      env.DB.prepare('SELECT COUNT(*) AS count FROM sign_on_sessions WHERE expires_at <= ?')
        .bind(now + 20 * 60)
        .first<number>('count')
    const before = (await sessionsOver()) ?? 0

    await signIn(desk, server)

    expect(before).toBeGreaterThan(0)
    expect(await sessionsOver()).toBe(Math.max(0, before - 100))
  })

  it('with the role view cannot send a form', async () => {
    const desk = openDesk({ view })
    await desk.signIn('U-CHI')

    expect((await desk.get('/orders')).status).toBe(200)
    expect((await desk.post('/orders', {})).status).toBe(403)
  })
})

describe('a failed sign-in', () => {
  it.each([
    ['en', 'You are not signed in', 'Sign in again'],
    ['vi', 'Bạn chưa đăng nhập', 'Đăng nhập lại'],
  ])('says so in the language of the operator, %s, and links to a new one', async (...expected) => {
    const [language, title, again] = expected
    const desk = openDesk({ view })
    const answer = await desk.get('/auth/callback?code=x&state=y', {
      'accept-language': language,
    })
    const page = await answer.text()

    expect(answer.status).toBe(401)
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(title)
    expect(page).toMatch(new RegExp(`href="/auth/sign-in">\\s*${again}`))
    expect(desk.lines).toMatchObject([{ code: 'desk_sign_in_failed' }])
  })
})

describe('a second factor', () => {
  it.each([
    ['amr:mfa', '', null, null],
    ['acr:two,three', '', 'two three', null],
    ['amr:mfa', '?fresh=1', null, '1800'],
  ])('by %s is requested at the sign-in%s', async (SECOND_FACTOR, query, acr, age) => {
    const { desk } = await staffed('U-AN', { env: { SECOND_FACTOR } })

    const away = await desk.get(`/auth/sign-in${query}`)

    const asked = new URL(away.headers.get('location') ?? '').searchParams
    expect([asked.get('acr_values'), asked.get('max_age')]).toEqual([acr, age])
  })

  it.each([
    [500, 200],
    [501, 503],
  ])('by values of %i characters is answered %i', async (length, status) => {
    const desk = openDesk({ view, env: { SECOND_FACTOR: `amr:mfa,${'x'.repeat(length - 4)}` } })
    await desk.signIn('U-AN')

    expect((await desk.get('/orders')).status).toBe(status)
  })

  it.each([
    ['amr:mfa', { amr: ['pwd'] }, 403],
    ['amr:mfa', { amr: [] }, 403],
    ['amr:mfa', { amr: ['mfa'], withoutTime: true }, 403],
    ['amr:mfa', { acr: 'mfa', amr: ['pwd'] }, 403],
    ['amr:otp,hwk', { amr: ['pwd', 'hwk'] }, 200],
    ['acr:two', { amr: ['mfa'] }, 403],
    ['acr:two', { acr: 'one' }, 403],
    ['acr:two,three', { acr: 'three' }, 200],
  ])('by %s of a sign-in with %j is answered %i', async (SECOND_FACTOR, identity, status) => {
    const desk = openDesk({ view, env: { SECOND_FACTOR } })
    await desk.signIn('U-AN', identity)
    const page = await desk.get('/orders?lang=en')

    expect(page.status).toBe(status)
    expect((await page.text()).includes('A second factor is missing')).toBe(status === 403)
    expect(desk.calls).toHaveLength(status === 200 ? 1 : 0)
  })

  it.each([undefined, '', 'none', 'amr:', 'amr:,', 'pwd:mfa'])(
    'set to %s refuses everybody',
    async (configured) => {
      const desk = openDesk({ view, env: { SECOND_FACTOR: configured as string } })
      await desk.signIn('U-AN')

      expect((await desk.get('/orders')).status).toBe(503)
      expect(desk.lines).toMatchObject([{ event: 'not_configured' }])
    },
  )
})

describe('an operator who authenticated half an hour ago', () => {
  it('may act', async () => {
    const desk = openDesk({ view })
    await desk.signIn('U-AN', { authenticatedAt: now - 30 * 60 })

    expect((await desk.post('/nowhere', {})).status).toBe(404)
  })
})

describe('an operator who authenticated more than half an hour ago', () => {
  it('may read, and authenticates again before an action, without losing the form', async () => {
    const desk = openDesk({ view: { ...noTraces, ...view, find: async () => orderView() } })
    await desk.signIn('U-AN', { authenticatedAt: now - 30 * 60 - 1 })
    const path = '/orders/ORDER-1/refund'
    const look = await desk.get(path)
    const sent = await desk.post(path, {
      by: 'an',
      transactionId: 'T1',
      vnd: '5000',
      reason: 'damaged',
      version: '4',
      step: 'confirm',
    })
    await desk.signIn('U-AN')
    const back = await (await desk.get(path)).text()

    expect(look.status).toBe(200)
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe(
      `/auth/sign-in?return_to=${encodeURIComponent(path)}&fresh=1`,
    )
    expect(back).toContain('value="damaged"')
    expect(desk.calls.some(([name]) => name === 'refund')).toBe(false)
  })
})

describe('a form', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{}, 403],
    [{ origin: 'http://localhost:8792' }, 404],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 404],
  ])('with %j is answered %i', async (headers: Record<string, string>, status) => {
    const desk = openDesk({ view })
    await desk.signIn('U-AN')

    expect((await desk.post('/nowhere', {}, headers)).status).toBe(status)
  })
})

describe('CONSOLE_OPERATORS', () => {
  it.each([
    [undefined, 'is missing'],
    ['', 'is missing'],
    ['{', 'is not JSON'],
    ['{}', 'is no JSON list'],
    ['[]', 'names nobody'],
    ['[{"subject":"U","name":"an","role":"boss"}]', 'role is neither'],
    ['[{"subject":"U","name":"an nguyen","role":"view"}]', 'name is not 1 to 64'],
    ['[{"subject":" U","name":"an","role":"view"}]', 'subject is not 1 to 255'],
    ['[{"subject":"U ","name":"an","role":"view"}]', 'subject is not 1 to 255'],
    ['[{"subject":"U","name":"an","role":"view","stores":[]}]', 'stores is not a list of one'],
    ['[{"subject":"U","name":"an","role":"view","stores":[" S"]}]', '0 is not 1 to 64'],
    ['[{"subject":"U","name":"an","role":"view","stores":["S "]}]', '0 is not 1 to 64'],
    [
      '[{"subject":"U","name":"an","role":"view"},{"subject":"V","name":"an","role":"view"}]',
      'the same name twice',
    ],
    [
      '[{"subject":"U","name":"an","role":"view"},{"subject":"U","name":"b","role":"view"}]',
      'the same subject twice',
    ],
  ])('of %s refuses everybody, and the log says why', async (configured, why) => {
    const desk = openDesk({ view, env: { CONSOLE_OPERATORS: configured as string } })
    await desk.signIn('U')
    const page = await desk.get('/orders')

    expect(page.status).toBe(503)
    expect(desk.lines).toMatchObject([
      { event: 'not_configured', detail: expect.stringContaining(why) },
    ])
  })
})
