import { describe, expect, it } from 'vitest'
import { payWithTransactionOf } from '../../test/disputed-orders.ts'
import { interruptedDatabase } from '../../test/interrupted-database.ts'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import {
  acceptDispute,
  listAlerts,
  openOrder,
  recordCallback,
  refundOrder,
  releaseDispute,
  settleRefundByVerdict,
  startPayment,
  sweep,
} from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { recordRefundElsewhere } from './record-refund-elsewhere.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import type { RefundVerdict } from './refunds-api.ts'

const word = { reason: 'Seen in the wallet of the customer', staffId: 'binh' }
const after = { result: 'refunded', walletCode: 'W-BACK' } as const

const say = (world: World, id: string, verdict: Partial<RefundVerdict> = {}) =>
  settleRefundByVerdict(world.context, id, 'R1', { ...after, ...word, ...verdict })

const deny = (world: World, id: string) =>
  settleRefundByVerdict(world.context, id, 'R1', {
    result: 'not_refunded',
    reason: 'nothing was found',
    staffId: 'an',
  })

/**
 * An order of 1,000 VND and 2 points with a refund R1 that was made, whose answers said nothing,
 * and that a verdict has settled as not returned.
 */
async function denied(refund: { readonly vnd?: number; readonly points?: number } = {}) {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  const { vnd = 1000, points = 2 } = refund
  const amounts = { ...(vnd > 0 && { vnd }), ...(points > 0 && { points }) }
  world.service.refundAnswer = () => refusal(5000800, 'maybe')
  await refundOrder(world.context, id, { id: 'R1', ...amounts })
  world.service.refundAnswer = () => refusal(4090801, 'maybe')
  await world.live(5, 30)
  await deny(world, id)
  await sweep(world.context)
  world.service.refundAnswer = undefined
  world.events.splice(0)
  return { world, id }
}

const sums = async (world: World, id: string) => {
  const { order } = await world.order(id)
  const { state, refundedVnd, refundedPoints, settledVnd, settledPoints } = order
  return [state, refundedVnd, refundedPoints, settledVnd, settledPoints]
}

describe('a refund that a verdict has settled as not returned', () => {
  it('can be settled as returned by a second verdict, with its operator and an event', async () => {
    const { world, id } = await denied()

    const outcome = await say(world, id)
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: {
        state: 'refunded',
        returned: { vnd: 1000, points: 2 },
        owed: { vnd: 0, points: 0 },
      },
      order: { state: 'refunded' },
    })
    if (outcome.outcome === 'settled') expect(outcome.refund.refusal).toBeUndefined()
    expect(await sums(world, id)).toEqual(['refunded', 1000, 2, 1000, 2])
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => /refund\.(refused|settled)/.test(kind))).toMatchObject([
      { evidence: 'word of a person', data: { staff_id: 'an' } },
      {
        evidence: 'word of a person',
        data: {
          staff_id: 'binh',
          verdict_reason: word.reason,
          wallet_code: 'W-BACK',
          corrected: true,
        },
      },
    ])
    expect(world.events).toMatchObject([
      {
        type: 'order.refunded',
        data: {
          facts: { refund_id: 'R1', vnd: 1000, points: 2, state: 'refunded', corrected: true },
          order: { state: 'refunded' },
        },
      },
    ])
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('is never sent again, and is corrected once, also by two concurrent verdicts', async () => {
    const { world, id } = await denied()
    const calls = world.service.count('refund')

    const both = await Promise.all([say(world, id), say(world, id)])
    const again = await say(world, id)
    const repeated = await refundOrder(world.context, id, { id: 'R1', vnd: 1000, points: 2 })
    await world.live(60, 600)

    expect(both.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    expect(again.outcome).toBe('settled')
    expect(repeated).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(world.service.count('refund')).toBe(calls)
    expect(await sums(world, id)).toEqual(['refunded', 1000, 2, 1000, 2])
    expect(world.events.map(({ type }) => type)).toEqual(['order.refunded'])
  })

  it('stays not returned by a verdict that names no transaction', async () => {
    const { world, id } = await denied()

    const { walletCode: _none, ...unnamed } = after
    const outcome = await settleRefundByVerdict(world.context, id, 'R1', { ...unnamed, ...word })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', refund: { state: 'refused' } })
    expect(await sums(world, id)).toEqual(['paid', 0, 0, 0, 0])
  })

  it.each([
    [{ vnd: 1000 }, { vnd: 1000, points: 0 }, { points: 2 }],
    [{ points: 2 }, { vnd: 0, points: 2 }, { vnd: 1000 }],
  ])('can be corrected in halves: %j first', async (first, returned, second) => {
    const { world, id } = await denied()

    const half = await say(world, id, first)
    await sweep(world.context)
    const between = await sums(world, id)
    const same = await say(world, id, first)
    const whole = await say(world, id, second)
    await sweep(world.context)

    expect(half).toMatchObject({
      outcome: 'settled',
      refund: { state: 'part_settled', returned, owed: { vnd: 0, points: 0 } },
      order: { state: 'part_refunded', refunded: returned },
    })
    const { vnd, points } = returned
    expect(between).toEqual(['part_refunded', vnd, points, vnd, points])
    expect(same.outcome).toBe('settled')
    expect(whole).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
    expect(await sums(world, id)).toEqual(['refunded', 1000, 2, 1000, 2])
    const other = { vnd: 1000 - vnd, points: 2 - points }
    expect(world.events.map(({ type, data }) => [type, data.facts])).toMatchObject([
      ['order.refunded', { ...returned, state: 'part_settled', corrected: true }],
      ['order.refunded', { ...other, state: 'refunded', corrected: true }],
    ])
    await world.live(25 * 60, 60 * 60)
    expect(await world.alertKinds()).not.toContain('refund_half_owed')
  })

  it.each([
    ['vnd', 'must be 1000', { vnd: 999 }],
    ['vnd or points', 'greater than 0', { vnd: 0, points: 0 }],
    ['walletCode', '1 to 30 characters', { walletCode: 'two words' }],
    ['walletCode', '1 to 30 characters', { walletCode: 'x'.repeat(31) }],
  ])('names the field %s that is wrong, and changes nothing', async (field, says, verdict) => {
    const { world, id } = await denied()
    const before = await world.order(id)

    await expect(say(world, id, verdict)).rejects.toThrow(
      new RegExp(`^The verdict's ${field} must .*${says.replace('must ', '')}`),
    )

    expect(await world.order(id)).toEqual(before)
  })

  it('is corrected once in one half, also by two concurrent verdicts', async () => {
    const { world, id } = await denied()

    const both = await Promise.all([say(world, id, { points: 2 }), say(world, id, { points: 2 })])

    expect(both.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    expect(await world.alertKinds()).not.toContain('refund_correction_exceeds')
  })

  it('is not corrected beyond what later refunds left: an alert and the answer state the rest', async () => {
    const { world, id } = await denied()
    await refundOrder(world.context, id, { id: 'R2', vnd: 400, points: 2 })
    await sweep(world.context)
    const before = await world.order(id)

    const outcome = await say(world, id)
    const again = await say(world, id, { points: 2 })
    const { refunds, order } = await world.order(id)

    expect(outcome).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 600, points: 0 },
      refund: { state: 'refused' },
      order: { state: 'part_refunded', refunded: { vnd: 400, points: 2 } },
    })
    expect(again.outcome).toBe('exceeds')
    expect([order, refunds]).toEqual([before.order, before.refunds])
    expect(await world.alertKinds()).toContain('refund_correction_exceeds')
    const facts = await world.count(
      "SELECT COUNT(*) n FROM alerts WHERE kind = 'refund_correction_exceeds' AND subject = 'R1' AND facts ->> 'order_id' = ?",
      id,
    )
    expect(facts).toBe(1)
  })

  it('can be corrected once the later refund is known not to be made', async () => {
    const { world, id } = await denied()
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, id, { id: 'R2', vnd: 1000 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await world.live(5, 30)

    const early = await say(world, id)
    await settleRefundByVerdict(world.context, id, 'R2', { result: 'not_refunded', ...word })
    const late = await say(world, id)
    await world.live(10, 60)

    expect([early.outcome, late.outcome]).toEqual(['exceeds', 'settled'])
    expect(await sums(world, id)).toEqual(['refunded', 1000, 2, 1000, 2])
    const open = await world.count(
      "SELECT COUNT(*) n FROM alerts WHERE kind = 'refund_correction_exceeds' AND state <> 'closed'",
    )
    expect(open).toBe(0)
  })

  it('can be corrected in the half that is still refundable', async () => {
    const { world, id } = await denied()
    await refundOrder(world.context, id, { id: 'R2', vnd: 400 })

    const whole = await say(world, id)
    const half = await say(world, id, { points: 2 })

    expect([whole.outcome, half.outcome]).toEqual(['exceeds', 'settled'])
    expect(await sums(world, id)).toEqual(['part_refunded', 400, 2, 400, 2])
  })

  it('never exceeds the payment when another refund is requested at the same time', async () => {
    const { world, id } = await denied()

    const [corrected] = await Promise.all([
      say(world, id, { vnd: 1000 }),
      refundOrder(world.context, id, { id: 'R2', vnd: 600 }),
    ])
    const { order } = await world.order(id)

    expect(order.refundedVnd).toBe(corrected.outcome === 'settled' ? 1000 : 600)
    expect(order.settledVnd).toBe(order.refundedVnd)
  })

  it('is reported as confirmed when the shop was told before that it is presumed', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    world.service.fault = () => 'none'
    await world.live(1, 10)
    await deny(world, id)

    const outcome = await say(world, id)
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
    expect(world.events.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.refunded',
      'order.refund_refused',
      'order.refund_confirmed',
    ])
    expect(world.events.at(-1)?.data.facts).toMatchObject({ vnd: 1000, corrected: true })
    expect(await sums(world, id)).toEqual(['refunded', 1000, 0, 1000, 0])
  })

  it('cannot be corrected under a code that another refund or the payment has', async () => {
    const { world, id } = await denied({ vnd: 300, points: 0 })
    const { order } = await world.order(id)
    const elsewhere = { id: 'elsewhere:W-SITE', orderId: id, transactionId: null }
    await recordRefundElsewhere(world.context, { ...elsewhere, vnd: 100, points: 0 }, {})
    for (const half of ['W-A:money', 'W-B:points']) {
      const returned = { ...elsewhere, id: `elsewhere:${half}`, vnd: 10, points: 0 }
      await recordRefundElsewhere(world.context, returned, {})
    }
    world.service.refundAnswer = () => ({
      ...refundAccepted(200),
      outcome: 'accepted',
      code: 200,
      data: { code: 200, refundWalletNumber: 'W-TWO' },
      repeatedAfterUnknown: false,
    })
    await refundOrder(world.context, id, { id: 'R2', vnd: 200 })

    const taken = ['W-SITE', 'W-A', 'W-B', 'W-TWO', order.paidTransactionId ?? '']
    for (const walletCode of taken) {
      await expect(say(world, id, { walletCode })).rejects.toThrow(
        /^The verdict's walletCode must not be that of another transaction/,
      )
    }
    await expect(say(world, id, { walletCode: order.paidTransactionId ?? '' })).rejects.toThrow(
      `must not be that of another transaction: ${order.paidReference} has it.`,
    )

    expect(await say(world, id)).toMatchObject({ outcome: 'settled' })
  })

  it('is not corrected under the code that another refund gets at the same time', async () => {
    const { world, id } = await denied({ vnd: 800, points: 0 })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await refundOrder(world.context, id, { id: 'R2', vnd: 200, points: 2 })
    const database = interruptedDatabase(world.context.database, () =>
      settleRefundByVerdict(world.context, id, 'R2', { ...after, ...word }),
    )

    const correction = settleRefundByVerdict({ ...world.context, database }, id, 'R1', {
      ...after,
      ...word,
    })

    await expect(correction).rejects.toThrow('must not be that of another transaction: R2 has it')
    expect(await sums(world, id)).toEqual(['part_refunded', 200, 2, 200, 2])
    expect(await world.alertKinds()).not.toContain('refund_correction_exceeds')
  })

  it('can be corrected under the code of its other half', async () => {
    const { world, id } = await denied()
    await say(world, id, { vnd: 1000 })

    expect(await say(world, id, { points: 2 })).toMatchObject({ outcome: 'settled' })
  })
})

describe('an owed half that a verdict has settled as not returned', () => {
  it.each([
    [2000801, { vnd: 900, points: 0 }, { vnd: 0, points: 2 }],
    [2000802, { vnd: 0, points: 2 }, { vnd: 900, points: 0 }],
  ] as const)('can be settled as returned after %i', async (code, back, half) => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
    world.service.refundAnswer = () => refundAccepted(code)
    await refundOrder(world.context, id, { id: 'R1', vnd: 900, points: 2 })
    await deny(world, id)
    const between = await sums(world, id)

    const outcome = await say(world, id)
    await sweep(world.context)

    expect(between).toEqual(['part_refunded', back.vnd, back.points, back.vnd, back.points])
    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: { vnd: 900, points: 2 } },
    })
    expect(await sums(world, id)).toEqual(['part_refunded', 900, 2, 900, 2])
    expect(world.events.at(-1)).toMatchObject({
      type: 'order.refunded',
      data: { facts: { ...half, state: 'refunded', corrected: true } },
    })
  })

  it('is not corrected beyond what later refunds left, and the alert states what was owed', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 3900 }, { vnd_amount: 900, point_amount: 3 })
    world.service.refundAnswer = () => refundAccepted(2000801)
    await refundOrder(world.context, id, { id: 'R1', vnd: 800, points: 2 })
    await deny(world, id)
    world.service.refundAnswer = undefined
    await refundOrder(world.context, id, { id: 'R2', points: 2 })

    expect(await say(world, id)).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 100, points: 1 },
    })
    const { alerts } = await listAlerts(world.context, { kind: 'refund_correction_exceeds' })
    expect(alerts).toMatchObject([
      {
        subject: 'R1',
        facts: {
          order_id: id,
          vnd: 0,
          points: 2,
          left_vnd: 100,
          left_points: 1,
          wallet_code: 'W-BACK',
          staff_id: 'binh',
        },
      },
    ])
  })

  it('that was the whole refund can be settled as returned', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refundAccepted(2000802)
    await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
    await deny(world, id)

    expect(await say(world, id)).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: { vnd: 400, points: 0 } },
    })
    expect(await sums(world, id)).toEqual(['part_refunded', 400, 0, 400, 0])
  })
})

describe('a refusal or acceptance by the service', () => {
  it('cannot be corrected: a refund that it refused stays refused', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refusal(4000820, 'no')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    expect(await say(world, id)).toMatchObject({
      outcome: 'not_unknown',
      refund: { state: 'refused', refusal: { code: 4000820 } },
    })
  })

  /** A refund that is settled as not returned while its only call is under way longer than its lease. */
  async function deniedDuring(answer: ReturnType<typeof refusal>) {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const port = Object.assign(Object.create(world.service), {
      refundOrder: async () => {
        world.advance({ minutes: 2 })
        await deny(world, id)
        world.advance({ seconds: 1 })
        return answer
      },
    })
    await refundOrder({ ...world.context, port }, id, { id: 'R1', vnd: 1000 })
    await sweep(world.context)
    return { world, id }
  }

  it.each([0, 600])(
    'that refuses while a verdict corrects it prevents that, with %i VND returned since',
    async (later) => {
      const world = new World()
      const id = await world.openAndPay({ amountVnd: 1000 })
      const { reached, release } = world.service.holdNextCall('refund')
      world.service.refundAnswer = () => refusal(4000820, 'no')
      const call = refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
      await reached
      world.advance({ minutes: 2 })
      await deny(world, id)
      world.service.refundAnswer = undefined
      if (later > 0) await refundOrder(world.context, id, { id: 'R2', vnd: later })
      world.service.refundAnswer = () => refusal(4000820, 'no')
      const database = interruptedDatabase(world.context.database, () => {
        release()
        return call
      })

      const outcome = await settleRefundByVerdict({ ...world.context, database }, id, 'R1', {
        ...after,
        ...word,
      })

      expect(outcome).toMatchObject({
        outcome: 'not_unknown',
        refund: { state: 'refused', refusal: { code: 4000820 } },
      })
      expect(await world.alertKinds()).not.toContain('refund_correction_exceeds')
      expect(await sums(world, id)).toEqual(
        later > 0 ? ['part_refunded', 600, 0, 600, 0] : ['paid', 0, 0, 0, 0],
      )
    },
  )

  it('that refuses after the verdict causes no second event, and cannot be corrected', async () => {
    const { world, id } = await deniedDuring(refusal(4000820, 'no'))

    const outcome = await say(world, id)

    const { reason, remedy } = refusal(4000820, 'no')
    expect(outcome).toMatchObject({
      outcome: 'not_unknown',
      refund: { state: 'refused', refusal: { code: 4000820, reason, remedy } },
    })
    expect((await world.order(id)).refunds[0]?.updatedAtMs).toBe(world.now())
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'refund.refused')).toMatchObject([
      { evidence: 'word of a person' },
      { evidence: 'answer of the service', data: { code: 4000820, late: true } },
    ])
    const refused = world.events.filter(({ type }) => type === 'order.refund_refused')
    expect(refused).toHaveLength(1)
    expect(await sums(world, id)).toEqual(['paid', 0, 0, 0, 0])
  })

  it('that refuses an earlier call says nothing of a later one: the verdict can be corrected', async () => {
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const { reached, release } = world.service.holdNextCall('refund')
    const first = refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    await reached
    world.service.fault = () => 'lost answer'
    world.advance({ minutes: 2 })
    await sweep(world.context)
    await deny(world, id)
    world.service.fault = () => 'none'
    world.service.refundAnswer = () => refusal(4000820, 'no')
    release()
    await first

    expect((await world.order(id)).refunds).toMatchObject([{ calls: 2, refusalCode: 0 }])
    expect(await say(world, id)).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded' },
    })
  })

  it.each([
    ['says that it may have been made', refusal(5000800, 'maybe')],
    [
      'refuses a request that was repeated',
      { ...refusal(4000820, 'no'), repeatedAfterUnknown: true },
    ],
    ['turns the key away', { ...refusal(4010002, 'no'), kind: 'not_processed' as const }],
    ['knows the id', refusal(4090801, 'maybe')],
  ])(
    'that comes after the verdict and %s proves nothing: the verdict can be corrected',
    async (_what, answer) => {
      const { world, id } = await deniedDuring(answer)

      expect(await say(world, id)).toMatchObject({
        outcome: 'settled',
        refund: { state: 'refunded' },
      })
    },
  )

  it('that accepts after the verdict allows the correction, under the code that it named', async () => {
    const accepted = refundAccepted(200)
    if (accepted.outcome !== 'accepted') throw new Error('The answer must be an acceptance.')
    const named = { ...accepted, data: { ...accepted.data, refundWalletNumber: 'W-LATE' } }
    const world = new World()
    const id = await world.openAndPay({ amountVnd: 1000 })
    const port = Object.assign(Object.create(world.service), {
      refundOrder: async () => {
        world.advance({ minutes: 2 })
        await deny(world, id)
        return named
      },
    })
    await refundOrder({ ...world.context, port }, id, { id: 'R1', vnd: 1000 })

    expect(await world.alertKinds()).toEqual(['refund_contradicted'])
    const { journal } = await world.order(id)
    expect(journal.at(-1)).toMatchObject({
      kind: 'refund.contradicted',
      evidence: 'answer of the service',
      data: { refund_id: 'R1', vnd: 1000, points: 0, wallet_code: 'W-LATE' },
    })
    await expect(say(world, id)).rejects.toThrow(
      "The verdict's walletCode must be one that the service has named for it: W-LATE.",
    )
    expect(await say(world, id, { walletCode: 'W-LATE' })).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded' },
    })
  })
})

/** A verdict settles R1 as not returned, and then the service accepts it with a transaction code. */
async function acceptedLate(
  code: RefundAccepted['code'],
  refundWalletNumber: string | undefined,
  amounts: { readonly vnd: number; readonly points?: number } = { vnd: 1, points: 1 },
): Promise<{ world: World; id: string }> {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  const port = Object.assign(Object.create(world.service), {
    refundOrder: async () => {
      world.advance({ minutes: 2 })
      await deny(world, id)
      const data = { code, ...(refundWalletNumber !== undefined && { refundWalletNumber }) }
      return { outcome: 'accepted', code, data, repeatedAfterUnknown: false }
    },
  })
  await refundOrder({ ...world.context, port }, id, { id: 'R1', ...amounts })
  return { world, id }
}

describe('an acceptance after the verdict', () => {
  it.each([
    [2000801, { vnd: 1, points: 0 }, { points: 1 }],
    [2000802, { vnd: 0, points: 1 }, { vnd: 1 }],
  ] as const)('of one half (%i) names the code of that half only', async (code, named, other) => {
    const { world, id } = await acceptedLate(code, 'W-HALF')

    const { journal } = await world.order(id)
    expect(journal.at(-1)).toMatchObject({ kind: 'refund.contradicted', data: named })
    await expect(say(world, id)).rejects.toThrow('the service has named for it: W-HALF.')
    expect(await say(world, id, other)).toMatchObject({ outcome: 'settled' })
    await expect(say(world, id, named)).rejects.toThrow('the service has named for it: W-HALF.')
    const half = await say(world, id, { ...named, walletCode: 'W-HALF' })
    expect(half).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
  })

  it('of which all is still owed leaves the code to the person', async () => {
    const { world, id } = await acceptedLate(2000802, 'W-OWED', { vnd: 1 })

    expect(await say(world, id)).toMatchObject({ outcome: 'settled' })
  })

  it('without a code leaves the code to the person', async () => {
    const { world, id } = await acceptedLate(200, undefined)

    expect(await say(world, id)).toMatchObject({ outcome: 'settled' })
  })
})

describe('a refund that is returned', () => {
  it('cannot be settled as not returned', async () => {
    const { world, id } = await denied()
    await say(world, id)

    expect((await deny(world, id)).outcome).toBe('not_unknown')
    expect(await sums(world, id)).toEqual(['refunded', 1000, 2, 1000, 2])
  })

  it('cannot be settled as not returned with a code', async () => {
    const { world, id } = await denied()

    await expect(say(world, id, { result: 'not_refunded' })).rejects.toThrow(
      "The verdict's walletCode must be left out of `not_refunded`.",
    )
  })
})

describe('a refund of a disputed payment that a verdict has settled as not returned', () => {
  async function disputed() {
    const world = new World()
    const id = await world.openAndStart()
    const callback = world.service.pay(world.service.newest, {
      order_amount: 150_000,
      vnd_amount: 140_000,
      point_amount: 10,
    })
    await recordCallback(world.context, callback)
    await sweep(world.context)
    const transactionId = callback.signed.transaction_id
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, id, { id: 'R1', vnd: 140_000, points: 10, transactionId })
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await world.live(5, 30)
    await deny(world, id)
    await sweep(world.context)
    world.events.splice(0)
    return { world, id, transactionId }
  }

  it('refunds that payment when corrected, which ends the dispute', async () => {
    const { world, id, transactionId } = await disputed()

    const outcome = await say(world, id)
    await sweep(world.context)
    const { disputedPayments } = await world.order(id)

    expect(outcome).toMatchObject({ outcome: 'settled', refund: { transactionId } })
    expect(disputedPayments).toMatchObject([
      { state: 'returned', settledVnd: 140_000, refundedVnd: 140_000, settledPoints: 10 },
    ])
    expect(world.events.map(({ type }) => type)).toContain('order.refunded')
  })

  it('refunds the payment of the order when corrected after the payment was accepted', async () => {
    const { world, id, transactionId } = await disputed()
    await acceptDispute(world.context, id, { transactionId, ...word })

    const outcome = await say(world, id)
    const repeated = await refundOrder(world.context, id, {
      id: 'R1',
      vnd: 140_000,
      points: 10,
      transactionId,
    })
    const { disputedPayments } = await world.order(id)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'refunded' } })
    expect(await sums(world, id)).toEqual(['refunded', 140_000, 10, 140_000, 10])
    expect(disputedPayments).toMatchObject([{ state: 'accepted', settledVnd: 0, refundedVnd: 0 }])
    expect(repeated.outcome).toBe('known')
  })

  it('cannot be corrected when the payment was refunded in another way', async () => {
    const { world, id, transactionId } = await disputed()
    world.service.refundAnswer = undefined
    await refundOrder(world.context, id, { id: 'R2', vnd: 140_000, points: 10, transactionId })

    expect(await say(world, id)).toMatchObject({ outcome: 'exceeds', left: { vnd: 0, points: 0 } })
  })

  it('is not corrected beyond what is left of that payment', async () => {
    const { world, id, transactionId } = await disputed()
    world.service.refundAnswer = undefined
    await refundOrder(world.context, id, { id: 'R2', vnd: 40_000, points: 4, transactionId })

    expect(await say(world, id)).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 100_000, points: 6 },
    })
  })

  it('is not corrected beyond what is left of its order, once the payment is accepted', async () => {
    const { world, id, transactionId } = await disputed()
    await acceptDispute(world.context, id, { transactionId, ...word })
    world.service.refundAnswer = undefined
    await refundOrder(world.context, id, { id: 'R2', vnd: 30_000, points: 3 })

    expect(await say(world, id)).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 110_000, points: 7 },
    })
  })

  it('is not corrected once its payment is known to be that of another order', async () => {
    const world = new World()
    const transactionId = await payWithTransactionOf(world, 'first', 'second')
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await refundOrder(world.context, 'second', { id: 'R1', vnd: 90_000, transactionId })
    await deny(world, 'second')
    const released = await releaseDispute(world.context, 'second', { transactionId, ...word })

    expect(released).toMatchObject({ outcome: 'settled' })
    expect(await say(world, 'second')).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 0, points: 0 },
    })
  })
})

it('an open refund can be settled as returned with its code too', async () => {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 1000 })
  world.service.refundAnswer = () => refusal(5000800, 'maybe')
  await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

  const outcome = await say(world, id)

  expect(outcome).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
  const { journal } = await world.order(id)
  const line = journal.find(({ kind }) => kind === 'refund.settled')
  expect(line?.data).toMatchObject({ wallet_code: 'W-BACK' })
  expect(line?.data).not.toHaveProperty('corrected')
})

it('corrections of two orders are independent', async () => {
  const { world, id } = await denied()
  await openOrder(world.context, { id: 'order-2', amountVnd: 1000 })
  await startPayment(world.context, 'order-2', { method: 'web-payment' })

  expect(await say(world, 'order-2')).toEqual({ outcome: 'not_found' })
  expect(await sums(world, id)).toEqual(['paid', 0, 0, 0, 0])
})
