import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { interruptedDatabase } from '../../test/interrupted-database.ts'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { toMinuteOfOldest } from '../../test/oldest-first.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listServiceCalls,
  type OrdersContext,
  recordLinkCallback,
  sweep,
  unlinkWallet,
} from '../index.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { linkCallbackToken } from './link-callback.ts'
import { settleLinks } from './settle-links.ts'

const customer = 'customer-1'
const second = 1000
const minute = 60 * second

function pathOf(callbackUrl: string): { id: string; token: string } {
  const [, , id = '', token = ''] = new URL(callbackUrl).pathname.split('/')
  return { id, token }
}

async function column(name: string, id?: string): Promise<unknown> {
  const query = `SELECT ${name} AS found FROM links WHERE id = coalesce(?, id)`
  return env.DB.prepare(query)
    .bind(id ?? null)
    .first('found')
}

/** A request of a customer that has expired, and the path of its callback. */
async function expired() {
  const world = new World()
  await linkWallet(world.context, customer)
  await world.live(20)
  expect(await column('state')).toBe('expired')
  const path = pathOf(world.service.links[0]?.callbackUrl ?? '')
  return { world, path }
}

describe('linkWallet tells', () => {
  const unknown = 'whether there is a link is not known.'
  it.each([
    [
      'a refusal that may have made it',
      refusal(5000001, 'maybe'),
      `The service answered 5000001; ${unknown}`,
    ],
    [
      'an unlisted code',
      { outcome: 'unlisted', code: 7, message: 'of the client', repeatedAfterUnknown: false },
      `The service answered 7; ${unknown}`,
    ],
    ['silence', { outcome: 'unknown', silent: true, message: 'no answer' }, 'no answer'],
  ] as const)('what it knows after %s', async (_what, answer, message) => {
    const world = new World()
    world.service.answers.link = () => answer

    expect(await linkWallet(world.context, customer)).toEqual({ outcome: 'unknown', message })
    expect(await column('state')).toBe('requested')
  })

  it('the refusal of the service as it is', async () => {
    const world = new World()
    world.service.answers.link = () => refusal(4030001, 'no')

    expect(await linkWallet(world.context, customer)).toEqual({
      outcome: 'refused',
      code: 4030001,
      reason: 'reason_4030001',
      remedy: 'remedy of 4030001',
    })
  })

  it('which secret is missing, and sends nothing', async () => {
    const world = new World()
    const { linkSecret: _secret, ...context } = world.context

    expect(await linkWallet(context, customer)).toEqual({
      outcome: 'refused',
      code: 0,
      reason: 'not_configured',
      remedy: 'Set LINK_SECRET of the orders Worker: tokens of wallets are sealed under it.',
    })
    expect(world.service.received).toEqual([])
  })
})

describe('a request for a link', () => {
  it('is not answered late into a request that has expired meanwhile', async () => {
    const world = new World()
    let before: unknown
    const read = () => env.DB.prepare('SELECT * FROM links').first()
    world.service.during = async () => {
      world.advance({ seconds: 91 })
      await sweep(world.context)
      before = await read()
    }

    expect(await linkWallet(world.context, customer)).toEqual({ outcome: 'busy' })
    expect(before).toMatchObject({ state: 'expired', service_link_id: null })
    expect(await read()).toEqual(before)
  })

  it('gets no page for an id of the service that the link of another customer has', async () => {
    const world = new World()
    await linkWallet(world.context, 'customer-2')
    const query = "SELECT * FROM links WHERE customer_id = 'customer-2'"
    const others = await env.DB.prepare(query).first()
    world.service.answers.link = () =>
      accepted({ linkId: 'LINK-1', webUrl: 'https://link.example/OTHER' })

    expect(await linkWallet(world.context, customer)).toEqual({ outcome: 'busy' })
    expect(await env.DB.prepare(query).first()).toEqual(others)
  })

  it('is not ended by a sweep while its call is running, although a callback has come', async () => {
    const world = new World()
    world.service.during = async (call) => {
      if (call !== 'link') return
      await recordLinkCallback(world.context, pathOf(world.service.links[0]?.callbackUrl ?? ''))
      world.advance({ seconds: 1 })
      await sweep(world.context)
    }

    expect(await linkWallet(world.context, customer)).toMatchObject({ outcome: 'requested' })
  })
})

describe('a query about a pending link', () => {
  it('leases the link for three seconds, and is due again then if its process dies', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.advance({ seconds: 10 })
    const rows: unknown[] = []
    world.service.during = async () => {
      rows.push(await env.DB.prepare('SELECT * FROM links').first())
    }
    await findLink(world.context, customer)

    const atMs = world.now() + 3 * second
    expect(rows).toMatchObject([{ lease_until_ms: atMs, next_call_at_ms: atMs, calls: 1 }])
  })

  it('is not sent once its customer is erased, although the sweep has read it before', async () => {
    const { world, path } = await expired()
    world.service.fault = () => 'lost request'
    await recordLinkCallback(world.context, path)
    world.service.fault = () => 'none'
    world.advance({ minutes: 1 })
    const action = { reason: 'asked by the customer', staffId: 'an' }
    const asked = world.service.count('check')
    const database = interruptedDatabase(env.DB, () =>
      erasePerson(world.context, { customerId: customer }, action),
    )

    await settleLinks({ ...world.context, database }, 10)

    expect(await column('customer_id')).toBe('')
    expect(world.service.count('check')).toBe(asked)
  })

  it('links by an answer that does not repeat the id of the link', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.answers.check = () => accepted({ userToken: 'TOKEN-SECRET', phone: '0900000123' })

    expect(await findLink(world.context, customer)).toMatchObject({
      state: 'linked',
      phone: '*******123',
    })
  })

  it.each([
    [{ userToken: '' }, 'requested'],
    [{ phone: '0900000123' }, 'requested'],
    [{ userToken: 'TOKEN-SECRET' }, 'linked'],
  ] as const)('reads %j as a link that is %s', async (data, state) => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.answers.check = () => accepted({ linkId: 'LINK-1', ...data })

    expect(await findLink(world.context, customer)).toMatchObject({ state })
  })

  it('that is answered late does not end the link that an earlier answer has made', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    const [link] = world.service.links
    assert(link !== undefined, 'No link was asked for.')
    const { reached, release } = world.service.holdNextCall('check')
    const late = findLink(world.context, customer)
    await reached
    world.advance({ seconds: 4 })
    await findLink(world.context, customer)
    const sealed = await column('sealed_token')
    // The service has given the link another token since.
    link.userToken = 'TOKEN-SECRET-NEW'
    release()

    expect(await late).toMatchObject({ state: 'linked' })
    expect(await column('sealed_token')).toBe(sealed)
    expect(world.service.count('check')).toBe(2)
  })

  it('is sent once while the sweep and the customer ask at the same time', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.advance({ seconds: 10 })
    const { reached, release } = world.service.holdNextCall('check')
    const swept = sweep(world.context)
    await reached
    await findLink(world.context, customer)
    release()
    await swept

    expect(world.service.count('check')).toBe(1)
  })

  it('is not sent by a sweep that has read the link before it was linked', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    world.advance({ seconds: 10 })
    const read = () => env.DB.prepare('SELECT * FROM links').first()
    let linked: unknown
    const database = interruptedDatabase(env.DB, async () => {
      await findLink(world.context, customer)
      world.advance({ seconds: 4 })
      linked = await read()
    })

    await settleLinks({ ...world.context, database }, 10)

    expect(linked).toMatchObject({ state: 'linked' })
    expect(await read()).toEqual(linked)
    expect(world.service.count('check')).toBe(1)
  })

  it('is followed by the next after a pause that doubles up to five minutes', async () => {
    const world = new World({ context: { random: () => 0.5 } })
    world.service.answers.link = () =>
      accepted({ linkId: 'LINK-1', webUrl: 'https://link.example/LINK-1', expiresInMinutes: 60 })
    world.service.fault = (call) => (call === 'check' ? 'lost request' : 'none')
    await linkWallet(world.context, customer)
    const pauses: number[] = []
    for (let calls = 0; calls < 7; calls += 1) {
      world.advance({ seconds: (Number(await column('next_call_at_ms')) - world.now()) / 1000 })
      await settleLinks(world.context, 10)
      pauses.push((Number(await column('next_call_at_ms')) - world.now()) / 1000)
    }

    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300])
  })

  it('is followed by the last one a minute after the deadline, and by more in silence', async () => {
    const world = new World({ context: { random: () => 0.5 } })
    world.service.fault = (call) => (call === 'check' ? 'lost request' : 'none')
    await linkWallet(world.context, customer)
    const expiresAtMs = Number(await column('expires_at_ms'))
    await env.DB.exec('UPDATE links SET calls = 9')
    world.advance({ seconds: (expiresAtMs - 1 - world.now()) / 1000 })
    await settleLinks(world.context, 10)
    const last = await column('next_call_at_ms')
    world.advance({ seconds: 60.001 })
    await settleLinks(world.context, 10)

    expect(last).toBe(expiresAtMs + minute)
    expect(await column('state')).toBe('requested')
    expect(await column('next_call_at_ms')).toBe(expiresAtMs + 6 * minute)
  })

  it.each([
    [-1, 'requested'],
    [0, 'expired'],
  ])('ends the request %i ms after the minute behind its deadline: %s', async (ms, state) => {
    const world = new World()
    await linkWallet(world.context, customer)
    const expiresAtMs = Number(await column('expires_at_ms'))
    world.advance({ seconds: (expiresAtMs + minute + ms - world.now()) / 1000 })

    expect(await findLink(world.context, customer)).toMatchObject({ state })
  })

  it.each([
    ['a refusal', refusal(4040001, 'no'), 'expired'],
    ['a refusal that was not processed', refusal(4010001, 'no'), 'requested'],
    ['an error of the service', refusal(5000001, 'maybe'), 'requested'],
    [
      'an unlisted code',
      { outcome: 'unlisted', code: 7, message: 'm', repeatedAfterUnknown: false },
      'requested',
    ],
    ['an answer about another link', accepted({ linkId: 'OTHER', userToken: 'T' }), 'requested'],
    ['an unconfirmed other link', accepted({ linkId: 'OTHER' }), 'requested'],
    ['its link, which nobody has confirmed', accepted({ linkId: 'LINK-1' }), 'expired'],
  ] as const)('that is answered with %s behind the deadline decides about it', async (...the) => {
    const [, answer, state] = the
    const world = new World()
    await linkWallet(world.context, customer)
    world.advance({ minutes: 11 })
    world.service.answers.check = () => answer

    expect(await findLink(world.context, customer)).toMatchObject({ state })
  })

  it('is linked although the service failed when it was asked behind the deadline', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    world.advance({ minutes: 11 })
    world.service.answers.check = () => refusal(5000001, 'maybe')
    await sweep(world.context)
    delete world.service.answers.check
    world.advance({ hours: 1 })

    await sweep(world.context)

    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
  })

  it('about two addresses is not decided by the second one while the service fails about the first', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.advance({ minutes: 11 })
    let queries = 0
    world.service.answers.check = () => {
      queries += 1
      return queries === 1 ? refusal(5000001, 'maybe') : refusal(4040001, 'no')
    }
    const rotated = { ...world.context, callbackSecretPrevious: 'another secret of the tests' }

    expect(await findLink(rotated, customer)).toMatchObject({ state: 'requested' })
  })

  it.each([
    ['the current secret', false, 1],
    ['the previous secret', true, 2],
  ])('about an address of %s is signed over it', async (_what, isPrevious, queries) => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    world.service.during = async () => world.advance({ seconds: 1 })
    const { callbackSecret } = world.context
    const other = 'another callback secret of the tests'
    const secrets: Partial<OrdersContext> = isPrevious
      ? { callbackSecret: other, callbackSecretPrevious: callbackSecret }
      : { callbackSecretPrevious: other }

    const link = await findLink({ ...world.context, ...secrets }, customer)

    expect(link).toMatchObject({ state: 'linked' })
    expect(world.service.count('check')).toBe(queries)
    const calls = await listServiceCalls(world.context, 'link', link?.id ?? '')
    expect(calls.map(({ said }) => said)).toEqual(
      isPrevious ? [undefined, 'reason_4040001', 'confirmed'] : [undefined, 'confirmed'],
    )
  })

  it('counts in the sweep only when the state of a link has changed', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await linkWallet(world.context, 'customer-2')
    world.advance({ seconds: 10 })
    world.service.confirmLink()

    expect(await settleLinks(world.context, 10)).toBe(1)
    expect(world.service.count('check')).toBe(2)
  })

  it('comes first for the link that is due for the longest time', async () => {
    const world = new World()
    for (const id of ['customer-3', customer, 'customer-2']) {
      await linkWallet(world.context, id)
    }
    world.advance({ minutes: 1 })
    for (const [id, at] of [
      ['customer-3', 2],
      [customer, 1],
      ['customer-2', 3],
    ] as const) {
      const query = 'UPDATE links SET next_call_at_ms = ? WHERE customer_id = ?'
      await env.DB.prepare(query).bind(at, id).run()
    }
    toMinuteOfOldest(world)

    await settleLinks(world.context, 2)

    const asked = world.service.received.filter(({ call }) => call === 'check')
    expect(asked.map(({ id }) => id)).toEqual(['LINK-2', 'LINK-1'])
  })

  it('is not sent before it is due', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.advance({ seconds: 9.999 })
    await sweep(world.context)
    const early = world.service.count('check')
    world.advance({ seconds: 0.001 })
    await sweep(world.context)

    expect([early, world.service.count('check')]).toEqual([0, 1])
  })
})

describe('a link callback', () => {
  it.each([
    ['empty', () => ''],
    ['shorter', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}A`],
    ['no Base64', (token: string) => `${token.slice(0, -1)}!`],
    [
      'only the last character changed',
      (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`,
    ],
    [
      'only the first character changed',
      (token: string) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    ],
  ])('is refused with a token that is %s', async (_what, change) => {
    const world = new World()
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.confirmLink())

    const outcome = await recordLinkCallback(world.context, { ...path, token: change(path.token) })

    expect(outcome).toBe('refused')
    expect(world.service.count('check')).toBe(0)
  })

  it('is refused about a link that is not stored, although its token is right', async () => {
    const world = new World()
    const id = 'not-stored'
    const token = await linkCallbackToken(world.context.callbackSecret, id)

    expect(await recordLinkCallback(world.context, { id, token })).toBe('refused')
    expect(await world.count('SELECT COUNT(*) n FROM journal')).toBe(0)
  })

  it('about a linked wallet changes nothing of its link', async () => {
    const world = new World()
    await world.link()
    const read = () => env.DB.prepare('SELECT * FROM links').first()
    const before = await read()
    world.advance({ minutes: 1 })

    await recordLinkCallback(world.context, {
      ...pathOf(world.service.links[0]?.callbackUrl ?? ''),
      linkReferenceId: 'LINK-1',
    })

    expect(await read()).toEqual(before)
    expect(world.service.count('check')).toBe(1)
  })

  it('that names the link of an expired request is followed by a query of the sweep', async () => {
    const { world, path } = await expired()
    world.service.confirmLink()
    world.service.fault = () => 'lost request'
    await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-1' })
    world.service.fault = () => 'none'

    await world.live(1)

    expect(await column('state')).toBe('linked')
  })

  it('is written down once for each id that it names', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.links[0]?.callbackUrl ?? '')
    for (const linkReferenceId of ['LINK-1', 'LINK-1', 'not an id', 'LINK-9']) {
      await recordLinkCallback(world.context, { ...path, linkReferenceId })
    }

    const { results } = await env.DB.prepare(
      `SELECT order_id, at_ms, known, facts FROM journal WHERE kind = 'link.callback_received' ORDER BY seq`,
    ).all<{ facts: string }>()
    const line = { order_id: null, at_ms: world.now(), known: 'callback without a signature' }
    expect(results.map((one) => ({ ...one, facts: JSON.parse(one.facts) }))).toEqual(
      ['LINK-1', null, 'LINK-9'].map((named) => ({
        ...line,
        facts: { link_id: path.id, link_reference_id: named },
      })),
    )
  })

  it('begins the pauses between queries anew', async () => {
    const world = new World({ context: { random: () => 0.5 } })
    await linkWallet(world.context, customer)
    await env.DB.exec('UPDATE links SET calls = 9')
    const path = pathOf(world.service.links[0]?.callbackUrl ?? '')

    await recordLinkCallback(world.context, path)

    expect(await column('calls')).toBe(1)
    expect(await column('next_call_at_ms')).toBe(world.now() + 10 * second)
  })

  it('names the link of an unanswered request although its call still runs', async () => {
    const world = new World()
    let outcome: unknown
    world.service.during = async (call) => {
      if (call !== 'link') return
      const path = pathOf(world.service.confirmLink())
      outcome = await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-1' })
    }

    const linked = await linkWallet(world.context, customer)

    expect(outcome).toBe('recorded')
    expect(linked).toMatchObject({ outcome: 'linked', link: { state: 'linked' } })
  })

  it('that comes during a query about a pending request is answered by the next sweep', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await env.DB.exec('UPDATE links SET calls = 9')
    const path = pathOf(world.service.links[0]?.callbackUrl ?? '')
    world.service.during = async (call) => {
      if (call !== 'check') return
      world.service.during = async () => {}
      world.service.confirmLink()
      await recordLinkCallback(world.context, path)
    }
    // Answered before the customer confirmed it.
    await findLink(world.context, customer)

    await world.live(1)

    expect(await column('state')).toBe('linked')
  })

  it('that comes during a query about an expired request is answered by another query', async () => {
    const { world, path } = await expired()
    world.service.during = async (call) => {
      if (call !== 'check') return
      world.service.during = async () => {}
      world.service.confirmLink()
      await recordLinkCallback(world.context, path)
    }
    // Answered before the customer confirmed it.
    await recordLinkCallback(world.context, path)
    const before = await column('state')

    await world.live(1)

    expect(before).toBe('expired')
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
  })

  it('about an expired request leaves no query behind when the link exists already', async () => {
    const { world, path } = await expired()
    await world.link(customer)
    const [first, newer] = world.service.links
    assert(first !== undefined && newer?.userToken !== undefined, 'There are not two links.')
    first.userToken = newer.userToken

    await recordLinkCallback(world.context, path)

    expect(await column('state', path.id)).toBe('expired')
    expect(await column('next_call_at_ms', path.id)).toBeNull()
  })
})

describe('the earlier link of a customer, when another one is confirmed', () => {
  /** What became of both when the query about the earlier link is answered so. */
  async function confirmedBesides(answer: World['service']['answers']['check']): Promise<unknown> {
    const { world, path } = await expired()
    await world.link(customer)
    const [first] = world.service.links
    assert(first !== undefined, 'No link was asked for.')
    first.userToken = 'TOKEN-SECRET-LATE'
    world.service.answers.check = (id) =>
      id === 'LINK-2' && answer !== undefined
        ? answer(id)
        : accepted({ linkId: 'LINK-1', userToken: 'TOKEN-SECRET-LATE' })
    await recordLinkCallback(world.context, path)
    const query = 'SELECT state FROM links ORDER BY created_at_ms'
    const { results } = await env.DB.prepare(query).all<{ state: string }>()
    return results.map(({ state }) => state)
  }

  it.each([
    ['that it is unknown', refusal(4040001, 'no'), ['linked', 'unlinked']],
    ['another refusal', refusal(4030001, 'no'), ['unlinking', 'linked']],
    [
      'silence',
      { outcome: 'unknown', silent: true, message: 'no answer' },
      ['unlinking', 'linked'],
    ],
    ['that nobody has confirmed it', accepted({ linkId: 'LINK-2' }), ['unlinking', 'linked']],
    ['its token', accepted({ userToken: 'TOKEN-SECRET-LINK-2' }), ['unlinking', 'linked']],
    [
      'the token of the other',
      accepted({ userToken: 'TOKEN-SECRET-LATE' }),
      ['linked', 'unlinked'],
    ],
  ] as const)('is asked about: the answer is %s', async (_what, answer, states) => {
    expect(await confirmedBesides(() => answer)).toEqual(states)
  })
})

describe('while the service is asked about the earlier link', () => {
  /** A second link is confirmed; `act` runs while the service is asked about the first. */
  async function confirmedWhile(
    act: (world: World, path: { id: string; token: string }) => Promise<unknown>,
  ) {
    const { world, path } = await expired()
    await world.link(customer)
    const [late] = world.service.links
    assert(late !== undefined, 'No link was asked for.')
    late.userToken = 'TOKEN-SECRET-LATE'
    world.service.during = async () => {
      if (world.service.received.at(-1)?.id !== 'LINK-2') return
      world.service.during = async () => {}
      await act(world, path)
    }
    await recordLinkCallback(world.context, path)
    return { world, path }
  }

  it('another query may have unlinked the second one already', async () => {
    let before: unknown
    const read = () => env.DB.prepare('SELECT * FROM links ORDER BY created_at_ms').first()
    const { world } = await confirmedWhile(async (ours, path) => {
      ours.advance({ seconds: 4 })
      await recordLinkCallback(ours.context, path)
      await ours.live(1)
      before = await read()
    })

    expect(before).toMatchObject({ state: 'unlinked', sealed_token: null })
    expect(await read()).toEqual(before)
    expect(world.service.count('unlink')).toBe(1)
  })

  it('the customer may have unlinked it, and keeps the other one', async () => {
    const { world, path } = await confirmedWhile((ours) => unlinkWallet(ours.context, customer))

    await world.live(1)

    expect(await findLink(world.context, customer)).toMatchObject({ id: path.id, state: 'linked' })
    expect(await world.alertKinds()).toEqual([])
  })
})

it('an earlier link whose token nothing opens gives its place to the one that is confirmed', async () => {
  const { world, path } = await expired()
  await world.link(customer)
  const [first] = world.service.links
  assert(first !== undefined, 'No link was asked for.')
  first.userToken = 'TOKEN-SECRET-LATE'
  const context = { ...world.context, linkSecret: 'another secret of the tests' }

  await recordLinkCallback(context, path)

  expect(await findLink(context, customer)).toMatchObject({ id: path.id, state: 'linked' })
  expect(await world.alertKinds()).toEqual(['link_token_unreadable'])
})

describe('findLink', () => {
  it('finds the newest of the links that have ended, and none of another customer', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await world.live(20)
    world.advance({ hours: 1 })
    await linkWallet(world.context, customer)
    await world.live(20)
    const newest = await env.DB.prepare('SELECT id FROM links ORDER BY created_at_ms DESC').first(
      'id',
    )

    expect(await findLink(world.context, customer)).toMatchObject({ id: newest, state: 'expired' })
    expect(await findLink(world.context, 'customer-2')).toBeNull()
  })

  it('finds an older link that is still being unlinked before a newer one that has ended', async () => {
    const { world, path } = await expired()
    await world.link(customer)
    const [late] = world.service.links
    assert(late !== undefined, 'No link was asked for.')
    late.userToken = 'TOKEN-SECRET-LATE'
    await recordLinkCallback(world.context, path)
    expect(await unlinkWallet(world.context, customer)).toMatchObject({ outcome: 'unlinked' })

    expect(await findLink(world.context, customer)).toMatchObject({
      id: path.id,
      state: 'unlinking',
    })
  })

  it('refuses the id of a customer that none can have', async () => {
    await expect(findLink(new World().context, 'a b')).rejects.toThrow("The customer's id must be")
  })
})
