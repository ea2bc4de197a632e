import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { assert, describe, expect, it } from 'vitest'
import { interruptedDatabase } from '../../test/interrupted-database.ts'
import { toMinuteOfOldest } from '../../test/oldest-first.ts'
import { World } from '../../test/world.ts'
import { listAlerts, type OrdersContext, sweep } from '../index.ts'
import { openDatabase } from '../database/open-database.ts'
import { endLink } from './end-link.ts'
import { openLinkToken, withReadableToken } from './link-token.ts'
import { readActiveLink, type LinkRow } from './read-link.ts'
import { linksAreDue, settleLinks } from './settle-links.ts'

const customer = 'customer-1'
const other = 'customer-2'
const dayMs = 24 * 60 * 60_000
const token = 'TOKEN-SECRET-LINK-1'
const newSecret = { linkSecret: 'another secret of the tests' }

/** A context in which the secret has changed, and the previous one is still known. */
function withBoth(context: OrdersContext): OrdersContext {
  const { linkSecret } = context
  return {
    ...context,
    ...newSecret,
    ...(linkSecret !== undefined && { linkSecretPrevious: linkSecret }),
  }
}

async function linkOf(world: World, customerId = customer): Promise<LinkRow> {
  const link = await readActiveLink(world.context, customerId)
  assert(link !== undefined, 'There is no link.')
  return link
}

async function linked(): Promise<{ readonly world: World; readonly link: LinkRow }> {
  const world = new World()
  await world.link()
  world.advance({ minutes: 1 })
  return { world, link: await linkOf(world) }
}

describe('the token of a link', () => {
  it('is opened with the current secret, and stays sealed as it is', async () => {
    const { world, link } = await linked()

    expect(await openLinkToken(world.context, link)).toEqual({ outcome: 'open', userToken: token })
    expect(await linkOf(world)).toEqual(link)
  })

  it('is opened with the previous secret, and sealed anew', async () => {
    const { world, link } = await linked()

    const opened = await openLinkToken(withBoth(world.context), link)
    const after = await linkOf(world)

    expect(opened).toEqual({ outcome: 'open', userToken: token })
    expect(after).toEqual({ ...link, sealedToken: expect.stringMatching(/^v2-/) })
    expect(after.sealedToken).not.toBe(link.sealedToken)
    const context = { ...world.context, ...newSecret }
    expect(await openLinkToken(context, after)).toEqual({ outcome: 'open', userToken: token })
  })

  it('is read again when another request has sealed it anew meanwhile', async () => {
    const { world, link } = await linked()
    await openLinkToken(withBoth(world.context), link)

    const opened = await openLinkToken({ ...world.context, ...newSecret }, link)

    expect(opened).toEqual({ outcome: 'open', userToken: token })
    expect(await linkOf(world)).toMatchObject({ state: 'linked' })
    expect(await world.alertKinds()).toEqual([])
  })

  it('is not sealed anew into a link that has ended meanwhile', async () => {
    const { world, link } = await linked()
    const read = () => env.DB.prepare('SELECT * FROM links').first()
    let ended: unknown
    const database = interruptedDatabase(env.DB, async () => {
      await endLink(world.context, link, { why: 'unknown_to_service', code: 4040001 })
      ended = await read()
    })

    const opened = await openLinkToken({ ...withBoth(world.context), database }, link)

    expect(opened).toEqual({ outcome: 'open', userToken: token })
    expect(ended).toMatchObject({ state: 'unlinked', sealed_token: null })
    expect(await read()).toEqual(ended)
  })

  it('is not opened after another request has ended the link meanwhile', async () => {
    const { world, link } = await linked()
    await endLink(world.context, link, { why: 'unknown_to_service', code: 4040001 })

    expect(await openLinkToken({ ...world.context, ...newSecret }, link)).toEqual({
      outcome: 'ended',
    })
    expect(await world.alertKinds()).toEqual([])
  })

  it('that nothing opens ends the link, with an alert that names it at the service', async () => {
    const { world, link } = await linked()

    expect(await openLinkToken({ ...world.context, ...newSecret }, link)).toEqual({
      outcome: 'ended',
    })

    const row = await env.DB.prepare('SELECT * FROM links').first()
    expect(row).toMatchObject({
      state: 'unlinked',
      sealed_token: null,
      next_call_at_ms: null,
    })
    expect(row).toMatchObject({ updated_at_ms: world.now() })
    const { alerts } = await listAlerts(world.context, { kind: 'link_token_unreadable' })
    expect(alerts).toMatchObject([
      { subject: link.id, at: world.now() / 1000, facts: { service_link_id: 'LINK-1' } },
    ])
    const line = "SELECT at_ms, order_id, known, facts FROM journal WHERE kind = 'link.ended'"
    expect(await env.DB.prepare(line).first()).toEqual({
      at_ms: world.now(),
      order_id: null,
      known: 'own record',
      facts: JSON.stringify({ link_id: link.id, why: 'token_unreadable' }),
    })
  })

  it('is not deleted by an end that has read an older one', async () => {
    const { world, link } = await linked()
    await openLinkToken(withBoth(world.context), link)
    const before = await linkOf(world)

    await endLink(world.context, link, { why: 'token_unreadable' })

    expect(await linkOf(world)).toEqual(before)
    expect(await world.alertKinds()).toEqual([])
  })

  it('is not missed in a link that has none, or while no secret is set', async () => {
    const { world, link } = await linked()
    const { linkSecret: _secret, ...context } = world.context
    const without = { ...link, sealedToken: null }

    expect(await withReadableToken(context, without)).toBe(without)
    expect(await withReadableToken(context, link)).toBe(link)
    expect(await openLinkToken(context, link)).toEqual({ outcome: 'not_configured' })
  })
})

describe('a sweep while the secret has a previous value', () => {
  it('seals anew only what the current secret has not sealed', async () => {
    const world = new World()
    for (const id of [customer, other]) await world.link(id)
    world.advance({ minutes: 1 })
    await openLinkToken(withBoth(world.context), await linkOf(world))
    const [own, others] = [await linkOf(world), await linkOf(world, other)]

    await sweep(withBoth(world.context))

    expect(await linkOf(world)).toEqual(own)
    const after = await linkOf(world, other)
    expect(after).toEqual({ ...others, sealedToken: after.sealedToken })
    expect(after.sealedToken).not.toBe(others.sealedToken)
  })

  it('seals nothing without a previous secret, or without a current one', async () => {
    const { world, link } = await linked()
    const { linkSecret: _secret, ...context } = world.context

    await settleLinks({ ...context, ...newSecret }, 10)
    await settleLinks({ ...context, linkSecretPrevious: 'a previous secret of the tests' }, 10)

    expect(await linkOf(world)).toEqual(link)
  })

  it('tries a token that it cannot open again after a day, and others before it', async () => {
    const world = new World()
    await world.link()
    await world.link(other)
    world.advance({ minutes: 1 })
    await env.DB.prepare(
      `UPDATE links SET lease_until_ms = 1,
         sealed_token = (SELECT sealed_token FROM links WHERE customer_id = ?) WHERE customer_id = ?`,
    )
      .bind(other, customer)
      .run()
    const [wrong, others] = [await linkOf(world), await linkOf(world, other)]
    toMinuteOfOldest(world)

    await settleLinks(withBoth(world.context), 1)
    const first = [await linkOf(world), await linkOf(world, other)]
    await settleLinks(withBoth(world.context), 1)

    expect(first).toEqual([{ ...wrong, leaseUntilMs: world.now() + dayMs }, others])
    expect((await linkOf(world)).leaseUntilMs).toBe(world.now() + dayMs)
    expect((await linkOf(world, other)).sealedToken).not.toBe(others.sealedToken)
    expect(await world.alertKinds()).toEqual([])
  })

  it('leaves a token alone while a query about its link is under way', async () => {
    const { world, link } = await linked()
    const lease = (ms: number) =>
      env.DB.prepare('UPDATE links SET lease_until_ms = ?')
        .bind(world.now() + ms)
        .run()
    await lease(1)
    await settleLinks(withBoth(world.context), 10)
    const during = (await linkOf(world)).sealedToken
    await lease(0)
    await settleLinks(withBoth(world.context), 10)

    expect(during).toBe(link.sealedToken)
    expect((await linkOf(world)).sealedToken).not.toBe(link.sealedToken)
  })

  it('leaves a link alone that has ended since it was read', async () => {
    const { world, link } = await linked()
    let ended: unknown
    const read = () => env.DB.prepare('SELECT * FROM links').first()
    const database = interruptedDatabase(env.DB, async () => {
      await endLink(world.context, link, { why: 'unknown_to_service', code: 4040001 })
      ended = await read()
    })
    const secrets = { ...newSecret, linkSecretPrevious: 'a wrong secret of the tests' }

    await settleLinks({ ...world.context, ...secrets, database }, 10)

    expect(ended).toMatchObject({ state: 'unlinked' })
    expect(await read()).toEqual(ended)
  })

  it('is due even if no call is', async () => {
    const { world } = await linked()
    const isDue = async (context: OrdersContext) =>
      openDatabase(context).all<{ due: number }>(sql`SELECT ${linksAreDue(context)} AS due`)

    expect(await isDue(world.context)).toEqual([{ due: 0 }])
    expect(await isDue(withBoth(world.context))).toEqual([{ due: 1 }])
  })
})
