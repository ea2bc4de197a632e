import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { accepted, pageOfProxy, refusal } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { closeAlert, listAlerts, recordCallback, startPayment } from '../../index.ts'
import { meteredDatabase } from '../../database/drivers/metered-database.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import { confirmCallbacks } from '../../callbacks/confirm-callbacks.ts'
import { Budget } from '../../pacing/budget.ts'
import { pollPayments, statementsPerPoll } from './poll-payments.ts'

const id = 'order-1'
const day = 86_400

type Answer = (data: OrderStatus) => PortAnswer<OrderStatus>

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

  it('skip the one whose time it is when an earlier one comes late', async () => {
    const world = await openedWith(0.5)
    world.advance({ minutes: 1 })

    expect(await pollPayments(world.context, 10)).toMatchObject({ polled: 1 })
    expect(await pausesUntil(world, 1)).toEqual([60])
  })

  it('end with the first query of which the answer comes after a day and the grace', async () => {
    const world = await openedWith(0.5)
    world.advance({ hours: 25 })

    const report = await pollPayments(world.context, 10)

    expect(report).toEqual({ polled: 1, confirmed: 0, expired: 1 })
    expect(await attemptOf(world)).toMatchObject({ state: 'expired', nextPollAtMs: null })
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
    const { reference } = await attemptOf(world)
    expect((await world.order(id)).journal.at(-1)).toMatchObject({
      kind: 'attempt.expired',
      atMs: world.now(),
      evidence: 'signed query',
      data: { reference, pay_status: 'PROCESSING' },
    })
  })
})

describe('a payment for which the service names the transaction of another one of its order', () => {
  it('is queried by the schedule, pays nothing and expires', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const counted = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const { serviceOrderId } = world.service.newest
    world.service.pay(counted)
    world.service.pay(world.service.newest, { transaction_id: counted.status.transaction_id ?? '' })

    await world.live(36 * 60, 10 * 60)

    const { order, attempts } = await world.order(id)
    expect(order).toMatchObject({ state: 'paid', paidReference: counted.reference })
    expect(attempts.find((one) => one.serviceOrderId === serviceOrderId)).toMatchObject({
      state: 'expired',
      nextPollAtMs: null,
    })
    const queries = world.service.received.filter((one) => one.id === serviceOrderId)
    expect(queries.length).toBeLessThan(10)
    expect(world.events.map(({ type }) => type)).toEqual(['order.paid'])
  })
})

describe('a query that is not answered', () => {
  it.each([
    ['lost', () => pageOfProxy],
    ['refused with a code that says nothing about the payment', () => refusal(5000001, 'maybe')],
  ])('is repeated with doubling pauses up to an hour: %s', async (_name, answer) => {
    const world = await openedWith(0.5)
    world.service.answers.query = answer

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

  const ofAnotherOrder: Answer = (data) => accepted({ ...data, order_id: 'S-OTHER' })
  const withoutTransaction: Answer = (data) => accepted({ ...data, pay_status: 'SUCCESS' })
  it.each<[string, Answer]>([
    ['the query was refused with 5000001 reason_5000001', () => refusal(5000001, 'maybe')],
    ['the query was refused with 4040001 reason_4040001', () => refusal(4040001, 'no')],
    [
      'the query was answered with the unlisted code 4999999',
      () => ({ outcome: 'unlisted', code: 4999999, message: 'a text of the service' }),
    ],
    ['a page with status 502', () => pageOfProxy],
    ['the query was answered with another order', ofAnotherOrder],
    ['the query says SUCCESS and names no transaction', withoutTransaction],
  ])('raises an alert with the fifth failure: %s', async (why, answer) => {
    const world = await openedWith(0.5)
    const { status } = world.service.newest
    world.service.answers.query = () => answer(status)
    await pausesUntil(world, 4)
    const before = await world.alertKinds()

    await pausesUntil(world, 1)

    const { reference, serviceOrderId } = await attemptOf(world)
    expect(before).toEqual([])
    expect((await listAlerts(world.context, {})).alerts).toMatchObject([
      {
        kind: 'query_failing',
        subject: reference,
        facts: { order_id: id, service_order_id: serviceOrderId, why },
      },
    ])
  })

  it.each([
    [day - 0.001, 'closed'],
    [day, 'open'],
  ])('that fails %d seconds after its alert was closed leaves it %s', async (seconds, state) => {
    const world = await openedWith(0.5)
    world.service.answers.query = () => refusal(4040001, 'no')
    await pausesUntil(world, 8)
    const word = { reason: 'I wait for the service', staffId: 'an' }
    const { alerts } = await listAlerts(world.context, {})
    const { nextPollAtMs } = await attemptOf(world)
    world.advance({ seconds: ((nextPollAtMs ?? 0) - world.now()) / 1000 - seconds })
    for (const alert of alerts) await closeAlert(world.context, alert.id, word)

    await pausesUntil(world, 1)

    expect((await listAlerts(world.context, {})).alerts).toMatchObject([{ state }])
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

  it('is not queried after the schedule when another payment has paid its order', async () => {
    const world = await openedWith(0.5)
    const unknown = world.service.newest.serviceOrderId
    await startPayment({ ...world.context, random: () => 0.7 }, id, { method: 'transaction-qr' })
    const paid = world.service.newest
    await recordCallback(world.context, world.service.pay(paid))
    await confirmCallbacks(world.context, { limit: 1 })
    world.service.answers.query = () => refusal(4040001, 'no')

    await world.live(36 * 60, 60 * 60)

    const { attempts } = await world.order(id)
    expect(attempts.find(({ serviceOrderId }) => serviceOrderId === unknown)).toMatchObject({
      nextPollAtMs: null,
    })
  })

  it('is queried daily after the schedule when a callback has reported it', async () => {
    const world = await openedWith(0.5)
    const { newest } = world.service
    await recordCallback(world.context, world.service.pay(newest))
    newest.status = { ...newest.status, pay_status: 'PROCESSING' }

    expect((await pausesUntil(world, 12)).slice(9)).toEqual([day, day, day])
  })
})

describe('a late answer to a query', () => {
  it.each([
    ['no answer', () => pageOfProxy],
    ['an unknown id', () => refusal(4040001, 'no')],
    ['a payment that is still open', (status: OrderStatus) => accepted({ ...status })],
  ] as const)('does not change a payment that was paid meanwhile: %s', async (_name, answer) => {
    const world = await openedWith(0.5)
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    await pausesUntil(world, 4)
    world.service.fault = () => 'none'
    world.advance({ minutes: 20 })
    const late = answer({ ...world.service.newest.status })
    const { reached, release } = world.service.holdNextCall('query')
    let calls = 0
    world.service.answers.query = () => {
      calls += 1
      return calls === 1 ? accepted(world.service.newest.status) : late
    }

    const polling = pollPayments(world.context, 10)
    await reached
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await confirmCallbacks(world.context, { limit: 1 })
    const paid = await world.order(id)
    release()
    await polling

    expect(paid.order.state).toBe('paid')
    expect(await world.order(id)).toEqual(paid)
    expect(await world.alertKinds()).toEqual([])
  })
})

describe('a round of queries', () => {
  it('reports what it has confirmed and what is still open', async () => {
    const world = new World()
    await world.openAndStart({ id })
    world.service.pay(world.service.newest)
    await world.openAndStart({ id: 'order-2' })
    world.advance({ minutes: 1 })

    const report = await pollPayments(world.context, 10)

    expect(report).toEqual({ polled: 2, confirmed: 1, expired: 0 })
  })

  it('continues when a query leaves room for another one', async () => {
    const world = new World()
    for (let number = 1; number <= 4; number += 1) await world.openAndStart({ id: `o-${number}` })
    world.advance({ minutes: 1 })
    const budget = new Budget(world, { statements: 2 * statementsPerPoll, ms: 60_000 })
    const { database } = world.context

    const { polled } = await pollPayments(
      { ...world.context, budget, database: meteredDatabase(database, budget) },
      10,
    )

    expect(polled).toBe(4)
  })

  it.each([
    [2 * statementsPerPoll, 10, 2],
    [2 * statementsPerPoll - 1, 10, 1],
    [4 * statementsPerPoll, 3, 3],
  ])('begins within %i statements and a limit of %i with %i', async (statements, limit, begun) => {
    const world = new World()
    for (let number = 1; number <= 4; number += 1) await world.openAndStart({ id: `o-${number}` })
    world.advance({ minutes: 1 })
    const budget = new Budget(world, { statements, ms: 60_000 })
    const { reached, release } = world.service.holdNextCall('query')

    const polling = pollPayments({ ...world.context, budget }, limit)
    await reached

    const leased = await world.count(
      'SELECT COUNT(*) n FROM attempts WHERE next_poll_at_ms > ?1',
      world.now(),
    )
    release()
    await polling
    expect(leased).toBe(begun)
  })
})
