import { describe, expect, it, vi } from 'vitest'
import { refusal } from '../../test/scripted-service.ts'
import { toMinuteOfOldest } from '../../test/oldest-first.ts'
import { World } from '../../test/world.ts'
import { refundOrder, settleRefundByVerdict } from '../index.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { readRefund, type Refund } from './find-refund.ts'
import { recordPresumed, withdrawPresumed } from './presume-refund.ts'
import { settleRefunds } from './settle-refund.ts'

type Answer = PortAnswer<RefundAccepted>

const word = { reason: 'Seen on the merchant web site', staffId: 'an' }
const silence: Answer = { outcome: 'unknown', silent: true, message: 'no answer' }
const turnedAway = refusal(4010002, 'no')
const page: Answer = { outcome: 'unknown', silent: false, message: 'HTTP 502' }

/** An order with two refunds of 400 VND and 1 point whose first calls got the answer. */
async function twoRefunds(answer: Answer) {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  world.service.refundAnswer = () => answer
  for (const refund of ['R1', 'R2']) {
    await refundOrder(world.context, id, { id: refund, vnd: 400, points: 1 })
  }
  async function row(refundId: string): Promise<Refund> {
    const refund = await readRefund(world.context, refundId)
    if (refund === undefined) throw new Error('The refund is gone.')
    return refund
  }
  const say = (
    refund: string,
    verdict: { result: 'refunded' | 'not_refunded'; walletCode?: string },
  ) => settleRefundByVerdict(world.context, id, refund, { ...word, ...verdict })
  return { world, id, row, say }
}

describe('of two refunds in one state', () => {
  it.each([
    ['refunded', { result: 'refunded' }],
    ['refused', { result: 'not_refunded' }],
  ] as const)('a verdict makes only one %s', async (state, verdict) => {
    const { row, say } = await twoRefunds(silence)
    const other = await row('R2')

    await say('R1', verdict)

    expect((await row('R1')).state).toBe(state)
    expect(await row('R2')).toEqual(other)
  })

  it('a verdict is corrected for one only', async () => {
    const { row, say } = await twoRefunds(silence)
    for (const refund of ['R1', 'R2']) await say(refund, { result: 'not_refunded' })
    const other = await row('R2')

    await say('R1', { result: 'refunded', walletCode: 'W-1' })

    expect((await row('R1')).state).toBe('refunded')
    expect(await row('R2')).toEqual(other)
  })

  it('one only is presumed, and made unknown again', async () => {
    const { world, row } = await twoRefunds(silence)
    const other = await row('R2')
    await recordPresumed(world.context, await row('R1'), {})
    expect(await row('R2')).toEqual(other)
    await recordPresumed(world.context, other, {})
    const presumed = await row('R2')

    await withdrawPresumed(world.context, await row('R1'), { evidence: 'own record', data: {} })

    expect((await row('R1')).state).toBe('refund_unknown')
    expect(await row('R2')).toEqual(presumed)
  })

  it.each([
    ['has no answer', silence, 'refund_unknown'],
    ['has an unclear answer', page, 'refund_unknown'],
    ['is turned away', turnedAway, 'reserved'],
    ['is refused', refusal(4000820, 'no'), 'refused'],
  ])('one only is changed when its call, of the same moment, %s', async (_how, answer, state) => {
    const { world, row } = await twoRefunds(turnedAway)
    world.advance({ minutes: 30 })
    const answers = { R1: answer, R2: page }
    const held = Promise.withResolvers<void>()
    const called = { R1: Promise.withResolvers<void>(), R2: Promise.withResolvers<void>() }
    const port = Object.assign(Object.create(world.service), {
      async refundOrder({ refundId }: { refundId: 'R1' | 'R2' }) {
        called[refundId].resolve()
        if (refundId === 'R2') await held.promise
        return answers[refundId]
      },
    })
    const settling = settleRefunds({ ...world.context, port }, 2)
    await Promise.all([called.R1.promise, called.R2.promise])
    await vi.waitFor(async () => expect((await row('R1')).callingUntilMs).toBeNull())

    const [first, second] = [await row('R1'), await row('R2')]
    held.resolve()
    await settling

    expect(first).toMatchObject({ state, callingUntilMs: null })
    expect(second).toMatchObject({
      state: 'reserved',
      calls: 1,
      callingUntilMs: world.now() + 60_000,
      answeredUnclear: false,
    })
  })

  it.each([
    ['refusal', refusal(4000820, 'no'), { refusalCode: 4000820 }],
    ['unclear answer', page, { refusalCode: 0 }],
  ])('a late %s is that of one only', async (_what, answer, found) => {
    const { world, row, say } = await twoRefunds(turnedAway)
    world.advance({ minutes: 30 })
    toMinuteOfOldest(world)
    world.service.refundAnswer = () => answer
    const held = world.service.holdNextCall('refund')
    const settling = settleRefunds(world.context, 1)
    await held.reached
    world.advance({ minutes: 2 })
    await say('R1', { result: 'not_refunded' })
    await say('R2', { result: 'not_refunded' })
    const other = await row('R2')
    held.release()
    await settling

    expect(await row('R1')).toMatchObject({ state: 'refused', ...found })
    expect(await row('R2')).toEqual(other)
  })

  it('a late unclear answer counts for one only', async () => {
    const { world, row } = await twoRefunds(turnedAway)
    world.advance({ minutes: 30 })
    toMinuteOfOldest(world)
    world.service.refundAnswer = () => page
    const held = world.service.holdNextCall('refund')
    const settling = settleRefunds(world.context, 1)
    await held.reached
    world.service.refundAnswer = () => silence
    world.advance({ minutes: 2 })
    await settleRefunds(world.context, 2)
    const other = await row('R2')
    world.service.refundAnswer = () => page
    held.release()
    await settling

    expect(await row('R1')).toMatchObject({ calls: 2, answeredUnclear: true })
    expect(await row('R2')).toEqual(other)
    expect(other.answeredUnclear).toBe(false)
  })
})
