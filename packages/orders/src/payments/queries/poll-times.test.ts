import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { listAlerts, recordCallback } from '../../index.ts'
import { pollPayments } from './poll-payments.ts'

const id = 'order-1'
const day = 86_400

/** The open payment of the order. */
async function attemptOf(world: World) {
  const [attempt] = (await world.order(id)).attempts
  if (attempt === undefined) throw new Error('The order has no payment.')
  return attempt
}

/**
 * Polls whenever a query is due, as often as `polls` says or until none is due any more.
 *
 * @returns the seconds between the polls, the first one counted from now
 */
async function pausesUntil(world: World, polls: number): Promise<number[]> {
  const pauses: number[] = []
  while (pauses.length < polls) {
    const { nextPollAtMs } = await attemptOf(world)
    if (nextPollAtMs === null) break
    const seconds = (nextPollAtMs - world.now()) / 1000
    world.advance({ seconds: seconds - 0.001 })
    expect(await pollPayments(world.context, 10)).toMatchObject({ polled: 0 })
    world.advance({ seconds: 0.001 })
    expect(await pollPayments(world.context, 10)).toMatchObject({ polled: 1 })
    pauses.push(seconds)
  }
  return pauses
}

/** The time that has passed at the end of each pause. */
function timesOf(pauses: readonly number[]): number[] {
  let sum = 0
  return pauses.map((pause) => {
    sum += pause
    return Math.round(sum * 1000) / 1000
  })
}

/** A world with an open payment and a random source that always returns the same. */
async function openedWith(random: number): Promise<World> {
  const world = new World({ context: { random: () => random } })
  await world.openAndStart({ id })
  return world
}

const expiry = 15 * 60

describe('the times of the queries about an open payment', () => {
  it.each([
    [0, [24, 48, 96, 240, expiry, expiry + 60, expiry + 720, expiry + 2880, expiry + 0.8 * day]],
    [0.5, [30, 60, 120, 300, expiry, expiry + 60, expiry + 900, expiry + 3600, expiry + day]],
  ])('follow the schedule with a random number of %d', async (random, times) => {
    const world = await openedWith(random)

    expect(timesOf(await pausesUntil(world, 20))).toEqual(times)
    expect((await world.order(id)).order.state).toBe('created')
    expect((await attemptOf(world)).state).toBe('expired')
  })

  it('skip what is in the past after a long pause', async () => {
    const world = await openedWith(0.5)
    world.advance({ minutes: 4 })

    expect(await pollPayments(world.context, 10)).toMatchObject({ polled: 1 })
    expect(timesOf(await pausesUntil(world, 2))).toEqual([60, 660])
  })

  it('leave out five minutes after the creation when the payment lives three minutes', async () => {
    const world = new World({ context: { random: () => 0.5 } })
    await world.openAndStart({ id, expiresInMinutes: 3 })

    expect(timesOf(await pausesUntil(world, 6))).toEqual([30, 60, 120, 180, 240, 1080])
  })

  it('end with the payment when the service says that it is open after the grace', async () => {
    const world = await openedWith(0.5)
    const reports: unknown[] = []
    for (const seconds of [expiry, 59.999, 0.001]) {
      world.advance({ seconds })
      await pollPayments(world.context, 10)
      reports.push((await attemptOf(world)).state)
    }

    expect(reports).toEqual(['created', 'created', 'expired'])
  })
})

describe('a query that is not answered', () => {
  it('is repeated after 30 seconds, then after twice as long each time, at most an hour', async () => {
    const world = await openedWith(0.5)
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')

    const pauses = await pausesUntil(world, 11)

    expect(pauses).toEqual([30, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  })

  it('is repeated after 30 seconds again when it fails after an answer', async () => {
    const world = await openedWith(0.5)
    world.service.fault = () => 'lost answer'
    await pausesUntil(world, 3)
    world.service.fault = () => 'none'
    await pausesUntil(world, 1)
    world.service.fault = () => 'lost answer'
    await pausesUntil(world, 1)

    expect(await pausesUntil(world, 1)).toEqual([30])
    expect((await attemptOf(world)).pollFailures).toBe(2)
  })

  it('raises an alert with the fifth failure', async () => {
    const world = await openedWith(0.5)
    world.service.answers.query = () => refusal(5000001, 'maybe')
    await pausesUntil(world, 4)
    const before = await world.alertKinds()

    await pausesUntil(world, 1)

    const { reference, serviceOrderId } = await attemptOf(world)
    expect(before).toEqual([])
    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      {
        kind: 'query_failing',
        subject: reference,
        facts: {
          order_id: id,
          service_order_id: serviceOrderId,
          why: 'the query was refused with 5000001 reason_5000001',
        },
      },
    ])
  })
})

describe('a payment that waits for a person', () => {
  it('is queried daily after the schedule when the service does not know its id', async () => {
    const world = await openedWith(0.5)
    world.service.answers.query = () => refusal(4040001, 'no')

    const pauses = await pausesUntil(world, 12)

    expect(timesOf(pauses).slice(0, 9)).toEqual([30, 60, 120, 300, 900, 960, 1800, 4500, 900 + day])
    expect(pauses.slice(9)).toEqual([day, day, day])
  })

  it('is queried daily after the schedule when a callback has reported it', async () => {
    const world = await openedWith(0.5)
    const { newest } = world.service
    await recordCallback(world.context, world.service.pay(newest))
    newest.status = { ...newest.status, pay_status: 'PROCESSING' }

    expect((await pausesUntil(world, 12)).slice(9)).toEqual([day, day, day])
  })
})
