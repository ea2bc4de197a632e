import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  recordLinkCallback,
  sweep,
  unlinkWallet,
} from '../index.ts'

const customer = 'customer-1'

interface StoredLink {
  readonly id: string
  readonly sealed_token: string | null
  readonly [column: string]: unknown
}

/** The rows of the customer's links with all columns, the oldest first. */
async function rows(): Promise<readonly StoredLink[]> {
  const query = 'SELECT * FROM links WHERE customer_id = ? ORDER BY created_at_ms, rowid'
  return (await env.DB.prepare(query).bind(customer).all<StoredLink>()).results
}

async function row(): Promise<StoredLink> {
  const [only, ...others] = await rows()
  assert(only !== undefined && others.length === 0, 'There is not one link.')
  return only
}

interface StoredLine {
  readonly kind: string
  readonly order_id: string | null
  readonly at_ms: number
  readonly known: string
  readonly dedupe: string
  readonly facts: Record<string, unknown>
}

/** The journal lines about links, the oldest first. */
async function lines(): Promise<readonly StoredLine[]> {
  const { results } = await env.DB.prepare(
    `SELECT kind, order_id, at_ms, known, dedupe, facts FROM journal WHERE kind LIKE 'link.%' ORDER BY seq`,
  ).all<Omit<StoredLine, 'facts'> & { facts: string }>()
  return results.map((line) => ({ ...line, facts: JSON.parse(line.facts) }))
}

/** The line of a kind about a link. */
function lineOf(
  kind: string,
  { id, atMs, known, facts }: Pick<StoredLine, 'known' | 'facts'> & { id: string; atMs: number },
): StoredLine {
  const dedupe = `${kind}:${id}`
  return { kind, order_id: null, at_ms: atMs, known, dedupe, facts: { link_id: id, ...facts } }
}

/** Moves the clock a little, so that each step has a time of its own. */
function later(world: World, seconds = 5): number {
  world.advance({ seconds })
  return world.now()
}

describe('a link stores', () => {
  it('each step from the request to the end, with its time and its journal line', async () => {
    const world = new World()
    const askedAtMs = world.now()
    const steps: StoredLink[] = []
    let answeredAtMs = 0
    world.service.during = async () => {
      steps.push(await row())
      answeredAtMs = later(world)
    }
    await linkWallet(world.context, customer)
    world.service.during = async () => {}
    steps.push(await row())
    world.service.confirmLink()
    const linkedAtMs = later(world)
    await findLink(world.context, customer)
    steps.push(await row())
    const endedAtMs = later(world)
    world.service.during = async () => {
      steps.push(await row())
    }
    await unlinkWallet(world.context, customer)
    steps.push(await row())

    const { id, sealed_token: sealed } = steps[2] ?? (await row())
    const asked = {
      id,
      customer_id: customer,
      state: 'requested',
      version: 1,
      service_link_id: null,
      web_url: null,
      sealed_token: null,
      masked_phone: null,
      created_at_ms: askedAtMs,
      updated_at_ms: askedAtMs,
      lease_until_ms: askedAtMs + 90_000,
      expires_at_ms: askedAtMs + 90_000,
      calls: 0,
      next_call_at_ms: askedAtMs + 90_000,
    }
    const created = {
      ...asked,
      service_link_id: 'LINK-1',
      web_url: 'https://link.example/LINK-1',
      updated_at_ms: answeredAtMs,
      lease_until_ms: answeredAtMs,
      expires_at_ms: answeredAtMs + 10 * 60_000,
      next_call_at_ms: answeredAtMs + 10_000,
    }
    const linked = {
      ...created,
      state: 'linked',
      sealed_token: sealed,
      masked_phone: '*******456',
      updated_at_ms: linkedAtMs,
      lease_until_ms: linkedAtMs,
      next_call_at_ms: null,
    }
    const unlinking = {
      ...linked,
      state: 'unlinking',
      updated_at_ms: endedAtMs,
      calls: 1,
      next_call_at_ms: endedAtMs + 60_000,
    }
    const unlinked = {
      ...unlinking,
      state: 'unlinked',
      sealed_token: null,
      next_call_at_ms: null,
    }
    expect(steps).toEqual([asked, created, linked, unlinking, unlinked])
    expect(sealed).not.toBeNull()
    const byService = { id, known: 'answer of the service' }
    const ours = { id, known: 'own record', facts: {} }
    expect(await lines()).toEqual([
      lineOf('link.requested', { ...ours, atMs: askedAtMs }),
      lineOf('link.created', {
        ...byService,
        atMs: answeredAtMs,
        facts: { service_link_id: 'LINK-1', minutes: 10 },
      }),
      lineOf('link.linked', {
        ...byService,
        atMs: linkedAtMs,
        facts: { service_link_id: 'LINK-1' },
      }),
      lineOf('link.unlink_asked', { ...ours, atMs: endedAtMs }),
      lineOf('link.unlinked', { ...byService, atMs: endedAtMs, facts: { code: 200, calls: 1 } }),
    ])
  })

  it.each([
    [
      'a refusal',
      refusal(4030001, 'no'),
      'answer of the service',
      { code: 4030001, reason: 'reason_4030001' },
    ],
    [
      'a call that was not sent',
      { outcome: 'not_sent', message: 'no key' },
      'own record',
      { reason: 'not_sent' },
    ],
    [
      'a page on a foreign origin',
      accepted({ linkId: 'L', webUrl: 'http://evil.example/' }),
      'own record',
      { why: 'link page on a foreign origin' },
    ],
  ] as const)('that its request has ended by %s', async (_what, answer, known, facts) => {
    const world = new World()
    const before: StoredLink[] = []
    world.service.answers.link = () => answer
    world.service.during = async () => {
      before.push(await row())
      later(world)
    }

    await linkWallet(world.context, customer)

    const { id } = await row()
    const ended = {
      state: 'expired',
      updated_at_ms: world.now(),
      next_call_at_ms: null,
    }
    expect(await row()).toEqual({ ...before[0], ...ended })
    expect((await lines()).slice(1)).toEqual([
      lineOf('link.refused', { id, atMs: world.now(), known, facts }),
    ])
  })

  it.each([
    ['no customer has confirmed', 'none', 'answer of the service'],
    ['the service has never answered', 'lost answer', 'no answer of the service'],
  ] as const)('that its request has expired because %s', async (_what, fault, known) => {
    const world = new World()
    world.service.fault = (call) => (call === 'link' ? fault : 'none')
    await linkWallet(world.context, customer)
    later(world, 11 * 60)

    await sweep(world.context)

    const expired = await row()
    expect(expired).toMatchObject({ state: 'expired', next_call_at_ms: null })
    expect(expired).toMatchObject({ updated_at_ms: world.now() })
    expect((await lines()).at(-1)).toEqual(
      lineOf('link.expired', { id: expired.id, atMs: world.now(), known, facts: {} }),
    )
  })

  it('that the newer request of its customer has ended when an older one is confirmed', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    later(world, 3600)
    await sweep(world.context)
    await linkWallet(world.context, customer)
    const [, newer] = await rows()
    const [late] = world.service.links
    assert(late !== undefined, 'No link was asked for.')
    late.userToken = 'TOKEN-SECRET-LATE'
    const [, , id = '', token = ''] = new URL(late.callbackUrl).pathname.split('/')
    const linkedAtMs = later(world)

    await recordLinkCallback(world.context, { id, token })

    const [linked, ended] = await rows()
    expect(linked).toMatchObject({ id, state: 'linked', calls: 0, next_call_at_ms: null })
    expect(ended).toEqual({
      ...newer,
      state: 'expired',
      updated_at_ms: linkedAtMs,
      next_call_at_ms: null,
    })
  })

  it('that its customer has ended it in the app, when a second link takes its place', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await world.live(20)
    const [, , id = '', token = ''] = new URL(world.service.confirmLink()).pathname.split('/')
    await world.link(customer)
    world.service.links.splice(1)
    const earlier = (await rows())[1]
    const endedAtMs = later(world)

    await recordLinkCallback(world.context, { id, token })

    expect((await rows())[1]).toEqual({
      ...earlier,
      state: 'unlinked',
      sealed_token: null,
      updated_at_ms: endedAtMs,
    })
    expect((await lines()).filter(({ kind }) => kind === 'link.ended')).toEqual([
      lineOf('link.ended', {
        id: earlier?.id ?? '',
        atMs: endedAtMs,
        known: 'answer of the service',
        facts: { why: 'unknown_to_service', code: 4040001 },
      }),
    ])
  })

  it('that it is a second one, with when and under which id of the service it is unlinked', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await world.live(20)
    const [, , id = '', token = ''] = new URL(world.service.confirmLink()).pathname.split('/')
    await world.link(customer)
    const [before] = await rows()
    const secondAtMs = later(world)

    await recordLinkCallback(world.context, { id, token })

    const [second] = await rows()
    expect(second).toEqual({
      ...before,
      state: 'unlinking',
      sealed_token: expect.stringMatching(/^v2-/),
      masked_phone: '*******456',
      updated_at_ms: secondAtMs,
      lease_until_ms: secondAtMs,
      calls: 0,
      next_call_at_ms: secondAtMs,
    })
    expect((await lines()).at(-1)).toEqual(
      lineOf('link.second', {
        id,
        atMs: secondAtMs,
        known: 'answer of the service',
        facts: { service_link_id: 'LINK-1' },
      }),
    )
    expect((await listAlerts(world.context, { kind: 'second_link' })).alerts).toMatchObject([
      { subject: id, facts: { service_link_id: 'LINK-1' }, at: secondAtMs / 1000 },
    ])
  })
})
