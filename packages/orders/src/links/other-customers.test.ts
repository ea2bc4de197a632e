import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  openOrder,
  payWithLink,
  recordLinkCallback,
  sweep,
  unlinkWallet,
} from '../index.ts'

const own = 'customer-1'
const other = 'customer-2'
const customers = [own, other]

async function rowsOf(customerId: string): Promise<{ readonly state: string }[]> {
  const query = 'SELECT * FROM links WHERE customer_id = ? ORDER BY created_at_ms'
  return (await env.DB.prepare(query).bind(customerId).all<{ state: string }>()).results
}

/** Whether the links of the other customer, with all columns, are the same before and after `act`. */
async function expectOtherUntouched(act: () => Promise<unknown>): Promise<void> {
  const before = await rowsOf(other)
  expect(before.length).toBeGreaterThan(0)
  await act()
  expect(await rowsOf(other)).toEqual(before)
}

async function bothLinked(): Promise<World> {
  const world = new World()
  for (const customer of customers) await world.link(customer)
  return world
}

/** A world in which the call for both customers has met silence. */
async function bothUnlinking(): Promise<World> {
  const world = await bothLinked()
  world.service.fault = () => 'lost request'
  for (const customer of customers) await unlinkWallet(world.context, customer)
  world.service.fault = () => 'none'
  return world
}

describe('the link of one customer does not change that of another in the same state', () => {
  it.each([
    ['is requested', undefined, 'requested'],
    ['is refused', refusal(4030001, 'no'), 'expired'],
  ] as const)('while both are requested and it %s', async (_what, refused, state) => {
    const world = new World()
    const { reached, release } = world.service.holdNextCall()
    const started = linkWallet(world.context, other)
    await reached

    await expectOtherUntouched(async () => {
      if (refused !== undefined) world.service.answers.link = () => refused
      await linkWallet(world.context, own)
      delete world.service.answers.link
    })
    release()

    expect(await started).toMatchObject({ outcome: 'requested', link: { customerId: other } })
    expect((await findLink(world.context, own))?.state).toBe(state)
  })

  it('when the customer confirms one of two that are pending', async () => {
    const world = new World()
    for (const customer of [other, own]) await linkWallet(world.context, customer)
    world.service.confirmLink()

    await expectOtherUntouched(() => findLink(world.context, own))

    expect((await findLink(world.context, own))?.state).toBe('linked')
  })

  it('when only its request has expired', async () => {
    const world = new World()
    await linkWallet(world.context, own)
    world.advance({ minutes: 8 })
    await linkWallet(world.context, other)
    await world.live(4)

    expect((await findLink(world.context, own))?.state).toBe('expired')
    expect((await findLink(world.context, other))?.state).toBe('requested')
  })

  it('when it is unlinked', async () => {
    const world = await bothLinked()

    await expectOtherUntouched(() => unlinkWallet(world.context, own))

    expect((await findLink(world.context, own))?.state).toBe('unlinked')
    expect(world.service.links.map(({ userToken }) => userToken)).toEqual([
      undefined,
      'TOKEN-SECRET-LINK-2',
    ])
  })

  it.each([
    ['answered', 'none', 'unlinked'],
    ['left unanswered again', 'lost request', 'unlinking'],
  ] as const)('when both are being unlinked and its call is %s', async (_what, fault, state) => {
    const world = await bothUnlinking()
    await env.DB.prepare('UPDATE links SET next_call_at_ms = 1 WHERE customer_id = ?')
      .bind(own)
      .run()
    world.service.fault = () => fault

    await expectOtherUntouched(() => unlinkWallet(world.context, own))

    expect((await rowsOf(own)).at(0)).toMatchObject({ state })
    expect(world.service.count('unlink')).toBe(fault === 'none' ? 1 : 0)
  })

  it('when the customer unlinks again after the calls for both were given up', async () => {
    const world = await bothUnlinking()
    await env.DB.prepare('UPDATE links SET calls = 40, next_call_at_ms = NULL').run()

    await expectOtherUntouched(() => unlinkWallet(world.context, own))

    expect((await rowsOf(own)).at(0)).toMatchObject({ state: 'unlinked' })
  })

  it('when its token is resealed under a new secret, or cannot be decrypted', async () => {
    const world = await bothLinked()
    const linkSecret = 'another secret of the tests'
    const both = { ...world.context, linkSecret, linkSecretPrevious: world.context.linkSecret }

    await expectOtherUntouched(() => findLink(both, own))
    const lost = { ...world.context, linkSecret: 'a third secret of the tests' }
    await expectOtherUntouched(() => findLink(lost, own))

    expect(await findLink(world.context, own)).toMatchObject({ state: 'unlinked' })
    expect(await findLink(world.context, other)).toMatchObject({ state: 'linked' })
  })

  it('when a callback names its link, and no answer has named either', async () => {
    const world = new World()
    world.service.fault = (call) => (call === 'link' ? 'lost answer' : 'none')
    for (const customer of [other, own]) await linkWallet(world.context, customer)
    const [, , id = '', token = ''] = new URL(world.service.confirmLink()).pathname.split('/')

    await expectOtherUntouched(() =>
      recordLinkCallback(world.context, { id, token, linkReferenceId: 'LINK-2' }),
    )

    expect((await findLink(world.context, own))?.state).toBe('linked')
  })
})

it('a wallet can be unlinked while that of another customer pays, but not while it pays itself', async () => {
  const world = await bothLinked()
  world.service.needsOtp = true
  await openOrder(world.context, { id: 'order-1', amountVnd: 1000, linkedCustomerId: other })
  await payWithLink(world.context, 'order-1')

  expect(await unlinkWallet(world.context, other)).toMatchObject({ outcome: 'in_use' })
  expect(await unlinkWallet(world.context, own)).toMatchObject({ outcome: 'unlinked' })
  world.advance({ minutes: 16 })
  await sweep(world.context)
  expect(await unlinkWallet(world.context, other)).toMatchObject({ outcome: 'unlinked' })
})

it('a customer who confirms an old request late has one link, and the newer request ends', async () => {
  const world = new World()
  await linkWallet(world.context, own)
  world.advance({ hours: 1 })
  await sweep(world.context)
  await linkWallet(world.context, own)
  await linkWallet(world.context, other)
  const [late] = world.service.links
  assert(late !== undefined, 'No link was asked for.')
  late.userToken = 'TOKEN-SECRET-LATE'
  world.advance({ seconds: 4 })
  const [, , id = '', token = ''] = new URL(late.callbackUrl).pathname.split('/')

  await expectOtherUntouched(() => recordLinkCallback(world.context, { id, token }))

  expect((await rowsOf(own)).map(({ state }) => state)).toEqual(['linked', 'expired'])
  expect(await world.alertKinds()).toEqual([])
  expect(await linkWallet(world.context, own)).toMatchObject({ outcome: 'linked', link: { id } })
})
