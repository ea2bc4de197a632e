import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../test/database-with-work.ts'
import { refusal } from '../../test/scripted-wallet.ts'
import { worldWithHold } from '../../test/linked-orders.ts'
import { World } from '../../test/world.ts'
import { captureOrder, payWithLink, releaseOrder, settleLinkedPayment, sweep } from '../index.ts'
import type { LinkedPaymentVerdict } from './linked-payments-api.ts'

const id = 'order-1'

async function held(): Promise<World> {
  const world = await worldWithHold({ expiresInMinutes: 60 })
  world.advance({ minutes: 5 })
  return world
}

async function verdictOf(
  world: World,
  result: LinkedPaymentVerdict['result'],
): Promise<LinkedPaymentVerdict> {
  const { reference, transactionId } = await world.linkedAttempt(id)
  return {
    reference,
    result,
    reason: 'looked up on the merchant site',
    staffId: 'an',
    ...(result === 'paid' && transactionId !== null && { transactionId }),
  }
}

/** The states that the shop was told of, in their order. */
async function toldStates(world: World): Promise<readonly string[]> {
  await sweep(world.context)
  return world.events.map(({ type }) => type)
}

describe('a verdict while a call for held money is running', () => {
  it.each(['paid', 'not_paid'] as const)(
    'is not recorded, and the answer of the capture counts: %s',
    async (result) => {
      const world = await held()
      const { reached, release } = world.service.holdNextCall('hold')
      const capture = captureOrder(world.context, id)
      await reached

      const outcome = await settleLinkedPayment(world.context, id, await verdictOf(world, result))
      release()

      expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'held' } })
      expect(await capture).toMatchObject({ outcome: 'captured' })
      expect(await toldStates(world)).toEqual(['order.held', 'order.paid'])
    },
  )

  it.each(['paid', 'not_paid'] as const)(
    'is not recorded, and the answer of the release counts: %s',
    async (result) => {
      const world = await held()
      const { reached, release } = world.service.holdNextCall('hold')
      const released = releaseOrder(world.context, id)
      await reached

      const outcome = await settleLinkedPayment(world.context, id, await verdictOf(world, result))
      release()

      expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'held' } })
      expect(await released).toMatchObject({ outcome: 'released' })
      expect(await toldStates(world)).toEqual(['order.held', 'order.cancelled'])
    },
  )

  it('is recorded immediately when the call has ended without an answer', async () => {
    const world = await held()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)

    const outcome = await settleLinkedPayment(world.context, id, await verdictOf(world, 'not_paid'))

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'cancelled' } })
  })

  it('is recorded after a crash of the process once the lease of the call is over', async () => {
    const world = await held()
    const { reached } = world.service.holdNextCall('hold')
    void captureOrder(world.context, id)
    await reached
    world.advance({ seconds: 59 })
    const verdict = await verdictOf(world, 'not_paid')
    const before = await settleLinkedPayment(world.context, id, verdict)
    world.advance({ seconds: 1 })

    const after = await settleLinkedPayment(world.context, id, verdict)

    expect(before).toMatchObject({ outcome: 'not_unknown' })
    expect(after).toMatchObject({ outcome: 'settled', order: { state: 'cancelled' } })
  })

  it('is not recorded when another call began since the payment was read', async () => {
    const world = await held()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)
    world.service.fault = () => 'none'
    world.advance({ minutes: 1 })
    const verdict = await verdictOf(world, 'not_paid')
    const { reached, release } = world.service.holdNextCall('hold')
    let capture: Promise<unknown> = Promise.resolve()
    const database = databaseWithWork(async () => {
      capture = captureOrder(world.context, id)
      await reached
    })

    const outcome = await settleLinkedPayment({ ...world.context, database }, id, verdict)
    release()
    await capture

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'held' } })
    expect(await toldStates(world)).toEqual(['order.held', 'order.paid'])
  })

  it.each(['released', 'refused'] as const)(
    'is not recorded when the shop has begun another call about a payment that is %s',
    async (state) => {
      const world = new World()
      await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
      await (state === 'released' ? payWithLink(world.context, id) : world.payWithoutAnswer(id))
      world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
      if (state === 'released') await captureOrder(world.context, id)
      await settleLinkedPayment(world.context, id, await verdictOf(world, 'not_paid'))
      await sweep(world.context)
      world.service.fault = () => 'none'
      const { calls, ...read } = await world.linkedAttempt(id)
      const { reached, release } = world.service.holdNextCall('hold')
      let asking: Promise<unknown> = Promise.resolve()
      const database = databaseWithWork(async () => {
        asking = releaseOrder(world.context, id)
        await reached
      })
      const word = { ...(await verdictOf(world, 'paid')), transactionId: 'LT000001' }

      const outcome = await settleLinkedPayment({ ...world.context, database }, id, word)
      const during = await world.linkedAttempt(id)
      release()
      await asking

      expect([read.state, calls, during.calls]).toEqual([state, 1, 1])
      expect(outcome).toMatchObject({ outcome: 'not_unknown' })
      expect(during.state).toBe(state)
      expect(world.service.payments).toMatchObject([{ status: 'FAIL' }])
    },
  )

  it.each([
    ['capturing', 'not_paid', captureOrder, 'order.paid'],
    ['releasing', 'paid', releaseOrder, 'order.cancelled'],
  ] as const)(
    'is not recorded when the shop has asked again about money whose %s was given up',
    async (state, result, send, told) => {
      const world = await held()
      world.service.holdStatuses.push('HOLDING')
      await send(world.context, id)
      const read = await world.linkedAttempt(id)
      const { reached, release } = world.service.holdNextCall('hold')
      let asking: Promise<unknown> = Promise.resolve()
      const database = databaseWithWork(async () => {
        asking = send(world.context, id)
        await reached
      })
      const verdict = await verdictOf(world, result)

      const outcome = await settleLinkedPayment({ ...world.context, database }, id, verdict)
      const during = await world.linkedAttempt(id)
      release()
      await asking

      expect([read.state, read.nextCallAtMs, read.calls, during.calls]).toEqual([state, null, 1, 1])
      expect(outcome).toMatchObject({ outcome: 'not_unknown' })
      expect(await toldStates(world)).toEqual(['order.held', told])
    },
  )

  it.each(['released', 'refused'] as const)(
    'is recorded at once after an answer by which the payment is %s',
    async (state) => {
      const world = new World()
      await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
      if (state === 'refused') world.service.answers.pay = () => refusal(4_000_003, 'no')
      await payWithLink(world.context, id)
      if (state === 'released') await releaseOrder(world.context, id)
      const before = await world.linkedAttempt(id)
      const word = { ...(await verdictOf(world, 'paid')), transactionId: 'LT000001' }

      const outcome = await settleLinkedPayment(world.context, id, word)

      expect(before.state).toBe(state)
      expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    },
  )
})
