import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import { findLink, linkWallet, listAlerts, recordLinkCallback, sweep } from '../index.ts'
import { settleLinks } from './settle-links.ts'

const customer = 'customer-1'

async function column(name: string): Promise<unknown> {
  return env.DB.prepare(`SELECT ${name} AS found FROM links ORDER BY created_at_ms`).first('found')
}

async function alertsOf(world: World) {
  const { alerts } = await listAlerts(world.context)
  return alerts.map(({ kind, state }) => `${kind} ${state}`).toSorted()
}

async function journalKinds(): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT kind FROM journal ORDER BY seq').all()
  return results.map(({ kind }) => kind)
}

/** Some days, with a query whenever one is due, and a sweep at the end. */
async function liveDays(world: World, days: number): Promise<number> {
  const endMs = world.now() + days * 24 * 60 * 60_000
  const before = world.service.count('check')
  for (;;) {
    const dueAtMs = Number((await column('next_call_at_ms')) ?? Infinity)
    if (dueAtMs > endMs) break
    world.advance({ seconds: Math.max(dueAtMs - world.now(), 1) / 1000 })
    await settleLinks(world.context, 10)
  }
  world.advance({ seconds: (endMs - world.now()) / 1000 })
  await sweep(world.context)
  return world.service.count('check') - before
}

function pathOf(callbackUrl = ''): { id: string; token: string } {
  const [, , id = '', token = ''] = new URL(callbackUrl).pathname.split('/')
  return { id, token }
}

const failures = [
  ['an error of the service', () => refusal(5000001, 'maybe')],
  ['nothing', () => ({ outcome: 'unknown', silent: true, message: 'no answer' }) as const],
  ['another link', () => accepted({ linkId: 'OTHER', userToken: 'T' })],
] as const

/** A request whose queries are all answered with an error. */
async function unanswered(answer: (typeof failures)[number][1] = failures[0][1]): Promise<World> {
  const world = new World()
  world.service.answers.check = answer
  await linkWallet(world.context, customer)
  return world
}

describe('a request to link whose queries are answered with', () => {
  it.each(failures)('%s is given up after about forty of them, with an alert', async (...the) => {
    const world = await unanswered(the[1])

    const asked = await liveDays(world, 3)
    const later = await liveDays(world, 3)

    expect(asked).toBeGreaterThan(40)
    expect(asked).toBeLessThan(80)
    expect(later).toBe(0)
    expect(await alertsOf(world)).toEqual(['link_given_up open', 'link_unanswered closed'])
    const [alert] = (await listAlerts(world.context, { kind: 'link_given_up' })).alerts
    expect(alert).toMatchObject({ subject: await column('id') })
    expect(alert?.facts).toMatchObject({ service_link_id: 'LINK-1' })
  })

  it('an error lets the customer link anew an hour after the deadline, and raises an alert', async () => {
    const world = await unanswered()
    world.advance({ minutes: 65 })
    await sweep(world.context)
    const within = await linkWallet(world.context, customer)
    world.advance({ minutes: 10 })
    await sweep(world.context)
    const state = await column('state')
    await liveDays(world, 0.1)

    expect(within).toMatchObject({ outcome: 'requested', link: { webUrl: expect.any(String) } })
    expect(state).toBe('expired')
    expect(await journalKinds()).toContain('link.unanswered')
    expect(await alertsOf(world)).toEqual(['link_unanswered open'])
    expect(await linkWallet(world.context, customer)).toMatchObject({ outcome: 'requested' })
    expect(world.service.links).toHaveLength(2)
  })

  it('an error is linked by a later answer, which closes the alert', async () => {
    const world = await unanswered()
    world.service.confirmLink()
    await liveDays(world, 0.5)
    const before = await alertsOf(world)
    delete world.service.answers.check

    await liveDays(world, 0.1)

    expect(before).toEqual(['link_unanswered open'])
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
    expect(await alertsOf(world)).toEqual(['link_unanswered closed'])
  })

  it.each([
    ['has confirmed it', true, 'linked'],
    ['has not confirmed it', false, 'expired'],
  ])('an error is asked about again when a callback comes: the customer %s', async (...the) => {
    const [, isConfirmed, state] = the
    const world = await unanswered()
    await liveDays(world, 3)
    if (isConfirmed) world.service.confirmLink()
    delete world.service.answers.check

    await recordLinkCallback(world.context, pathOf(world.service.links[0]?.callbackUrl))
    await sweep(world.context)

    expect(await column('state')).toBe(state)
    expect(await alertsOf(world)).toEqual(['link_given_up closed', 'link_unanswered closed'])
    world.advance({ seconds: 4 })
    await recordLinkCallback(world.context, pathOf(world.service.links[0]?.callbackUrl))
    expect(await column('next_call_at_ms')).toBeNull()
  })

  it('an error behind a callback is given up after forty, also when it had expired before', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await liveDays(world, 0.1)
    const before = await column('state')
    world.service.answers.check = failures[0][1]

    await recordLinkCallback(world.context, pathOf(world.service.links[0]?.callbackUrl))

    expect(before).toBe('expired')
    expect(await liveDays(world, 2)).toBe(39)
    expect(await alertsOf(world)).toEqual(['link_given_up open', 'link_unanswered closed'])
  })

  it('a refused key is asked about for as long as it is refused', async () => {
    const world = await unanswered()
    world.service.answers.check = () => refusal(4010001, 'no')
    await liveDays(world, 4)

    expect(await column('next_call_at_ms')).not.toBeNull()
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      { kind: 'link_unanswered', state: 'open', facts: { why: '4010001 reason_4010001' } },
    ])
  })
})

describe('a request to link whose customer reads it all the time', () => {
  it('is not given up sooner', async () => {
    const world = await unanswered()
    for (let read = 0; read < 60; read += 1) {
      world.advance({ seconds: 4 })
      await findLink(world.context, customer)
    }
    world.advance({ minutes: 12 })
    await findLink(world.context, customer)

    expect(await column('state')).toBe('requested')
    expect(await alertsOf(world)).toEqual([])
  })
})

describe('a request to link while LINK_SECRET is not set', () => {
  it('is not asked about at each sweep: nothing could be stored', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    const { linkSecret: _secret, ...context } = world.context
    world.advance({ minutes: 20 })
    const dues: unknown[] = []
    for (let minute = 0; minute < 10; minute += 1) {
      world.advance({ minutes: 1 })
      await settleLinks(context, 10)
      dues.push(await column('next_call_at_ms'))
    }
    world.advance({ hours: 1 })
    for (let hour = 0; hour < 6; hour += 1) {
      world.advance({ hours: 1 })
      await settleLinks(context, 10)
    }

    expect(new Set(dues).size).toBeLessThan(7)
    expect(world.service.count('check')).toBe(0)
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      { kind: 'link_unanswered', state: 'open', facts: { why: 'LINK_SECRET is not set' } },
    ])
    world.advance({ hours: 1 })
    await sweep(world.context)
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
  })
})
