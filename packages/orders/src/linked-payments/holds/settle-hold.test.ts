import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '../../../test/scripted-wallet.ts'
import { worldWithHold } from '../../../test/linked-orders.ts'
import type { World } from '../../../test/world.ts'
import { captureOrder, listAlerts, releaseOrder, settleLinkedPayment, sweep } from '../../index.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import { restartHoldCalls, settleHold } from './settle-hold.ts'

const id = 'order-1'

describe('a hold that is settled', () => {
  it('is captured by one call, also when two invocations process it', async () => {
    const world = await worldWithHold()
    const { reference } = await world.linkedAttempt(id)
    world.service.during = async (call) => {
      if (call === 'hold') await settleHold(world.context, reference)
    }

    await captureOrder(world.context, id)

    expect(world.service.count('hold')).toBe(1)
    expect((await world.order(id)).order).toMatchObject({
      state: 'paid',
      confirmedBy: 'linked-wallet',
    })
  })

  it('causes no call before a capture or release is requested', async () => {
    const world = await worldWithHold()
    world.advance({ hours: 24 })
    const before = await world.linkedAttempt(id)

    await settleHold(world.context, before.reference)

    expect(world.service.count('hold')).toBe(0)
    expect(await world.linkedAttempt(id)).toEqual(before)
  })

  it('causes no further call', async () => {
    const world = await worldWithHold()
    await captureOrder(world.context, id)

    await restartHoldCalls(world.context, (await world.linkedAttempt(id)).reference)

    expect((await world.linkedAttempt(id)).nextCallAtMs).toBeNull()
  })

  it('waits for its next call despite repeated requests', async () => {
    const world = await worldWithHold()
    world.service.fault = (call) => (call === 'hold' ? 'lost answer' : 'none')
    await captureOrder(world.context, id)
    await captureOrder(world.context, id)

    expect(world.service.count('hold')).toBe(1)
    expect((await world.linkedAttempt(id)).calls).toBe(1)
  })

  it('keeps the schedule of a newer call when the answer to an older one is late', async () => {
    const world = await worldWithHold()
    const { reference } = await world.linkedAttempt(id)
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    let newer: unknown
    world.service.before = async (call) => {
      if (call !== 'hold') return
      world.service.before = async () => {}
      world.advance({ minutes: 2 })
      await settleHold(world.context, reference)
      newer = await world.linkedAttempt(id)
      world.advance({ seconds: 1 })
    }

    await captureOrder(world.context, id)

    expect(await world.linkedAttempt(id)).toEqual(newer)
    expect(newer).toMatchObject({ calls: 2 })
  })

  it('keeps the schedule of its release when the answer to an earlier capture is late', async () => {
    const world = await worldWithHold()
    const { reference } = await world.linkedAttempt(id)
    const { reached, release } = world.service.holdNextCall('hold')
    const late = captureOrder(world.context, id)
    await reached
    world.advance({ minutes: 2 })
    // The next capture fails, and the release that follows gets no answer.
    world.service.holdStatuses.push('FAIL')
    world.service.fault = (_call, asked) => (asked.endsWith(':release') ? 'lost request' : 'none')
    await settleHold(world.context, reference)
    const before = await world.linkedAttempt(id)
    world.service.holdStatuses.push('HOLDING')
    release()
    await late

    expect(before).toMatchObject({ state: 'releasing', calls: 1 })
    expect(await world.linkedAttempt(id)).toEqual(before)
    expect(await world.alertKinds()).toEqual(['capture_failed'])
  })

  it('counts in the report of a sweep only when its state has changed', async () => {
    const world = await worldWithHold()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)
    world.advance({ minutes: 5 })
    const silent = await sweep(world.context)
    world.service.fault = () => 'none'
    world.advance({ minutes: 5 })
    const answered = await sweep(world.context)

    expect(world.service.count('hold')).toBe(1)
    expect([silent, answered]).toMatchObject([
      { linkedPaymentsSettled: 0 },
      { linkedPaymentsSettled: 1 },
    ])
  })

  it('is released, with its reason, when it could not be captured', async () => {
    const world = await worldWithHold()
    const [payment] = world.service.payments
    if (payment !== undefined) payment.status = 'FAIL'

    await captureOrder(world.context, id)

    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'hold.release_asked')).toMatchObject({
      data: { reason: 'capture_failed' },
    })
    expect(await world.linkedAttempt(id)).toMatchObject({ releaseReason: 'capture_failed' })
  })

  it('is settled by a verdict that it was released', async () => {
    const world = await worldWithHold()
    world.service.answers.hold = () => accepted({ status: 'SUCCESS' })
    await releaseOrder(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    const by = { reason: 'looked up on the merchant site', staffId: 'S1' }
    const verdict = { ...by, reference, result: 'not_paid' } as const

    expect(await settleLinkedPayment(world.context, id, verdict)).toMatchObject({
      outcome: 'settled',
      order: { state: 'cancelled' },
    })
  })
})

describe('a hold without an answer', () => {
  async function heldAfter(calls: number): Promise<World> {
    const world = await worldWithHold()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)
    await env.DB.prepare('UPDATE attempts SET calls = ?1, next_call_at_ms = ?2')
      .bind(calls, world.now())
      .run()
    return world
  }

  it.each([
    [4, []],
    [5, ['hold_unanswered']],
    [39, ['hold_unanswered']],
    [40, ['hold_given_up']],
  ])('after call %i raises %j', async (call, kinds) => {
    const world = await heldAfter(call - 1)

    await settleHold(world.context, (await world.linkedAttempt(id)).reference)

    expect(await world.alertKinds()).toEqual(kinds)
    expect((await world.linkedAttempt(id)).nextCallAtMs === null).toBe(call === 40)
  })

  it.each<[PortAnswer<{ status: string }>, string]>([
    [refusal(5000001, 'maybe'), 'confirmOrder was refused with 5000001 reason_5000001'],
    [
      { outcome: 'unlisted', code: 4999999, message: 'new' },
      'confirmOrder was answered with the unlisted code 4999999',
    ],
    [accepted({ status: 'HOLDING' }), 'confirmOrder was answered with the status HOLDING'],
    [
      accepted({ status: 'X'.repeat(50) }),
      `confirmOrder was answered with the status ${'X'.repeat(40)}`,
    ],
    [{ outcome: 'unknown', silent: true, message: 'no answer' }, 'no answer'],
    [{ outcome: 'not_sent', message: 'the key is missing' }, 'the key is missing'],
  ])('raises an alert with the cause: %j', async (answer, why) => {
    const world = await heldAfter(39)
    world.service.fault = () => 'none'
    world.service.answers.hold = () => answer

    await settleHold(world.context, (await world.linkedAttempt(id)).reference)

    const { alerts } = await listAlerts(world.context, {})
    expect(alerts).toMatchObject([{ facts: { why } }])
  })
})
