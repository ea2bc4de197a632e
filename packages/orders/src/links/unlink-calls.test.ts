import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { interruptedDatabase } from '../../test/interrupted-database.ts'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  listServiceCalls,
  openOrder,
  payWithLink,
  unlinkWallet,
} from '../index.ts'
import { endLink } from './end-link.ts'
import { readActiveLink } from './read-link.ts'
import { settleLinks } from './settle-links.ts'

const customer = 'customer-1'

async function row(): Promise<Record<string, unknown> | null> {
  return env.DB.prepare('SELECT * FROM links').first()
}

/** A wallet whose unlinking has met silence once. */
async function unlinking(world = new World({ context: { random: () => 0.5 } })): Promise<World> {
  await world.link()
  world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
  await unlinkWallet(world.context, customer)
  return world
}

/**
 * As if so many calls had been made, of which the last has met the fault or the answer.
 *
 * @returns the number of links that are unlinked by it
 */
async function afterCalls(world: World, calls: number): Promise<number> {
  await env.DB.prepare('UPDATE links SET calls = ?, next_call_at_ms = 1')
    .bind(calls - 1)
    .run()
  return settleLinks(world.context, 10)
}

describe('the call that unlinks a wallet', () => {
  it('is made once, although the customer and the sweep want it at the same time', async () => {
    const world = new World()
    await world.link()
    const { reached, release } = world.service.holdNextCall('unlink')
    const first = unlinkWallet(world.context, customer)
    await reached
    world.advance({ seconds: 59.999 })
    const again = await unlinkWallet(world.context, customer)
    const swept = await settleLinks(world.context, 10)
    release()

    expect([again.outcome, swept]).toEqual(['unlinking', 0])
    expect(await first).toMatchObject({ outcome: 'unlinked' })
    expect(world.service.count('unlink')).toBe(1)
  })

  it('is repeated when its process has died, a minute after it', async () => {
    const world = new World()
    await world.link()
    const { reached, release } = world.service.holdNextCall('unlink')
    const first = unlinkWallet(world.context, customer)
    await reached
    world.advance({ minutes: 1 })
    const swept = await settleLinks(world.context, 10)
    const ended = await row()
    world.advance({ seconds: 1 })
    release()
    await first

    expect(swept).toBe(1)
    expect(world.service.count('unlink')).toBe(2)
    // The late answer says that there is no such token any more.
    expect(await row()).toEqual(ended)
  })

  it('is stored with its answer', async () => {
    const world = await unlinking()
    world.service.fault = () => 'none'
    world.service.answers.unlink = () => refusal(4010001, 'no')
    world.advance({ seconds: 1 })
    await afterCalls(world, 2)
    world.advance({ seconds: 1 })
    delete world.service.answers.unlink
    await afterCalls(world, 3)

    const id = String((await row())?.['id'])
    const calls = await listServiceCalls(world.context, 'link', id)
    const unlinked = calls.filter(({ endpoint }) => endpoint === 'unlinkWallet')
    expect(unlinked.map(({ reference, outcome, code }) => [reference, outcome, code])).toEqual([
      [id, 'unknown', undefined],
      [id, 'refused', 4010001],
      [id, 'accepted', 200],
    ])
  })

  it('is made for each of two wallets that are due', async () => {
    const world = new World()
    for (const id of [customer, 'customer-2']) await world.link(id)
    world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
    for (const id of [customer, 'customer-2']) await unlinkWallet(world.context, id)
    world.service.fault = () => 'none'
    await env.DB.exec('UPDATE links SET next_call_at_ms = 1')

    expect(await settleLinks(world.context, 10)).toBe(2)

    const unlinked = "SELECT COUNT(*) n FROM links WHERE state = 'unlinked'"
    expect(await world.count(unlinked)).toBe(2)
    expect(world.service.count('unlink')).toBe(2)
  })

  it('is not made by a sweep that has read the link before another one unlinked it', async () => {
    const world = await unlinking()
    world.service.fault = () => 'none'
    await env.DB.exec('UPDATE links SET next_call_at_ms = 1')
    let settled: unknown
    const database = interruptedDatabase(env.DB, async () => {
      settled = await settleLinks(world.context, 10)
    })

    expect(await settleLinks({ ...world.context, database }, 10)).toBe(0)
    expect(settled).toBe(1)
    expect(world.service.count('unlink')).toBe(1)
  })

  it('is repeated after a pause that grows from five seconds to an hour', async () => {
    const world = await unlinking()
    const pauseOf = async () => (Number((await row())?.['next_call_at_ms']) - world.now()) / 1000
    const first = await pauseOf()
    const settled = await afterCalls(world, 3)
    const third = await pauseOf()
    await afterCalls(world, 39)

    expect([first, third, await pauseOf()]).toEqual([5, 20, 3600])
    expect(settled).toBe(0)
  })

  it('is not made by an answer that comes after the next call has begun', async () => {
    const world = await unlinking()
    await env.DB.exec('UPDATE links SET next_call_at_ms = 1')
    const { reached, release } = world.service.holdNextCall('unlink')
    const late = settleLinks(world.context, 10)
    await reached
    await env.DB.exec('UPDATE links SET calls = 9, next_call_at_ms = 4711')
    release()
    await late

    expect(await row()).toMatchObject({ calls: 9, next_call_at_ms: 4711 })
  })

  it.each([
    [4, []],
    [5, ['unlink_unanswered']],
    [39, ['unlink_unanswered']],
    [40, ['unlink_given_up']],
  ])('raises after %i calls the alerts %j', async (calls, kinds) => {
    const world = await unlinking()

    await afterCalls(world, calls)

    expect(await world.alertKinds()).toEqual(kinds)
    expect((await row())?.['next_call_at_ms'] === null).toBe(calls === 40)
  })

  it.each([
    ['silence', undefined, 'unknown', 'unlink_given_up'],
    ['a refusal', refusal(4030001, 'no'), '4030001 reason_4030001', 'unlink_given_up'],
    ['a refused key', refusal(4010001, 'no'), '4010001 reason_4010001', 'unlink_unanswered'],
  ] as const)('tells the alert about %s, and the link at the service', async (...the) => {
    const [, answer, why, kind] = the
    const world = await unlinking()
    if (answer !== undefined) {
      world.service.answers.unlink = () => answer
      world.service.fault = () => 'none'
    }

    await afterCalls(world, 40)

    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      { kind, at: world.now() / 1000, facts: { service_link_id: 'LINK-1', why } },
    ])
    expect(alerts[0]?.subject).toBe((await row())?.['id'])
  })

  it('waits for the secret without giving up', async () => {
    const world = await unlinking()
    const { linkSecret: _secret, ...context } = world.context
    await env.DB.exec('UPDATE links SET calls = 49, next_call_at_ms = 1')

    expect(await settleLinks(context, 10)).toBe(0)

    expect(await row()).toMatchObject({
      state: 'unlinking',
      next_call_at_ms: world.now() + 3_600_000,
    })
    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { kind: 'unlink_unanswered', facts: { why: 'LINK_SECRET is not set' } },
    ])
  })

  it('counts from one again when the customer unlinks after the calls were given up', async () => {
    const world = await unlinking()
    await afterCalls(world, 40)

    await unlinkWallet(world.context, customer)

    expect(await row()).toMatchObject({ calls: 1, next_call_at_ms: world.now() + 5000 })
  })

  it('is not begun anew for a wallet that was unlinked meanwhile', async () => {
    const world = await unlinking()
    world.service.fault = () => 'none'
    let ended: unknown
    const database = interruptedDatabase(env.DB, async () => {
      await afterCalls(world, 2)
      ended = await row()
    })

    const outcome = await unlinkWallet({ ...world.context, database }, customer)

    expect(outcome).toMatchObject({ outcome: 'unlinked' })
    expect(ended).toMatchObject({ state: 'unlinked', next_call_at_ms: null })
    expect(await row()).toEqual(ended)
  })

  it('is not repeated for a link that has ended meanwhile', async () => {
    const world = await unlinking()
    await env.DB.exec('UPDATE links SET next_call_at_ms = 1')
    const { reached, release } = world.service.holdNextCall('unlink')
    const late = settleLinks(world.context, 10)
    await reached
    const link = await readActiveLink(world.context, customer)
    assert(link !== undefined, 'There is no link.')
    await endLink(world.context, link, { why: 'unknown_to_service', code: 4040001 })
    const ended = await row()
    release()
    await late

    expect(ended).toMatchObject({ state: 'unlinked', next_call_at_ms: null })
    expect(await row()).toEqual(ended)
  })

  it('ends a link whose token nothing opens, and counts as unlinked', async () => {
    const world = await unlinking()
    await env.DB.exec('UPDATE links SET next_call_at_ms = 1')
    const linkSecret = 'another secret of the tests'

    expect(await settleLinks({ ...world.context, linkSecret }, 10)).toBe(1)

    expect(await row()).toMatchObject({ state: 'unlinked', sealed_token: null })
    expect(await world.alertKinds()).toEqual(['link_token_unreadable'])
  })
})

describe('unlinkWallet', () => {
  it('is continued by the sweep when its process dies before it calls the service', async () => {
    const world = new World()
    await world.link()
    const database = failingDatabase(env.DB, (batch) => (batch > 1 ? 'before' : 'none'))
    await unlinkWallet({ ...world.context, database }, customer).catch(() => {})
    const begun = await row()

    expect(begun).toMatchObject({ state: 'unlinking', calls: 0, next_call_at_ms: world.now() })
    expect(await settleLinks(world.context, 10)).toBe(1)
    expect(await row()).toMatchObject({ state: 'unlinked' })
  })

  it.each([
    ['none', 'unlinked'],
    ['lost request', 'unlinking'],
  ] as const)(
    'says what another request has done meanwhile, whose call met the fault %s: %s',
    async (fault, state) => {
      const world = new World()
      await world.link()
      world.service.fault = (call) => (call === 'unlink' ? fault : 'none')
      let before: unknown
      const database = interruptedDatabase(env.DB, async () => {
        await unlinkWallet(world.context, customer)
        before = await row()
      })

      const outcome = await unlinkWallet({ ...world.context, database }, customer)

      expect(outcome).toMatchObject({ outcome: state, link: { state } })
      expect(await row()).toEqual(before)
    },
  )

  it('does not wait for a payment that has ended', async () => {
    const world = new World()
    await world.openLinked({ amountVnd: 1000 })
    await payWithLink(world.context, 'order-1')

    expect(await unlinkWallet(world.context, customer)).toMatchObject({ outcome: 'unlinked' })
  })

  it('does not unlink while a payment is being made, is waiting for its code or is confirmed', async () => {
    const world = new World()
    await world.openLinked({ amountVnd: 1000 })
    world.service.needsOtp = true
    await payWithLink(world.context, 'order-1')
    const before = await row()
    const outcomes: unknown[] = []
    for (const state of ['paying', 'awaiting_otp', 'confirming']) {
      await env.DB.prepare('UPDATE attempts SET state = ?').bind(state).run()
      const { outcome } = await unlinkWallet(world.context, customer)
      outcomes.push(outcome)
    }

    expect(outcomes).toEqual(['in_use', 'in_use', 'in_use'])
    expect(await row()).toEqual(before)
    expect(world.service.count('unlink')).toBe(0)
  })

  it('refuses the id of a customer that none can have', async () => {
    await expect(unlinkWallet(new World().context, 'a b')).rejects.toThrow(
      "The customer's id must be",
    )
  })

  it('disables the wallet at once, so that it cannot pay while nobody has answered', async () => {
    const world = await unlinking()
    await openOrder(world.context, { id: 'order-1', amountVnd: 1000, linkedCustomerId: customer })

    const outcome = await payWithLink(world.context, 'order-1')

    expect(outcome.outcome).not.toBe('paid')
    expect(world.service.payments).toEqual([])
    expect(await linkWallet(world.context, customer)).toEqual({ outcome: 'busy' })
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'unlinking' })
  })
})
