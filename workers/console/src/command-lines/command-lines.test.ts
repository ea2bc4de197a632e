import { env } from 'cloudflare:workers'
import type { DeskSignInsApi, SignInApproval, SignInView } from '@merchant-edge/orders/operators'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type Desk } from '../../test/open-desk.ts'
import { deskSessions } from '../sign-in/desk-sessions.ts'
import { readAskedSignIn, shownCode } from './asked-sign-in.ts'

const challenge = `4f9a03c7${'0'.repeat(56)}`
const state = 'S'.repeat(43)
const path = `/command-lines/sign-in?challenge=${challenge}&port=43210&state=${state}`

function signInOf(name: string, changes: Partial<SignInView> = {}): SignInView {
  return {
    id: `SIGN-IN-OF-${name}-1`,
    operator: { name, role: 'money' },
    state: 'signed_in',
    approvedAt: now - 60,
    expiresAt: now + 3_540,
    ...changes,
  }
}

/** A desk whose order store keeps what is approved. */
function deskWith(listed: readonly SignInView[] = []) {
  const approved: SignInApproval[] = []
  const desk = openDesk({
    // In base64 these are plus signs and slashes, which no address carries.
    randomBytes: (count) => new Uint8Array(count).fill(0xfb),
    signIns: {
      approveSignIn: async (approval) => void approved.push(approval),
      listSignIns: async () => listed,
      endSignIns: async () => undefined,
    },
  })
  return { desk, approved }
}

const approve = (desk: Desk, by: string, changes: Readonly<Record<string, string>> = {}) =>
  desk.post(path, { by, step: 'approve', ...changes })

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('a command line that requests a sign-in', () => {
  it('is shown with the code to compare, without an effect', async () => {
    const { desk } = deskWith()
    await desk.signIn('U-AN')
    const page = await desk.get(`${path}&lang=en`)
    const text = await page.text()

    expect(page.status).toBe(200)
    expect(text).toContain('4F9A-03C7')
    expect(text).toContain('look and move money')
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:8790 http://127.0.0.1:43210;",
    )
    expect(desk.calls).toEqual([])
  })

  it('gets its code on the port where it waits, once it is approved', async () => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-GIANG', { sid: 'LOGIN-7' })
    const answer = await approve(desk, 'giang')
    const back = new URL(answer.headers.get('location') ?? '')
    const code = back.searchParams.get('code') ?? ''

    expect(answer.status).toBe(303)
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:43210/callback')
    expect(back.searchParams.get('state')).toBe(state)
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(approved).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        codeSha256: await sha256(code),
        challenge,
        operator: { name: 'giang', role: 'money', stores: ['STORE-2'] },
        subject: 'U-GIANG',
        loginSession: 'LOGIN-7',
      },
    ])
  })

  it('of an operator with the role view gets that role', async () => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-CHI')
    await approve(desk, 'chi')

    expect(approved).toMatchObject([{ operator: { name: 'chi', role: 'view' } }])
  })

  it('is informed when it is refused', async () => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-AN')
    const answer = await approve(desk, 'an', { step: 'refuse' })

    expect(answer.headers.get('location')).toBe(
      `http://127.0.0.1:43210/callback?error=access_denied&state=${state}`,
    )
    expect(approved).toEqual([])
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['an older browser on another site', { origin: 'https://evil.example' }, 403],
    ['nowhere', {}, 403],
  ])('is not approved by a form of %s', async (_whose, headers: Record<string, string>, status) => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-AN')
    const answer = await desk.post(path, { by: 'an', step: 'approve' }, headers)

    expect(answer.status).toBe(status)
    expect(approved).toEqual([])
  })

  it('is not approved when another operator has signed in meanwhile', async () => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-BINH')
    const answer = await approve(desk, 'an')

    expect(answer.status).toBe(409)
    expect(approved).toEqual([])
  })

  it.each([
    ['nobody', undefined, {}],
    ['a stranger', 'U-NOBODY', {}],
    ['somebody with one factor', 'U-AN', { amr: ['pwd'] }],
    ['somebody whose sign-in is half an hour old', 'U-AN', { authenticatedAt: now - 31 * 60 }],
  ])('is never approved by or shown to %s', async (_who, subject, identity) => {
    const { desk, approved } = deskWith()
    if (subject !== undefined) await desk.signIn(subject, identity)
    const look = await desk.get(path)
    const answer = await approve(desk, 'an')

    expect(await look.text()).not.toContain('4F9A-03C7')
    expect(answer.headers.get('location') ?? '').not.toContain('127.0.0.1')
    expect(approved).toEqual([])
  })

  it('is shown again after the sign-in to which it redirects', async () => {
    const { desk } = deskWith()
    await desk.signIn('U-AN', { authenticatedAt: now - 31 * 60 })
    const look = await desk.get(path)

    expect(look.headers.get('location')).toBe(
      `/auth/sign-in?return_to=${encodeURIComponent(path)}&fresh=1`,
    )
  })

  it.each([
    `/command-lines/sign-in`,
    path.replace('4f9a03c7', '4F9A03C7'),
    path.replace(challenge, challenge.slice(1)),
    path.replace('43210', '80'),
    path.replace('43210', '70000'),
    path.replace('43210', '43210@evil.example'),
    path.replace(state, 'short'),
    `${path}&port=43211`,
    `${path}&challenge=${'0'.repeat(64)}`,
  ])('with the address %s is answered 400', async (address) => {
    const { desk, approved } = deskWith()
    await desk.signIn('U-AN')
    const look = await desk.get(address)
    const answer = await desk.post(address, { by: 'an', step: 'approve' })

    expect([look.status, answer.status]).toEqual([400, 400])
    expect(look.headers.get('content-security-policy')).not.toContain('127.0.0.1')
    expect(approved).toEqual([])
  })
})

describe('active sign-ins of command lines', () => {
  const all = [signInOf('an'), signInOf('binh'), signInOf('chi', { state: 'approved' })]

  it.each([
    ['U-AN', ['an', 'binh', 'chi']],
    ['U-CHI', ['chi']],
    ['U-GIANG', []],
  ])('are listed to %s', async (subject, names) => {
    const { desk } = deskWith(all)
    await desk.signIn(subject)
    const text = await (await desk.get('/command-lines?lang=en')).text()

    expect([...text.matchAll(/SIGN-IN-OF-(\w+)-1\/end/g)].map(([, name]) => name)).toEqual(names)
  })

  it.each([
    ['U-AN', 'binh', 303],
    ['U-CHI', 'chi', 303],
    ['U-CHI', 'an', 404],
    ['U-GIANG', 'an', 404],
    ['U-AN', 'nobody', 404],
  ])('are ended: %s ends that of %s, and is answered %i', async (subject, name, status) => {
    const { desk } = deskWith(all)
    await desk.signIn(subject)
    const answer = await desk.post(`/command-lines/SIGN-IN-OF-${name}-1/end`, {})
    const by = subject === 'U-AN' ? 'an' : 'chi'

    expect(answer.status).toBe(status)
    expect(desk.calls.filter(([call]) => call === 'endSignIns')).toEqual(
      status === 303 ? [['endSignIns', { id: `SIGN-IN-OF-${name}-1` }, by]] : [],
    )
  })

  it('end with the session of the desk', async () => {
    const { desk } = deskWith()
    await desk.signIn('U-AN')
    await desk.post('/auth/sign-out', {})

    expect(desk.calls).toEqual([['endSignIns', { subject: 'U-AN' }, 'sign-out at the desk']])
  })
})

it('sign-ins end with a sign-out that is sent again because the order store did not answer', async () => {
  let asked = 0
  const desk = openDesk({
    signIns: {
      async endSignIns() {
        asked += 1
        if (asked === 1) throw new Error('Network connection lost.')
      },
    },
    view: { listOrders: async () => ({ orders: [] }) },
  })
  await desk.signIn('U-AN')

  const failed = await desk.post('/auth/sign-out', {})
  await desk.post('/auth/sign-out', {})

  expect(failed.status).toBe(503)
  expect(asked).toBe(2)
  expect((await desk.get('/orders')).status).toBe(303)
})

/** A session of U-AN in the store of the desk, and the sign-ins of command lines that were ended. */
async function storedSession(key: string) {
  const ended: unknown[] = []
  const CONSOLE_SIGN_INS: DeskSignInsApi = {
    approveSignIn: async () => undefined,
    listSignIns: async () => [],
    endSignIns: async (...asked) => void ended.push(asked),
  }
  const store = deskSessions({ DB: env.DB, CONSOLE_SIGN_INS }, () => now)
  const login = { issuer: 'https://id.example', sid: `LOGIN-${key}`, subject: 'U-AN' }
  const times = { issuedAt: now, expiresAt: now + 60 }
  await store.add({ key, version: 1, payload: 'x', ...login, ...times }, now)
  return { store, login, ended }
}

it.each([
  [undefined, 1],
  ['replaced', 0],
] as const)(
  'sign-ins end with a session that is removed because %s: %i',
  async (because, count) => {
    const { store, ended } = await storedSession(`K-${because}`)

    await store.remove(`K-${because}`, because)

    expect(await store.find(`K-${because}`, now)).toBeUndefined()
    expect(ended).toHaveLength(count)
  },
)

it('sign-ins and the session end with a logout at the identity server', async () => {
  const { store, login, ended } = await storedSession('K-LOGOUT')

  await store.removeLogin({ ...login, issuedAt: now + 1 })

  expect(await store.find('K-LOGOUT', now)).toBeUndefined()
  const loginSession = 'LOGIN-K-LOGOUT'
  expect(ended).toEqual([[{ subject: 'U-AN', loginSession }, 'sign-out at the desk']])
})

it('the code to compare is derived from the secret of the command line', () => {
  const asked = readAskedSignIn(new URLSearchParams(path.split('?')[1]))

  expect(asked).toEqual({ challenge, port: 43_210, state })
  expect(asked && shownCode(asked)).toBe('4F9A-03C7')
})
