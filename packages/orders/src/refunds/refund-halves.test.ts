import { describe, expect, it } from 'vitest'
import { refundAccepted } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { refundOrder, settleRefundByVerdict, sweep } from '../index.ts'

/** An order of 900 VND and 3 points of which a refund of 900 VND and 2 points is half back. */
async function halfBack(code: 2000801 | 2000802) {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
  world.service.refundAnswer = () => refundAccepted(code)
  const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 900, points: 2 })
  await sweep(world.context)
  return { world, id, outcome }
}

const word = { reason: 'Seen on the merchant web site', staffId: 'an' }

describe('a refund with one returned half', () => {
  it.each([
    [2000801, { vnd: 900, points: 0 }, { vnd: 0, points: 2 }],
    [2000802, { vnd: 0, points: 2 }, { vnd: 900, points: 0 }],
  ] as const)('records the half of %i and keeps the other reserved', async (code, back, owed) => {
    const { world, id, outcome } = await halfBack(code)

    expect(outcome).toMatchObject({
      refund: { state: 'part_settled', returned: back, owed },
      order: { state: 'part_refunded', refunded: { vnd: 900, points: 2 } },
    })
    expect((await world.order(id)).order).toMatchObject({
      settledVnd: back.vnd,
      settledPoints: back.points,
    })
    const told = world.events.filter(({ type }) => type === 'order.refunded')
    expect(told.map(({ data }) => data.facts)).toMatchObject([
      { ...back, state: 'part_settled', owed_vnd: owed.vnd, owed_points: owed.points },
    ])
  })

  // Specification: 2.6.3
  it('does not release the owed half to another refund', async () => {
    const { world, id } = await halfBack(2000801)

    expect(await refundOrder(world.context, id, { id: 'R2', points: 2 })).toMatchObject({
      outcome: 'not_refundable',
    })
  })

  it('is not sent again, and raises an alert about the owed half every day', async () => {
    const { world } = await halfBack(2000802)
    const calls = world.service.count('refund')
    await world.live(23 * 60, 60 * 60)
    const early = await world.alertKinds()

    await world.live(2 * 60, 60 * 60)

    expect(world.service.count('refund')).toBe(calls)
    expect(early).toEqual([])
    expect(await world.alertKinds()).toEqual(['refund_half_owed'])
  })

  // Specification: 2.6.4
  it.each([
    [2000801, { vnd: 0, points: 2 }],
    [2000802, { vnd: 900, points: 0 }],
  ] as const)('is completed by a verdict, with another event for that half', async (code, half) => {
    const { world, id } = await halfBack(code)

    const verdict = { result: 'refunded', ...word } as const
    const outcome = await settleRefundByVerdict(world.context, id, 'R1', verdict)
    await world.live(25 * 60, 60 * 60)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: {
        state: 'refunded',
        returned: { vnd: 900, points: 2 },
        owed: { vnd: 0, points: 0 },
      },
      order: { state: 'part_refunded' },
    })
    expect((await world.order(id)).order).toMatchObject({ settledVnd: 900, settledPoints: 2 })
    const told = world.events.filter(({ type }) => type === 'order.refunded')
    expect(told.at(-1)?.data.facts).toMatchObject({ ...half, state: 'refunded' })
    expect(told).toHaveLength(2)
    expect(await world.alertKinds()).toEqual([])
  })

  it('ends with one half when the other is settled as not returned, and its reservation is released', async () => {
    const { world, id } = await halfBack(2000801)

    const verdict = { result: 'not_refunded', ...word } as const
    world.advance({ hours: 1 })
    const saidAtMs = world.now()
    const outcome = await settleRefundByVerdict(world.context, id, 'R1', verdict)
    const again = await settleRefundByVerdict(world.context, id, 'R1', {
      ...verdict,
      result: 'refunded',
    })
    world.service.refundAnswer = undefined
    const rest = await refundOrder(world.context, id, { id: 'R2', points: 3 })
    await world.live(25 * 60, 60 * 60)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: {
        state: 'part_settled',
        returned: { vnd: 900, points: 0 },
        owed: { vnd: 0, points: 0 },
      },
      order: { state: 'part_refunded', refunded: { vnd: 900, points: 0 } },
    })
    expect(again.outcome).toBe('not_unknown')
    expect(rest).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    const refused = world.events.find(({ type }) => type === 'order.refund_refused')
    const facts = {
      refund_id: 'R1',
      vnd: 0,
      points: 2,
      staff_id: 'an',
      verdict_reason: word.reason,
    }
    expect(refused?.data.facts).toMatchObject(facts)
    const { journal, refunds } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'refund.refused')).toMatchObject({
      evidence: 'word of a person',
      data: facts,
    })
    expect(refunds.find((refund) => refund.id === 'R1')).toMatchObject({
      remindAtMs: null,
      updatedAtMs: saidAtMs,
    })
    expect(await world.alertKinds()).toEqual([])
  })

  it('is complete when only the returned half was requested', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refundAccepted(2000801)

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    expect(outcome).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
  })

  it('has no event yet when only the owed half was requested', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refundAccepted(2000802)

    const outcome = await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    await sweep(world.context)
    const before = world.events.map(({ type }) => type)
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      refund: { state: 'part_settled', returned: { vnd: 0 }, owed: { vnd: 400 } },
      order: { state: 'paid', refunded: { vnd: 400 } },
    })
    expect(before).toEqual(['order.paid'])
    const { journal } = await world.order(id)
    const lines = journal.filter(({ kind }) => /^refund\.(accepted|settled)$/.test(kind))
    expect(lines).toMatchObject([
      {
        kind: 'refund.accepted',
        evidence: 'answer of the service',
        data: { refund_id: 'R1', vnd: 0, points: 0, owed_vnd: 400, owed_points: 0 },
      },
      { kind: 'refund.settled', evidence: 'word of a person', data: { vnd: 400, points: 0 } },
    ])
    expect(world.events.at(-1)).toMatchObject({
      type: 'order.refunded',
      data: { facts: { vnd: 400 }, order: { state: 'part_refunded' } },
    })
  })

  it('ends once for two concurrent verdicts on the owed half', async () => {
    const { world, id } = await halfBack(2000801)
    const verdict = { result: 'not_refunded', ...word } as const

    await Promise.all(
      Array.from({ length: 2 }, () => settleRefundByVerdict(world.context, id, 'R1', verdict)),
    )

    const { order, journal } = await world.order(id)
    expect(order).toMatchObject({ refundedVnd: 900, refundedPoints: 0 })
    expect(journal.filter(({ kind }) => kind === 'refund.refused')).toHaveLength(1)
  })

  it('does not change the owed half of another refund when it ends', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
    world.service.refundAnswer = () => refundAccepted(2000801)
    await refundOrder(world.context, id, { id: 'R1', vnd: 400, points: 1 })
    await refundOrder(world.context, id, { id: 'R2', vnd: 500, points: 2 })
    const rowOf = async (refundId: string) =>
      (await world.order(id)).refunds.find((refund) => refund.id === refundId)
    const before = await rowOf('R2')

    await settleRefundByVerdict(world.context, id, 'R1', { result: 'not_refunded', ...word })

    expect(await rowOf('R1')).toMatchObject({ state: 'part_settled', owedRefused: true })
    expect(await rowOf('R2')).toEqual(before)
    expect((await world.order(id)).order).toMatchObject({ refundedVnd: 900, refundedPoints: 2 })
  })
})
