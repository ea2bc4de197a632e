import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  listServiceCalls,
  openOrder,
  type OrdersContext,
  payWithLink,
  recordLinkCallback,
  sweep,
  unlinkWallet,
} from '../index.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { settleLinks } from './settle-links.ts'

const customer = 'customer-1'

function pathOf(callbackUrl: string): { id: string; token: string } {
  const [, , id = '', token = ''] = new URL(callbackUrl).pathname.split('/')
  return { id, token }
}

async function journalText(): Promise<string> {
  const rows = await env.DB.prepare('SELECT kind, known, facts FROM journal').all()
  const alerts = await env.DB.prepare('SELECT * FROM alerts').all()
  return JSON.stringify([rows.results, alerts.results])
}

describe('linkWallet', () => {
  it('returns the page of the service, and the same page while the request is pending', async () => {
    const world = new World()

    const first = await linkWallet(world.context, customer)
    world.advance({ seconds: 10 })
    const second = await linkWallet(world.context, customer)

    expect(first).toMatchObject({
      outcome: 'requested',
      link: { customerId: customer, state: 'requested', webUrl: 'https://link.example/LINK-1' },
    })
    expect(second).toMatchObject({
      outcome: 'requested',
      link: { webUrl: 'https://link.example/LINK-1' },
    })
    expect(world.service.count('link')).toBe(1)
  })

  it('stores the request before it calls the service', async () => {
    const world = new World()
    const states: unknown[] = []
    world.service.during = async () => {
      const rows = await env.DB.prepare('SELECT state, service_link_id FROM links').all()
      states.push(...rows.results)
    }

    await linkWallet(world.context, customer)

    expect(states).toEqual([{ state: 'requested', service_link_id: null }])
  })

  it('calls the service once for two concurrent requests', async () => {
    const world = new World()

    const outcomes = await Promise.all([
      linkWallet(world.context, customer),
      linkWallet(world.context, customer),
    ])

    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'requested'])
    expect(world.service.count('link')).toBe(1)
  })

  it('allows a new request after a refusal, and after a lease without an answer', async () => {
    const world = new World()
    world.service.answers.link = () => refusal(4030001, 'no')
    const refused = await linkWallet(world.context, customer)
    delete world.service.answers.link
    world.service.fault = () => 'lost answer'
    const unknown = await linkWallet(world.context, customer)
    const busy = await linkWallet(world.context, customer)
    world.service.fault = () => 'none'
    world.advance({ seconds: 91 })
    const again = await linkWallet(world.context, customer)

    expect([refused, unknown, busy, again].map(({ outcome }) => outcome)).toEqual([
      'refused',
      'unknown',
      'busy',
      'requested',
    ])
  })

  it('returns why nothing was sent', async () => {
    const world = new World()
    world.service.answers.link = () => ({ outcome: 'not_sent', message: 'The key is missing.' })

    expect(await linkWallet(world.context, customer)).toEqual({
      outcome: 'refused',
      code: 0,
      reason: 'not_sent',
      remedy: 'The key is missing.',
    })
    expect(await journalOf('link.refused')).toMatchObject({
      known: 'own record',
      reason: 'not_sent',
    })
  })

  it('is not ended by a sweep while its call is running', async () => {
    const world = new World()
    world.service.during = async () => {
      world.advance({ seconds: 89 })
      await sweep(world.context)
    }

    expect(await linkWallet(world.context, customer)).toMatchObject({ outcome: 'requested' })
  })

  it.each([
    [30, 30],
    [1440, 1440],
    [1, 1],
    [undefined, 15],
    [0, 15],
    [-5, 15],
    [1441, 15],
  ])('reads a validity of %s minutes as %i', async (said, minutes) => {
    const world = new World()
    const page = { linkId: 'LINK-1', webUrl: 'https://link.example/LINK-1' }
    world.service.answers.link = () =>
      accepted({ ...page, ...(said !== undefined && { expiresInMinutes: said }) })

    const expiresAt = Math.floor(world.now() / 1000) + minutes * 60
    expect(await linkWallet(world.context, customer)).toMatchObject({ link: { expiresAt } })
  })

  it('refuses a page on plain http', async () => {
    const world = new World()
    world.service.answers.link = () => accepted({ linkId: 'L', webUrl: 'http://evil.example/' })

    const outcome = await linkWallet(world.context, customer)

    expect(outcome.outcome).toBe('unknown')
    expect(await world.alertKinds()).toEqual(['link_page_refused'])
  })

  it.each([
    ['before', 'requested'],
    ['after', 'requested'],
  ] as const)('stores its answer although a write fails %s it is made', async (fault, outcome) => {
    const world = new World()
    const sleep = async () => {}
    let isAnswered = false
    let isOver = false
    world.service.during = async () => void (isAnswered = true)
    const database = failingDatabase(env.DB, () => {
      if (!isAnswered || isOver) return 'none'
      isOver = true
      return fault
    })

    const asked = await linkWallet({ ...world.context, database, sleep }, customer)

    expect(asked).toMatchObject({ outcome, link: { webUrl: 'https://link.example/LINK-1' } })
    expect(world.service.count('link')).toBe(1)
  })

  it('raises one alert about a page on plain http although a write of it seems to fail', async () => {
    const world = new World()
    const sleep = async () => {}
    world.service.answers.link = () => accepted({ linkId: 'L', webUrl: 'http://evil.example/' })
    let isAnswered = false
    const failed = new Set<number>()
    world.service.during = async () => void (isAnswered = true)
    const database = failingDatabase(env.DB, (batch) => {
      if (!isAnswered || failed.size === 3) return 'none'
      failed.add(batch)
      return 'after'
    })

    await linkWallet({ ...world.context, database, sleep }, customer)

    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([{ kind: 'link_page_refused', timesRaised: 1 }])
  })

  it('names the missing secret that seals tokens', async () => {
    const world = new World()
    const { linkSecret: _secret, ...context } = world.context

    expect(await linkWallet(context, customer)).toMatchObject({
      outcome: 'refused',
      reason: 'not_configured',
      remedy: expect.stringContaining('LINK_SECRET'),
    })
  })

  it.each(['', 'a b', 'a|b', 'x'.repeat(65)])('refuses the customer id "%s"', async (id) => {
    await expect(linkWallet(new World().context, id)).rejects.toThrow("The customer's id must be")
  })
})

describe('a pending link', () => {
  it('is linked when the customer returns, and its token is stored sealed', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const before = await findLink(world.context, customer)
    world.service.confirmLink()
    world.advance({ seconds: 4 })

    const after = await findLink(world.context, customer)

    expect(before?.state).toBe('requested')
    expect(after).toEqual({
      id: expect.any(String),
      customerId: customer,
      state: 'linked',
      phone: '*******456',
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    })
    const stored = await env.DB.prepare('SELECT sealed_token FROM links').first<{
      sealed_token: string
    }>()
    expect(stored?.sealed_token).toMatch(/^v2-[0-9a-f]{8}\./)
    expect(await journalText()).not.toContain('TOKEN-SECRET')
  })

  it('is linked by the sweep without a return or a callback', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()

    const reports = await world.live(1)

    expect(reports[0]?.linksSettled).toBe(1)
    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  it('is queried at most every three seconds, however often the page is opened', async () => {
    const world = new World()
    await linkWallet(world.context, customer)

    await Promise.all(Array.from({ length: 20 }, () => findLink(world.context, customer)))

    expect(world.service.count('check')).toBe(1)
  })

  it('is queried again after three seconds, and each query is stored', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    await findLink(world.context, customer)
    world.advance({ seconds: 2.999 })
    await findLink(world.context, customer)
    const early = world.service.count('check')
    world.service.confirmLink()
    world.advance({ seconds: 0.001 })

    const link = await findLink(world.context, customer)

    expect([early, world.service.count('check')]).toEqual([1, 2])
    expect(link?.state).toBe('linked')
    const calls = await listServiceCalls(world.context, 'link', link?.id ?? '')
    expect(calls.map(({ endpoint, said }) => [endpoint, said])).toEqual([
      ['linkWallet', undefined],
      ['checkWalletLink', 'not_confirmed'],
      ['checkWalletLink', 'confirmed'],
    ])
  })

  it('is queried at growing intervals, and once more after its expiry', async () => {
    const world = new World()
    await linkWallet(world.context, customer)

    await world.live(2, 5)
    const early = world.service.count('check')
    await world.live(13, 5)
    const later = world.service.count('check') - early
    await world.live(3, 5)

    expect(early).toBeGreaterThanOrEqual(3)
    expect(early).toBeLessThanOrEqual(6)
    expect(later).toBeLessThanOrEqual(6)
    expect((await findLink(world.context, customer))?.state).toBe('expired')
  })

  it('expires a minute after its end, but not without an answer', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.fault = () => 'lost request'
    await world.live(30)
    const silent = (await env.DB.prepare('SELECT state FROM links').first()) ?? {}
    world.service.fault = () => 'none'
    await world.live(10)

    expect(silent).toEqual({ state: 'requested' })
    expect((await findLink(world.context, customer))?.state).toBe('expired')
    expect((await linkWallet(world.context, customer)).outcome).toBe('requested')
  })

  it('does not expire while the key is refused: the customer may have confirmed it', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    world.service.answers.check = () => refusal(4010001, 'no')
    await world.live(30)
    delete world.service.answers.check
    await world.live(10)

    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  it('is linked once by two overlapping queries, without an alert', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.confirmLink()
    world.service.during = async (call) => {
      if (call !== 'check') return
      world.service.during = async () => {}
      world.advance({ seconds: 4 })
      await findLink(world.context, customer)
    }

    expect((await findLink(world.context, customer))?.state).toBe('linked')
    expect(world.service.count('check')).toBe(2)
    expect(await world.alertKinds()).toEqual([])
  })

  it('ignores an answer about another link', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    world.service.answers.check = () => accepted({ linkId: 'OTHER', userToken: 'T', phone: '1' })

    expect((await findLink(world.context, customer))?.state).toBe('requested')
  })
})

describe('recordLinkCallback', () => {
  it('does not trust its content: only the signed query links', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.links[0]?.callbackUrl ?? '')
    const early = await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-1' })
    const forged = await findLink(world.context, customer)
    world.service.confirmLink()
    world.advance({ seconds: 5 })

    const genuine = await recordLinkCallback(world.context, path)

    expect([early, genuine]).toEqual(['recorded', 'recorded'])
    expect(forged?.state).toBe('requested')
    expect(await world.count("SELECT COUNT(*) n FROM links WHERE state = 'linked'")).toBe(1)
  })

  it.each(['wrong token', 'token of another link', 'unknown link'])(
    'refuses a %s',
    async (what) => {
      const world = new World()
      await linkWallet(world.context, customer)
      await linkWallet(world.context, 'customer-2')
      const [mine, other] = world.service.links.map((link) => pathOf(link.callbackUrl))
      assert(mine !== undefined && other !== undefined, 'no links')
      const tampered = {
        'wrong token': {
          ...mine,
          token: `${mine.token.slice(0, -1)}${mine.token.endsWith('A') ? 'Q' : 'A'}`,
        },
        'token of another link': { ...mine, token: other.token },
        'unknown link': { ...mine, id: 'none' },
      }[what]
      const journaled = await world.count('SELECT COUNT(*) n FROM journal')

      const outcome = await recordLinkCallback(world.context, tampered ?? mine)

      expect(outcome).toBe('refused')
      expect(await world.count('SELECT COUNT(*) n FROM journal')).toBe(journaled)
      expect(world.service.count('check')).toBe(0)
    },
  )

  it('finds the link of an unanswered request by its own id', async () => {
    const world = new World()
    world.service.fault = (call) => (call === 'link' ? 'lost answer' : 'none')
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.confirmLink())

    await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-1' })

    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  async function serviceLinkId(): Promise<unknown> {
    return env.DB.prepare('SELECT service_link_id AS id FROM links').first('id')
  }

  it('does not replace the id that the service has named', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.confirmLink())

    await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-9' })

    expect(await serviceLinkId()).toBe('LINK-1')
    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  it.each(['', 'LINK 1', ' LINK-1', 'LINK-1\n', 'x'.repeat(256)])(
    'stores no malformed id: %j',
    async (linkReferenceId) => {
      const world = new World()
      world.service.fault = (call) => (call === 'link' ? 'lost answer' : 'none')
      await linkWallet(world.context, customer)
      const path = pathOf(world.service.confirmLink())

      await recordLinkCallback(world.context, { ...path, linkReferenceId })

      expect(await serviceLinkId()).toBeNull()
    },
  )

  it('does not link with the id of another customer’s link', async () => {
    const world = new World()
    await linkWallet(world.context, 'victim')
    world.service.confirmLink()
    world.service.fault = (call) => (call === 'link' ? 'lost answer' : 'none')
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.links[1]?.callbackUrl ?? '')

    await recordLinkCallback(world.context, { ...path, linkReferenceId: 'LINK-1' })

    expect((await findLink(world.context, customer))?.state).not.toBe('linked')
  })
})

describe('a callback about a request that has expired', () => {
  async function expired() {
    const world = new World()
    await linkWallet(world.context, customer)
    await world.live(20)
    expect((await findLink(world.context, customer))?.state).toBe('expired')
    return { world, path: pathOf(world.service.confirmLink()) }
  }

  it.each(['lost request', 'lost answer'] as const)(
    'links the wallet although the first query gets a %s',
    async (fault) => {
      const { world, path } = await expired()
      world.service.fault = () => fault
      expect(await recordLinkCallback(world.context, path)).toBe('recorded')
      world.service.fault = () => 'none'

      await world.live(5)

      expect((await findLink(world.context, customer))?.state).toBe('linked')
    },
  )

  it('links the wallet although it arrives in the pause after another query', async () => {
    const { world, path } = await expired()
    delete world.service.links[0]?.userToken
    await recordLinkCallback(world.context, path)
    world.advance({ seconds: 1 })
    world.service.confirmLink()
    expect(await recordLinkCallback(world.context, path)).toBe('recorded')

    await world.live(2)

    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  it('links the wallet although it arrives during the last query', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const lastAtMs = world.now() + 11 * 60_000
    let outcome: string | undefined
    world.service.during = async (call) => {
      if (call !== 'check' || world.now() < lastAtMs) return
      world.service.during = async () => {}
      outcome = await recordLinkCallback(world.context, pathOf(world.service.confirmLink()))
    }

    await world.live(20)

    expect(outcome).toBe('recorded')
    expect((await findLink(world.context, customer))?.state).toBe('linked')
  })

  it('is unlinked, with one alert, when the customer has linked another wallet meanwhile', async () => {
    const { world, path } = await expired()
    const [first] = world.service.links
    await world.link(customer)
    world.service.fault = () => 'lost request'
    await recordLinkCallback(world.context, path)
    world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
    await world.live(5)
    const before = await listAlerts(world.context)
    const stored = await env.DB.prepare('SELECT sealed_token FROM links WHERE id = ?')
      .bind(path.id)
      .first('sealed_token')
    const both = world.service.links.map(({ userToken }) => userToken !== undefined)
    world.service.fault = () => 'none'
    await world.live(60)

    expect(before.alerts).toMatchObject([{ kind: 'second_link', state: 'open', subject: path.id }])
    expect([stored === null, both]).toEqual([false, [true, true]])
    expect(first?.userToken).toBeUndefined()
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([{ state: 'closed', timesRaised: 1 }])
    const link = await findLink(world.context, customer)
    expect(link).toMatchObject({ state: 'linked' })
    expect(link?.id).not.toBe(path.id)
    expect(await linkWallet(world.context, customer)).toMatchObject({ outcome: 'linked' })
    expect(await unlinkWallet(world.context, customer)).toMatchObject({ outcome: 'unlinked' })
    expect(world.service.links.map(({ userToken }) => userToken)).toEqual([undefined, undefined])
  })

  it('takes the place of the earlier link where the service has ended that one', async () => {
    const { world, path } = await expired()
    await world.link(customer)
    world.service.links.splice(1)
    await recordLinkCallback(world.context, path)

    const link = await findLink(world.context, customer)
    expect(link).toMatchObject({ id: path.id, state: 'linked' })
    expect(await world.alertKinds()).toEqual([])
    const states = await env.DB.prepare('SELECT state FROM links ORDER BY created_at_ms').all()
    expect(states.results).toEqual([{ state: 'linked' }, { state: 'unlinked' }])
  })

  it.each([
    ['that the earlier link has, is the same link', 'TOKEN-SECRET-LINK-2', 'TOKEN-SECRET-LINK-2'],
    ['that the service names for the earlier link too, takes its place', 'NEW', 'NEW'],
  ])('with a token %s', async (_what, given, paying) => {
    const { world, path } = await expired()
    await world.link(customer)
    for (const one of world.service.links) one.userToken = given
    await recordLinkCallback(world.context, path)
    await world.live(5)

    expect(world.service.count('unlink')).toBe(0)
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
    await openOrder(world.context, { id: 'o-1', amountVnd: 1000, linkedCustomerId: customer })
    expect(await payWithLink(world.context, 'o-1')).toMatchObject({ outcome: 'paid' })
    expect(world.service.links.map(({ userToken }) => userToken)).toEqual([paying, paying])
    expect(await world.alertKinds()).toEqual([])
  })

  it('is unlinked too, when it comes while the customer unlinks the other wallet', async () => {
    const { world, path } = await expired()
    await world.link(customer)
    world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
    await unlinkWallet(world.context, customer)
    await recordLinkCallback(world.context, path)
    const before = await findLink(world.context, customer)
    world.service.fault = () => 'none'
    await world.live(30)

    expect(before).toMatchObject({ state: 'unlinking' })
    expect(world.service.links.map(({ userToken }) => userToken)).toEqual([undefined, undefined])
    expect(await linkWallet(world.context, customer)).toMatchObject({ outcome: 'requested' })
  })

  it('causes no query once its customer is erased', async () => {
    const { world, path } = await expired()
    world.service.fault = () => 'lost request'
    await recordLinkCallback(world.context, path)
    const action = { reason: 'asked by the customer', staffId: 'an' }
    const asked = world.service.count('check')
    const erasure = await erasePerson(world.context, { customerId: customer }, action)
    world.service.fault = () => 'none'
    await recordLinkCallback(world.context, path)
    await world.live(20)

    expect(erasure).toMatchObject({ outcome: 'erased' })
    expect(world.service.count('check')).toBe(asked)
    const { results } = await env.DB.prepare('SELECT state, next_call_at_ms FROM links').all()
    expect(results).toEqual([{ state: 'expired', next_call_at_ms: null }])
  })

  it('causes no further query once the service says that nobody has confirmed it', async () => {
    const { world, path } = await expired()
    delete world.service.links[0]?.userToken
    await recordLinkCallback(world.context, path)
    const asked = world.service.count('check')

    await world.live(60)

    expect(world.service.count('check')).toBe(asked)
    expect((await findLink(world.context, customer))?.state).toBe('expired')
    expect(
      await world.count('SELECT COUNT(*) n FROM links WHERE next_call_at_ms IS NOT NULL'),
    ).toBe(0)
  })
})

describe('unlinkWallet', () => {
  it.each([1, 2, 3, 4, 5])(
    'raises an alert about a wallet that cannot be unlinked, also when the process stops after batch %i',
    async (last) => {
      const world = new World()
      await world.link()
      world.service.answers.unlink = () => refusal(5000001, 'maybe')
      await unlinkWallet(world.context, 'customer-1')
      await env.DB.exec('UPDATE links SET calls = 39, next_call_at_ms = 1')
      const database = failingDatabase(env.DB, (batch) => (batch > last ? 'before' : 'none'))
      await settleLinks({ ...world.context, database }, 10).catch(() => {})

      await world.live(60, 10 * 60)

      expect(await world.alertKinds()).toContain('unlink_given_up')
    },
  )

  it('unlinks and deletes the token', async () => {
    const world = new World()
    await world.link()

    const outcome = await unlinkWallet(world.context, customer)

    expect(outcome).toMatchObject({ outcome: 'unlinked', link: { state: 'unlinked' } })
    expect(await world.count('SELECT COUNT(*) n FROM links WHERE sealed_token IS NOT NULL')).toBe(0)
    expect(world.service.links[0]?.userToken).toBeUndefined()
    expect((await linkWallet(world.context, customer)).outcome).toBe('requested')
  })

  it.each(['lost request', 'lost answer'] as const)(
    'disables payments after a %s, and retries until it is answered',
    async (fault) => {
      const world = new World()
      await world.link()
      world.service.fault = () => fault
      const outcome = await unlinkWallet(world.context, customer)
      world.service.fault = () => 'none'

      await world.live(1, 10)

      expect(outcome.outcome).toBe('unlinking')
      expect((await findLink(world.context, customer))?.state).toBe('unlinked')
    },
  )

  it('waits for the next call despite repeated requests', async () => {
    const world = new World()
    await world.link()
    world.service.fault = () => 'lost answer'
    await unlinkWallet(world.context, customer)
    await unlinkWallet(world.context, customer)

    expect(world.service.count('unlink')).toBe(1)
  })

  it('raises an alert when the service keeps refusing', async () => {
    const world = new World()
    await world.link()
    world.service.answers.unlink = () => refusal(4010001, 'no')
    await unlinkWallet(world.context, customer)

    await world.live(10)

    expect(await world.alertKinds()).toContain('unlink_unanswered')
    expect((await findLink(world.context, customer))?.state).toBe('unlinking')
  })

  it('restarts calls that were given up when the customer unlinks again', async () => {
    const world = new World()
    await world.link()
    world.service.answers.unlink = () => refusal(4010001, 'no')
    await unlinkWallet(world.context, customer)
    await env.DB.prepare('UPDATE links SET calls = 40, next_call_at_ms = NULL').run()
    delete world.service.answers.unlink

    expect(await unlinkWallet(world.context, customer)).toMatchObject({ outcome: 'unlinked' })
  })

  it('has nothing to do for a customer without a wallet', async () => {
    const world = new World()
    await linkWallet(world.context, 'pending')

    expect(await unlinkWallet(world.context, 'nobody')).toEqual({ outcome: 'not_linked' })
    expect(await unlinkWallet(world.context, 'pending')).toEqual({ outcome: 'not_linked' })
    expect(await sweep(world.context)).toMatchObject({ linksSettled: 0 })
  })
})

const changed = { linkSecret: 'another secret of the tests' }

async function journalOf(kind: string): Promise<unknown> {
  const line = await env.DB.prepare('SELECT known, facts FROM journal WHERE kind = ?')
    .bind(kind)
    .first<{ known: string; facts: string }>()
  return line === null ? null : { known: line.known, ...JSON.parse(line.facts) }
}

describe('a link whose token no secret decrypts', () => {
  const firsts: readonly [
    string,
    (context: OrdersContext) => Promise<unknown>,
    Record<string, unknown>,
  ][] = [
    ['is shown', (context) => findLink(context, customer), { state: 'unlinked' }],
    ['is unlinked', (context) => unlinkWallet(context, customer), { outcome: 'not_linked' }],
    ['is linked again', (context) => linkWallet(context, customer), { outcome: 'requested' }],
  ]
  it.each(firsts)('ends when it first %s', async (_what, first, answer) => {
    const world = new World()
    await world.link()
    const context = { ...world.context, ...changed }

    expect(await first(context)).toMatchObject(answer)
    expect((await linkWallet(context, customer)).outcome).toBe('requested')
    expect(await unlinkWallet(context, customer)).toEqual({ outcome: 'not_linked' })
    expect(await world.alertKinds()).toEqual(['link_token_unreadable'])
    expect(await journalOf('link.ended')).toMatchObject({
      known: 'own record',
      why: 'token_unreadable',
    })
    world.service.confirmLink()
    world.advance({ seconds: 4 })
    expect(await findLink(context, customer)).toMatchObject({ state: 'linked' })
  })

  it('does not block a new link while it is being unlinked', async () => {
    const world = new World()
    await world.link()
    world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
    await unlinkWallet(world.context, customer)

    expect((await linkWallet(world.context, customer)).outcome).toBe('busy')
    expect((await linkWallet({ ...world.context, ...changed }, customer)).outcome).toBe('requested')
  })

  it('stays while no secret is configured', async () => {
    const world = new World()
    await world.link()
    const { linkSecret: _secret, ...context } = world.context

    expect(await findLink(context, customer)).toMatchObject({ state: 'linked' })
    expect(await unlinkWallet(context, customer)).toMatchObject({ outcome: 'unlinking' })
    expect(await world.alertKinds()).toEqual([])
    world.advance({ minutes: 10 })
    expect(await unlinkWallet(world.context, customer)).toMatchObject({ outcome: 'unlinked' })
  })
})

describe('a changed secret', () => {
  it('reseals a token when it is used, so that the previous secret can be removed', async () => {
    const world = new World()
    await world.link()
    const both = {
      ...world.context,
      ...changed,
      linkSecretPrevious: world.context.linkSecret,
    }

    expect(await findLink(both, customer)).toMatchObject({ state: 'linked' })
    expect(await unlinkWallet({ ...world.context, ...changed }, customer)).toMatchObject({
      outcome: 'unlinked',
    })
  })

  it('reseals unused tokens', async () => {
    const world = new World()
    await world.link()
    await world.link('customer-2')
    world.advance({ minutes: 1 })

    await sweep({ ...world.context, ...changed, linkSecretPrevious: world.context.linkSecret })

    for (const id of [customer, 'customer-2']) {
      expect(await findLink({ ...world.context, ...changed }, id)).toMatchObject({
        state: 'linked',
      })
    }
  })

  it('reseals the token of a wallet that was just linked', async () => {
    const world = new World()
    await world.link()

    await sweep({ ...world.context, ...changed, linkSecretPrevious: world.context.linkSecret })

    expect(await findLink({ ...world.context, ...changed }, customer)).toMatchObject({
      state: 'linked',
    })
  })

  it('ends no link automatically, because a wrong secret can be corrected', async () => {
    const world = new World()
    await world.link()
    world.advance({ minutes: 1 })

    await sweep({ ...world.context, ...changed, linkSecretPrevious: 'a wrong secret of the tests' })

    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
    expect(await world.alertKinds()).toEqual([])
  })

  it('accepts the callback of a link that was requested under the previous secret', async () => {
    const world = new World()
    await linkWallet(world.context, customer)
    const path = pathOf(world.service.confirmLink())
    const callbackSecret = 'another callback secret of the tests'
    const context = { ...world.context, callbackSecret }
    const both = { ...context, callbackSecretPrevious: world.context.callbackSecret }

    expect(await recordLinkCallback(context, path)).toBe('refused')
    expect(await recordLinkCallback(both, path)).toBe('recorded')
    expect(await findLink(both, customer)).toMatchObject({ state: 'linked' })
  })
})
