import { describe, expect, it } from 'vitest'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { listAlerts, refundOrder, settleRefundByVerdict, sweep } from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'
import type { RefundVerdict } from './refunds-api.ts'

const word = { reason: 'Seen on the merchant web site', staffId: 'an' }

/** An order of 1,000 VND and 2 points with a refund of all of it that meets `5000800`, then 4090801. */
async function unknownRefund() {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  world.service.refundAnswer = () => refusal(5000800, 'maybe')
  await refundOrder(world.context, id, { id: 'R1', vnd: 1000, points: 2 })
  world.service.refundAnswer = () => refusal(4090801, 'maybe')
  await world.live(5, 30)
  return { world, id }
}

async function presumedRefund() {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(world.context, id, { id: 'R1', vnd: 1000, points: 2 })
  world.service.fault = () => 'none'
  await world.live(1, 10)
  return { world, id }
}

const say = (world: World, id: string, verdict: Partial<RefundVerdict>) =>
  settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word, ...verdict })

describe("a person's verdict on a refund", () => {
  it.each([
    ['money', { vnd: 400 }],
    ['points', { points: 2 }],
  ])('cannot call a refund of only %s not returned', async (_what, amounts) => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, id, { id: 'R1', ...amounts })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await world.live(5, 30)

    await expect(say(world, id, { vnd: 0, points: 0 })).rejects.toThrow(
      new TypeError("The verdict's vnd or points must be greater than 0."),
    )
  })

  it.each([{ vnd: 1 }, { points: 1 }])('settles a refund of no more than %j', async (amounts) => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await refundOrder(world.context, id, { id: 'R1', ...amounts })

    expect(await say(world, id, amounts)).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: amounts },
    })
  })

  it('settles an unknown refund as returned, with the name of the person', async () => {
    const { world, id } = await unknownRefund()

    const outcome = await say(world, id, {})
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: { vnd: 1000, points: 2 } },
      order: { state: 'refunded' },
    })
    const { order, refunds, journal } = await world.order(id)
    expect(order).toMatchObject({ settledVnd: 1000, settledPoints: 2 })
    expect(refunds[0]).toMatchObject({ nextCallAtMs: null, remindAtMs: null })
    expect(journal.find(({ kind }) => kind === 'refund.settled')).toMatchObject({
      evidence: 'word of a person',
      data: { staff_id: 'an', verdict_reason: word.reason, vnd: 1000, points: 2 },
    })
    expect(world.events.at(-1)).toMatchObject({
      type: 'order.refunded',
      data: { facts: { refund_id: 'R1', vnd: 1000, points: 2, state: 'refunded' } },
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('settles an unknown refund as not returned: the reservation is released, and the id is never sent again', async () => {
    const { world, id } = await unknownRefund()

    const outcome = await say(world, id, { result: 'not_refunded' })
    world.service.refundAnswer = undefined
    const repeated = await refundOrder(world.context, id, { id: 'R1', vnd: 1000, points: 2 })
    const anew = await refundOrder(world.context, id, { id: 'R2', vnd: 1000, points: 2 })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: {
        state: 'refused',
        refusal: {
          code: 0,
          reason: 'not_returned',
          remedy: 'Refund the order anew, under a new refund id.',
        },
      },
      order: { state: 'paid', refunded: { vnd: 0, points: 0 } },
    })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'refund.refused')).toMatchObject({
      evidence: 'word of a person',
      data: { refund_id: 'R1', staff_id: 'an', verdict_reason: word.reason },
    })
    expect(repeated).toMatchObject({ refund: { state: 'refused' } })
    expect(anew).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    expect([...world.service.refunds.keys()]).toEqual(['R2'])
    expect(world.events.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.refund_refused',
      'order.refunded',
    ])
  })

  it.each([
    [
      { vnd: 1000, points: 0 },
      { vnd: 1000, points: 0 },
      { vnd: 0, points: 2 },
    ],
    [{ vnd: 1000 }, { vnd: 1000, points: 0 }, { vnd: 0, points: 2 }],
    [{ points: 2 }, { vnd: 0, points: 2 }, { vnd: 1000, points: 0 }],
  ])('settles the named half, %j, and leaves the other owed', async (half, returned, owed) => {
    const { world, id } = await unknownRefund()

    const outcome = await say(world, id, half)
    const completed = await say(world, id, {})

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'part_settled', returned, owed },
      order: { state: 'part_refunded', refunded: { vnd: 1000, points: 2 } },
    })
    expect(completed).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: { vnd: 1000, points: 2 } },
      order: { state: 'refunded' },
    })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 1000, settledPoints: 2 })
  })

  it.each([
    [{ vnd: 999 }, 'vnd'],
    [{ points: 1 }, 'points'],
    [{ vnd: 0, points: 0 }, 'vnd or points'],
    [{ reason: '' }, 'reason'],
    [{ staffId: 'x'.repeat(65) }, 'staffId'],
    [{ result: 'not_refunded', vnd: 1000 }, 'vnd and points'],
    [{ result: 'not_refunded', points: 0 }, 'vnd and points'],
  ] as const)(
    'names the field that is wrong in %j, and changes nothing',
    async (verdict, field) => {
      const { world, id } = await unknownRefund()
      const before = await world.order(id)

      await expect(say(world, id, verdict)).rejects.toThrow(new RegExp(`verdict's ${field} must`))

      expect(await world.order(id)).toEqual(before)
    },
  )

  it('confirms a presumed refund', async () => {
    const { world, id } = await presumedRefund()

    const outcome = await say(world, id, {})
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 1000, settledPoints: 2 })
    expect(world.events.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.refunded',
      'order.refund_confirmed',
    ])
  })

  it('corrects a presumed refund to the returned half', async () => {
    const { world, id } = await presumedRefund()

    const outcome = await say(world, id, { vnd: 1000 })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'part_settled', owed: { vnd: 0, points: 2 } },
      order: { state: 'part_refunded', refunded: { vnd: 1000, points: 2 } },
    })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 1000, settledPoints: 0 })
    expect(world.events.at(-1)).toMatchObject({
      type: 'order.refund_confirmed',
      data: { facts: { vnd: 1000, points: 0, owed_points: 2 } },
    })
  })

  it('withdraws a presumed refund, with an event', async () => {
    const { world, id } = await presumedRefund()

    const outcome = await say(world, id, { result: 'not_refunded' })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refused', returned: { vnd: 0, points: 0 } },
      order: { state: 'paid', refunded: { vnd: 0, points: 0 } },
    })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 0, settledPoints: 0 })
    expect(world.events.at(-1)?.type).toBe('order.refund_refused')
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      {
        kind: 'refund_presumed_wrong',
        subject: 'R1',
        facts: { order_id: id, refund_id: 'R1', vnd: 1000, points: 2, reason: 'not_returned' },
      },
    ])
  })

  it('does not change a known outcome, and finds no refund of another order', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })

    expect(await say(world, id, { result: 'not_refunded' })).toMatchObject({
      outcome: 'not_unknown',
      refund: { state: 'refunded' },
      order: { state: 'part_refunded', refunded: { vnd: 400 } },
    })
    expect(await say(world, 'order-2', {})).toEqual({ outcome: 'not_found' })
    const none = await settleRefundByVerdict(world.context, id, 'R9', {
      result: 'refunded',
      ...word,
    })
    expect(none).toEqual({ outcome: 'not_found' })
  })

  it('is not recorded while a call is running', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const meanwhile: unknown[] = []
    world.service.duringRefund = async () => {
      meanwhile.push((await say(world, id, { result: 'not_refunded' })).outcome)
      meanwhile.push((await say(world, id, {})).outcome)
    }

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    expect(meanwhile).toEqual(['not_unknown', 'not_unknown'])
    expect(outcome).toMatchObject({ refund: { state: 'refunded' } })
  })

  it('ends a refund that cannot be sent because the key is broken', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => ({ ...refusal(4010001, 'no'), kind: 'not_processed' })
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    const outcome = await say(world, id, { result: 'not_refunded' })
    await world.live(60, 600)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { refunded: { vnd: 0 } } })
    expect(world.service.count('refund')).toBe(1)
  })

  it('gives no two refunds the same transaction, also when both are settled at once', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    for (const refund of ['R1', 'R2']) {
      await refundOrder(world.context, id, { id: refund, vnd: 400 })
    }
    const verdict = { ...word, result: 'refunded', walletCode: 'W-1' } as const

    const settled = await Promise.allSettled(
      ['R1', 'R2'].map((refund) => settleRefundByVerdict(world.context, id, refund, verdict)),
    )

    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: new TypeError(
        "The verdict's walletCode must not be that of another transaction: R1 has it.",
      ),
    })
    const { order, refunds } = await world.order(id)
    expect(order.settledVnd).toBe(400)
    expect(refunds.map(({ state }) => state)).toEqual(['refunded', 'refund_unknown'])
  })

  it('that a late answer contradicts raises an alert', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const port = Object.assign(Object.create(world.service), {
      refundOrder: async () => {
        world.advance({ minutes: 2 })
        await say(world, id, { result: 'not_refunded' })
        return refundAccepted(200)
      },
    })

    await refundOrder({ ...world.context, port }, id, { id: 'R1', vnd: 1000 })

    expect((await world.order(id)).refunds[0]?.state).toBe('refused')
    const { alerts } = await listAlerts(world.context)
    expect(alerts).toMatchObject([
      {
        kind: 'refund_contradicted',
        subject: 'R1',
        facts: { order_id: id, vnd: 1000, points: 0, code: 200, refund_transaction_id: 'RT1' },
      },
    ])
  })
})
