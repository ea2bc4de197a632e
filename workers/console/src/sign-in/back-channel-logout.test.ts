import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { startIdentityServer, type IdentityServer } from '../../test/identity-server.ts'
import { now, openDesk } from '../../test/open-desk.ts'

const path = '/auth/back-channel-logout'
const view = { listOrders: async () => ({ orders: [] }) }

let server: IdentityServer

beforeEach(async () => {
  server = await startIdentityServer({ sub: 'U-AN', amr: [], now })
})

/** A database that counts its statements. */
function countedDatabase() {
  const counted = { statements: 0 }
  const db = new Proxy(env.DB, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        if (name === 'prepare' || name === 'exec') counted.statements += 1
        return Reflect.apply(member, target, args)
      }
    },
  })
  return { counted, db }
}

describe('a flood of unsigned logout notices', () => {
  it('reaches no database and no other Worker, and asks the identity server twice', async () => {
    const { counted, db } = countedDatabase()
    const { fetch, url } = server
    const desk = openDesk({ view, fetch, env: { DB: db, AUTH_URL: url } })
    const statuses = new Set<number>()

    for (let number = 0; number < 50; number += 1) {
      const forged = [
        await server.logoutToken({ sub: 'U-AN' }, {}),
        await server.logoutToken({ sub: 'U-AN' }, { kid: `made-up-${number}` }),
        await server.logoutToken({ sub: 'U-AN', aud: 'another client' }),
        await server.logoutToken({ sub: 'U-AN', iat: now - 3600 }),
        'a.b.c',
      ]
      for (const token of forged) {
        statuses.add((await desk.post(path, { logout_token: token }, {})).status)
      }
    }

    expect([...statuses]).toEqual([400])
    expect(counted.statements).toBe(0)
    expect(desk.calls).toEqual([])
    // The discovery document, the keys, and the keys once more for a key id that they do not have.
    expect(server.asked.length).toBeLessThanOrEqual(3)
  })
})

describe('two sessions of one operator', () => {
  const ended: unknown[] = []
  const signIns = { endSignIns: async (...args: unknown[]) => void ended.push(args) }

  // An ended login stays known: each test has an operator of its own.
  async function twoDesks(subject: string) {
    const { fetch, url: issuer } = server
    const parts = { view, signIns, fetch, env: { AUTH_URL: issuer } }
    const [one, other] = [openDesk(parts), openDesk(parts)]
    await one.signIn(subject, { issuer, sid: `${subject}-1` })
    await other.signIn(subject, { issuer, sid: `${subject}-2` })
    return [one, other] as const
  }

  const statusesOf = (desks: readonly { get(at: string): Promise<Response> }[]) =>
    Promise.all(desks.map(async (desk) => (await desk.get('/orders')).status))

  it('end separately when the notice names the login session', async () => {
    const desks = await twoDesks('U-AN')

    const answer = await desks[1].post(
      path,
      { logout_token: await server.logoutToken({ sub: 'U-AN', sid: 'U-AN-1' }) },
      {},
    )

    expect(answer.status).toBe(200)
    expect(await statusesOf(desks)).toEqual([303, 200])
    expect(ended.at(-1)).toEqual([
      { subject: 'U-AN', loginSession: 'U-AN-1' },
      'sign-out at the desk',
    ])
  })

  it('end both when the notice names the operator only, and no other operator', async () => {
    const desks = await twoDesks('U-GIANG')
    const binh = openDesk({ view })
    await binh.signIn('U-BINH', { sid: 'login-3' })

    await desks[0].post(path, { logout_token: await server.logoutToken({ sub: 'U-GIANG' }) }, {})

    expect(await statusesOf([...desks, binh])).toEqual([303, 303, 200])
  })

  it('do not end by a repeated notice after a new sign-in', async () => {
    const [one, other] = await twoDesks('U-CHI')
    const sent = { logout_token: await server.logoutToken({ sub: 'U-CHI' }) }
    await one.post(path, sent, {})
    one.wait(2)
    await one.signIn('U-CHI', { issuer: server.url, sid: 'U-CHI-3' })

    const again = await other.post(path, sent, {})

    expect(again.status).toBe(400)
    expect((await one.get('/orders')).status).toBe(200)
  })

  it('can be signed out by forms of the desk only', async () => {
    const [one] = await twoDesks('U-BINH')

    for (const site of ['cross-site', 'same-site']) {
      const answer = await one.post('/auth/sign-out', {}, { 'sec-fetch-site': site })
      expect([site, answer.status]).toEqual([site, 400])
    }
    expect((await one.get('/orders')).status).toBe(200)
  })
})
