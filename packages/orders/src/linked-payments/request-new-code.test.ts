import { describe, expect, it } from 'vitest'
import { statesOf } from '../../test/linked-orders.ts'
import { refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import type { NewOrder } from '../api.ts'
import { confirmOtp, openOrder, payWithLink, requestNewCode, sweep } from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'

const id = 'order-1'

/** A world in which a payment with 30 points waits for a code of the given age. */
async function awaiting(
  seconds: number,
  { order = {}, points }: { readonly order?: Partial<NewOrder>; readonly points?: number } = {},
): Promise<World> {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked(order)
  await payWithLink(world.context, id, points)
  world.advance({ seconds })
  return world
}

describe('requestNewCode', () => {
  it('ends the payment that waits for a code, and begins another one with the same points', async () => {
    const world = await awaiting(60, { points: 30 })

    const outcome = await requestNewCode(world.context, id)

    expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 3, points: 30 })
    const { attempts, journal } = await world.order(id)
    expect(attempts.map(({ state, points }) => [state, points])).toEqual([
      ['expired', 30],
      ['awaiting_otp', 30],
    ])
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(2)
    expect(journal.find(({ kind }) => kind === 'payment.otp_abandoned')?.data).toMatchObject({
      reference: attempts[0]?.reference,
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('debits once: only the new payment can be confirmed', async () => {
    const world = await awaiting(60)
    await requestNewCode(world.context, id)

    const paid = await confirmOtp(world.context, id, rightOtp)
    await sweep(world.context)

    expect(paid).toMatchObject({
      outcome: 'paid',
      order: { payment: { transactionId: 'LT000002' } },
    })
    expect(world.service.payments.map(({ status }) => status)).toEqual(['PROCESSING', 'SUCCESS'])
    expect(await world.alertKinds()).toEqual([])
  })

  it('keeps a payment whose code is less than a minute old', async () => {
    const world = await awaiting(59)

    const outcomes = await Promise.all([1, 2, 3].map(() => requestNewCode(world.context, id)))

    for (const outcome of outcomes) expect(outcome).toMatchObject({ outcome: 'otp_needed' })
    expect(world.service.count('pay')).toBe(1)
  })

  it('counts the minute in whole seconds, as the checkout does before it asks', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked()
    world.advance({ seconds: (999 - (world.now() % 1000)) / 1000 })
    await payWithLink(world.context, id)
    world.advance({ seconds: 59.001 })

    await requestNewCode(world.context, id)

    expect(world.service.count('pay')).toBe(2)
  })

  it('begins one payment for requests at the same moment', async () => {
    const world = await awaiting(60)

    await Promise.all([1, 2, 3, 4].map(() => requestNewCode(world.context, id)))

    expect(world.service.count('pay')).toBe(2)
    const { attempts } = await world.order(id)
    expect(attempts.map(({ state }) => state)).toEqual(['expired', 'awaiting_otp'])
  })

  it.each([
    ['is being checked', 'none', 'paid'],
    ['got no answer', 'lost answer', 'unsettled'],
  ] as const)('does nothing to a payment whose code %s', async (_what, fault, after) => {
    const world = await awaiting(60)
    let meanwhile
    world.service.during = async (call) => {
      if (call === 'confirm') meanwhile = await requestNewCode(world.context, id)
    }
    world.service.fault = () => fault
    const confirmed = await confirmOtp(world.context, id, rightOtp)
    world.service.during = async () => {}
    world.service.fault = () => 'none'
    const then = await requestNewCode(world.context, id)

    expect(meanwhile).toMatchObject({ outcome: 'busy' })
    expect(confirmed.outcome).toBe(after)
    expect(then.outcome).toBe(after)
    expect(world.service.count('pay')).toBe(1)
  })

  it('begins one with the same points after the time of the code', async () => {
    const world = await awaiting(20 * 60, { order: { expiresInMinutes: 60 }, points: 30 })

    const before = await requestNewCode(world.context, id)
    world.advance({ minutes: 20 })
    await sweep(world.context)
    const after = await requestNewCode(world.context, id)

    expect([before, after]).toMatchObject([
      { outcome: 'otp_needed', points: 30 },
      { outcome: 'otp_needed', points: 30 },
    ])
    expect(world.service.count('pay')).toBe(3)
  })

  it('ends nothing when the order has no time left for another payment', async () => {
    const world = await awaiting(0, { order: { expiresInMinutes: 4 } })
    await confirmOtp(world.context, id, '000000')
    world.advance({ seconds: 239 })

    const before = await requestNewCode(world.context, id)
    world.advance({ seconds: 90 })
    const after = await requestNewCode(world.context, id)

    expect(before).toMatchObject({ outcome: 'otp_needed' })
    expect(after).toMatchObject({ outcome: 'otp_needed' })
    expect(world.service.count('pay')).toBe(2)
  })

  it('ends nothing when the wallet is not linked any more', async () => {
    const world = await awaiting(60)
    const linkedCustomerId = 'customer-1'
    await openOrder(world.context, { id: 'order-2', amountVnd: 50_000, linkedCustomerId })
    world.service.answers.pay = () => refusal(4040001, 'no')
    await payWithLink(world.context, 'order-2')

    await requestNewCode(world.context, id)

    expect(await statesOf(world, id)).toBe('created awaiting_otp')
    expect(world.service.count('pay')).toBe(2)
  })

  it('answers as a payment does without one that waits for a code', async () => {
    const world = new World()
    await world.openLinked()

    const outcomes = [
      await requestNewCode(world.context, 'order-9'),
      await requestNewCode(world.context, id),
      await requestNewCode(world.context, id),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_found', 'paid', 'paid'])
    expect(world.service.count('pay')).toBe(1)
  })
})
