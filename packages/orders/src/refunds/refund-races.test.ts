import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { refundAccepted } from '../../test/scripted-service.ts'
import { databaseWithWork } from '../../test/database-with-work.ts'
import { World } from '../../test/world.ts'
import {
  recordCallback,
  refundOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  startPayment,
} from '../index.ts'
import type { Refund } from './find-refund.ts'
import { leaseRefund, revertCallCount } from './lease-refund.ts'
import { recordPresumed, withdrawPresumed } from './presume-refund.ts'
import { recordReturned, type Halves } from './record-refund.ts'
import { settleRefunds } from './settle-refund.ts'

// What a worker writes that has read a refund before another one moved it on.

const word = { reason: 'Seen on the merchant web site', staffId: 'an' }
const proof = { evidence: 'answer of the service', data: {} } as const
const both: Halves = { money: true, points: true }

/** A refund that met silence, as it was read, and what became of it. */
async function unknownRefund() {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(world.context, id, { id: 'R1', vnd: 900, points: 2 })
  async function row(): Promise<Refund> {
    const [refund] = (await world.order(id)).refunds
    if (refund === undefined) throw new Error('There is no refund.')
    return refund
  }
  const stale = await row()
  return {
    world,
    id,
    row,
    stale,
    settle: () => settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word }),
  }
}

/** A refund of which one half is back. */
async function halfBack(code: 2000801 | 2000802, vnd: number) {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: vnd + 3000 }, { vnd_amount: vnd, point_amount: 3 })
  world.service.refundAnswer = () => refundAccepted(code)
  await refundOrder(world.context, id, { id: 'R1', vnd, points: 2 })
  const [refund] = (await world.order(id)).refunds
  if (refund?.state !== 'part_settled') throw new Error(`The refund is ${refund?.state}.`)
  return { world, id, refund }
}

describe('a refund that was settled meanwhile', () => {
  it('keeps the count of its calls', async () => {
    const { world, row, stale, settle } = await unknownRefund()
    await settle()
    const settled = await row()

    const isTakenBack = await revertCallCount(world.context, stale, 'a test')

    expect(isTakenBack).toBe(false)
    expect(await row()).toEqual(settled)
  })

  it('is not presumed', async () => {
    const { world, row, stale, settle } = await unknownRefund()
    await settle()
    const settled = await row()

    expect(await recordPresumed(world.context, stale, {})).toBe(false)
    expect(await row()).toEqual(settled)
  })

  it.each([
    ['money', { vnd: 900 }, { vnd: 0, points: 2 }],
    ['points', { points: 2 }, { vnd: 900, points: 0 }],
  ])('in the half of its %s gets the other half only', async (_half, first, rest) => {
    const { world, id, stale } = await unknownRefund()
    const verdict = { result: 'refunded', ...first, ...word } as const
    await settleRefundByVerdict(world.context, id, 'R1', verdict)

    const recording = await recordReturned(world.context, stale, { halves: both, ...proof })

    expect(recording).toBe('recorded')
    const { order, journal } = await world.order(id)
    expect(order).toMatchObject({ settledVnd: 900, settledPoints: 2, state: 'part_refunded' })
    const lines = journal.filter(({ kind }) => kind === 'refund.settled')
    expect(lines.map(({ data }) => data)).toMatchObject([first, rest])
  })

  it('stays refunded, with one event', async () => {
    const { world, row, stale, settle } = await unknownRefund()
    await settle()
    const settled = await row()

    const recordings = [
      await recordReturned(world.context, stale, { halves: both, ...proof }),
      await recordReturned(world.context, settled, { halves: both, ...proof }),
    ]

    expect(recordings).toEqual(['known', 'known'])
    expect(await row()).toEqual(settled)
    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'refund.settled'")).toBe(
      1,
    )
  })
})

describe('a refund with one returned half', () => {
  it.each([
    [2000801, { money: true, points: false }],
    [2000802, { money: false, points: true }],
  ] as const)('does not change when that half is reported again (%d)', async (code, halves) => {
    const { world, id, refund } = await halfBack(code, 900)

    const recording = await recordReturned(world.context, refund, { halves, ...proof })

    expect(recording).toBe('known')
    expect((await world.order(id)).refunds).toEqual([refund])
  })

  it.each([
    [2000801, 'points'],
    [2000802, 'money'],
  ] as const)('after %i is completed by its %s, with a journal line', async (code, half) => {
    const { world, refund } = await halfBack(code, 1)

    const recording = await recordReturned(world.context, refund, { halves: both, ...proof })

    expect(recording).toBe('recorded')
    const lines = await env.DB.prepare(
      "SELECT dedupe FROM journal WHERE kind = 'refund.settled' ORDER BY seq",
    ).all<{ dedupe: string }>()
    expect(lines.results.map(({ dedupe }) => dedupe)).toEqual([
      'refund.settled:R1',
      `refund.settled:R1:${half}`,
    ])
  })
})

it('a refund is not refused after a call that had no record, as of a process that died', async () => {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 1000 })
  world.service.fault = (call) => (call === 'refund' ? 'turned away' : 'none')
  await refundOrder(world.context, id, { id: 'R1', vnd: 900 })
  world.advance({ minutes: 30 })
  expect(await leaseRefund(world.context, 'R1')).toMatchObject({ refund: { calls: 1 } })
  world.service.fault = () => 'none'
  world.service.refundConduct = () => 'refuses'
  world.advance({ minutes: 2 })

  await settleRefunds(world.context, 5)

  const { order, refunds } = await world.order(id)
  expect(refunds).toMatchObject([{ state: 'refund_unknown', calls: 2, answeredUnclear: true }])
  expect(order.refundedVnd).toBe(900)
})

it('a refund is leased alone, although another one of its order is due', async () => {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 1000 })
  world.service.fault = (call) => (call === 'refund' ? 'turned away' : 'none')
  for (const refund of ['R1', 'R2']) {
    await refundOrder(world.context, id, { id: refund, vnd: 400 })
  }
  world.advance({ minutes: 30 })
  const [first, second] = (await world.order(id)).refunds

  await leaseRefund(world.context, 'R2')

  const after = (await world.order(id)).refunds
  const callingUntilMs = world.now() + 60_000
  expect(after).toEqual([
    first,
    {
      ...second,
      calls: 1,
      firstCallAtMs: world.now(),
      lastCallAtMs: world.now(),
      nextCallAtMs: callingUntilMs,
      callingUntilMs,
    },
  ])
})

describe('a presumed refund', () => {
  it('has the times of its presumption and of its withdrawal', async () => {
    const { world, row, stale } = await unknownRefund()
    world.advance({ hours: 1 })
    expect(await recordPresumed(world.context, stale, {})).toBe(true)
    const presumed = await row()
    expect(presumed).toMatchObject({ presumedAtMs: world.now(), updatedAtMs: world.now() })
    world.advance({ hours: 30 })

    expect(await withdrawPresumed(world.context, presumed, proof)).toBe(true)
    expect(await row()).toMatchObject({ state: 'refund_unknown', updatedAtMs: world.now() })
  })
})

describe('recording an outcome', () => {
  it('fails with an error when the refund changes before each of its tries', async () => {
    const { world, id, stale } = await unknownRefund()
    let moves = 0
    const context = world.context
    const database = new Proxy(context.database, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => {
          const session = target.withSession('first-primary')
          return {
            prepare: (query: string) => session.prepare(query),
            async batch(statements: D1PreparedStatement[]) {
              moves += 1
              await env.DB.prepare('UPDATE refunds SET settled_points = ? WHERE id = ?')
                .bind(moves % 2, 'R1')
                .run()
              return session.batch(statements)
            },
          }
        }
      },
    })

    const recording = recordReturned({ ...context, database }, stale, { halves: both, ...proof })

    await expect(recording).rejects.toThrow('The refund R1 kept changing')
    expect((await world.order(id)).order).toMatchObject({ state: 'paid', settledVnd: 0 })
  })
})

it('an outcome is recorded for the payment whose transaction was corrected since the refund was read', async () => {
  const world = new DailyWorld()
  const id = 'order-1'
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reference } = await world.payWithoutAnswer(id)
  await recordCallback(world.context, world.service.pay(page))
  await world.live(2)
  const paid = { ...word, reference, result: 'paid' } as const
  await settleLinkedPayment(world.context, id, { ...paid, transactionId: 'X1' })
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(world.context, id, { id: 'R1', vnd: 20_000, transactionId: 'X1' })
  world.service.fault = () => 'none'
  await world.live(30)
  await world.endDay([
    { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() },
  ])
  const stale = (await world.order(id)).refunds.find((refund) => refund.id === 'R1')
  if (stale?.state !== 'presumed_refunded') throw new Error(`The refund is ${stale?.state}.`)
  const named = await settleLinkedPayment(world.context, id, { ...paid, transactionId: 'LT000001' })

  const recording = await recordReturned(world.context, stale, { halves: both, ...proof })

  expect([named.outcome, recording]).toEqual(['settled', 'recorded'])
  const { refunds, disputedPayments, journal } = await world.order(id)
  expect(journal.find(({ kind }) => kind === 'refund.settled')?.data).toMatchObject({
    refund_id: 'R1',
    transaction_id: 'LT000001',
  })
  expect(refunds.find((refund) => refund.id === 'R1')).toMatchObject({
    state: 'refunded',
    transactionId: 'LT000001',
  })
  expect(disputedPayments).toMatchObject([
    { transactionId: 'LT000001', refundedVnd: 20_000, settledVnd: 20_000 },
  ])
})

describe('a verdict and the call of a refund', () => {
  it('do not conflict: the verdict is not recorded when the call began since the refund was read', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 2000 })
    world.service.fault = (call) => (call === 'refund' ? 'turned away' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 900 })
    world.service.fault = () => 'none'
    world.service.refundConduct = () => 'refuses'
    world.advance({ minutes: 30 })
    const { reached, release } = world.service.holdNextCall('refund')
    let sent: Promise<unknown> = Promise.resolve()
    const database = databaseWithWork(async () => {
      sent = settleRefunds(world.context, 5)
      await reached
    })

    const outcome = await settleRefundByVerdict({ ...world.context, database }, id, 'R1', {
      result: 'refunded',
      ...word,
    })
    release()
    await sent

    expect(outcome).toMatchObject({ outcome: 'not_unknown', refund: { state: 'reserved' } })
    expect((await world.order(id)).refunds).toMatchObject([{ state: 'refused' }])
  })
})
