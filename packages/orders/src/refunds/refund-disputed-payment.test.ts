import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-service.ts'
import { payTwice, payWithTransactionOf, payWrong } from '../../test/disputed-orders.ts'
import { World } from '../../test/world.ts'
import { refundByOperator } from '../approvals/refund-by-operator.ts'
import {
  acceptDispute,
  recordCallback,
  refundOrder,
  releaseDispute,
  settleRefundByVerdict,
  sweep,
} from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { readRefund } from './find-refund.ts'
import { withdrawPresumed } from './presume-refund.ts'
import { type RefundMadeElsewhere, recordRefundElsewhere } from './record-refund-elsewhere.ts'

const id = 'order-1'
const word = { reason: 'agreed with the customer', staffId: 'an' }

const wrongAmount = { order_amount: 150_000, vnd_amount: 150_000 }

describe('a refund that names a disputed payment', () => {
  it('reserves what it asks for and calls nothing returned before the service has', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')

    const refund = { id: 'R1', transactionId: second, vnd: 60_000, points: 4 }
    const outcome = await refundOrder(world.context, id, refund)

    expect(outcome).toMatchObject({
      outcome: 'known',
      refund: { state: 'refund_unknown', owed: { vnd: 60_000, points: 4 } },
      order: {
        refunded: { vnd: 0, points: 0 },
        disputedPayments: [
          {
            state: 'open',
            refunded: { vnd: 60_000, points: 4 },
            returned: { vnd: 0, points: 0 },
          },
        ],
      },
    })
  })

  it('refunds the whole second payment, and the order is paid again by the first', async () => {
    const world = new World()
    const { second, references } = await payTwice(world, id)

    const outcome = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: second,
      vnd: 90_000,
      points: 10,
    })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'known',
      refund: { id: 'R1', state: 'refunded', transactionId: second, vnd: 90_000, points: 10 },
      order: {
        state: 'paid',
        refunded: { vnd: 0, points: 0 },
        returned: { vnd: 0, points: 0 },
        payment: { vnd: 100_000 },
        disputedPayments: [
          {
            transactionId: second,
            state: 'returned',
            refunded: { vnd: 90_000, points: 10 },
            returned: { vnd: 90_000, points: 10 },
          },
        ],
      },
    })
    expect(world.service.refunds.get('R1')).toMatchObject({ originalReference: references[1] })
    expect(world.events.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.disputed',
      'order.refunded',
      'order.dispute_ended',
    ])
    const ended = world.events.at(-1)
    expect(ended?.data).toMatchObject({
      order: { state: 'paid' },
      facts: { transaction_id: second, refund_id: 'R1' },
    })
    const versions = world.events.map(({ data }) => data.version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it.each([
    ['is made', undefined],
    ['is refused', refusal(4000820, 'no')],
  ])('changes no other disputed payment of the order when it %s', async (_how, answer) => {
    const world = new World()
    const { second } = await payTwice(world, id)
    const third = { transaction_id: 'T-THIRD', vnd_amount: 50_000, point_amount: 10 }
    await recordCallback(world.context, world.service.pay(world.service.newest, third))
    await sweep(world.context)
    const paymentOf = async (transactionId: string) =>
      (await world.order(id)).disputedPayments.find((one) => one.transactionId === transactionId)
    const other = await paymentOf('T-THIRD')
    world.service.refundAnswer = answer === undefined ? undefined : () => answer

    await refundOrder(world.context, id, { id: 'R1', transactionId: second, vnd: 1_000, points: 2 })

    expect(other).toMatchObject({ state: 'open', refundedVnd: 0 })
    expect(await paymentOf('T-THIRD')).toEqual(other)
    const refundedVnd = answer === undefined ? 1_000 : 0
    expect(await paymentOf(second)).toMatchObject({ refundedVnd, settledVnd: refundedVnd })
  })

  it('reports the end of a dispute once when a presumed refund is confirmed', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    world.events.splice(0)
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    const all = { id: 'R1', transactionId: second, vnd: 90_000, points: 10 }
    await refundOrder(world.context, id, all)
    world.service.fault = () => 'none'
    await world.live(2)

    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })
    await world.live(1)

    expect(world.events.map(({ type }) => type)).toEqual([
      'order.refunded',
      'order.dispute_ended',
      'order.refund_confirmed',
    ])
  })

  it.each([
    ['money', { points: 10 }, { vnd: 90_000 }],
    ['points', { vnd: 90_000 }, { points: 10 }],
  ])('reports the end of a dispute when its %s is returned last', async (_what, first, last) => {
    const world = new World()
    const { second } = await payTwice(world, id)
    await refundOrder(world.context, id, { id: 'R1', transactionId: second, ...first })
    await refundOrder(world.context, id, { id: 'R2', transactionId: second, ...last })
    await world.live(1)

    expect(world.events.slice(-3).map(({ type }) => type)).toEqual([
      'order.refunded',
      'order.refunded',
      'order.dispute_ended',
    ])
  })

  it('reports the end of a dispute once, also when presumed, and again after a withdrawal', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    world.events.splice(0)
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    const all = { id: 'R1', transactionId: second, vnd: 90_000, points: 10 }
    await refundOrder(world.context, id, all)
    world.service.fault = () => 'none'
    await world.live(2)
    const presumed = await readRefund(world.context, 'R1')
    if (presumed === undefined) throw new Error('The refund is gone.')
    await withdrawPresumed(world.context, presumed, {
      evidence: 'daily file of the service',
      data: {},
    })
    const { reason, staffId } = word
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', reason, staffId })
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', reason, staffId })
    await world.live(1)

    expect(world.events.map(({ type, data: { facts } }) => [type, facts['presumed']])).toEqual([
      ['order.refunded', true],
      ['order.dispute_ended', true],
      ['order.refund_withdrawn', undefined],
      ['order.refund_confirmed', undefined],
      ['order.dispute_ended', undefined],
    ])
  })

  it.each(['through this system', 'elsewhere'])(
    'makes the row of a payment that another order has too, once it is returned %s',
    async (where) => {
      const world = new World()
      const transactionId = await payWithTransactionOf(world, 'first', id)
      const arrivals = async () =>
        (await world.order(id)).journal.filter(({ kind }) => kind === 'payment.arrived').length
      const before = await arrivals()
      for (const refund of ['R1', 'R2']) {
        const amounts = { vnd: 1_000, points: 0 }
        await (where === 'elsewhere'
          ? recordRefundElsewhere(
              world.context,
              { id: refund, orderId: id, transactionId, ...amounts },
              {},
            )
          : refundOrder(world.context, id, { id: refund, transactionId, vnd: 1_000 }))
      }

      expect([before, await arrivals()]).toEqual([0, 1])
      expect((await world.order(id)).disputedPayments).toMatchObject([
        { hasRow: true, settledVnd: 2_000 },
      ])
    },
  )

  it('reports the end of a dispute that was refunded on the merchant site', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    const elsewhere = { id: 'E1', orderId: id, transactionId: second, vnd: 90_000, points: 10 }
    await recordRefundElsewhere(world.context, elsewhere, {})
    await recordRefundElsewhere(world.context, elsewhere, {})
    await world.live(1)

    expect(world.events.slice(-2).map(({ type }) => type)).toEqual([
      'order.refunded',
      'order.dispute_ended',
    ])
  })

  it('is reported with the transaction that it refunds, unlike a refund of the order', async () => {
    const world = new World()
    const { first, second } = await payTwice(world, id)
    const { context } = world
    world.service.refundConduct = ({ refundId }) => (refundId === 'R2' ? 'refuses' : 'returns')
    await refundOrder(context, id, { id: 'R1', transactionId: second, vnd: 1_000 })
    await refundOrder(context, id, { id: 'R2', transactionId: second, vnd: 1_000 })
    await refundOrder(context, id, { id: 'R3', transactionId: first, vnd: 1_000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(context, id, { id: 'R4', transactionId: second, vnd: 1_000 })
    world.service.fault = () => 'none'
    await world.live(2)
    const presumed = await readRefund(context, 'R4')
    if (presumed === undefined) throw new Error('The refund is gone.')
    await withdrawPresumed(context, presumed, { evidence: 'daily file of the service', data: {} })
    const { reason, staffId } = word
    await settleRefundByVerdict(context, id, 'R4', { result: 'refunded', reason, staffId })
    const elsewhere = { id: 'E1', orderId: id, transactionId: second, vnd: 1_000, points: 0 }
    await recordRefundElsewhere(context, elsewhere, {})
    await world.live(1)

    const told = world.events
      .filter(({ type }) => type.startsWith('order.refund'))
      .map(({ type, data: { facts } }) => [type, facts['refund_id'], facts['transaction_id']])
    expect(told).toEqual([
      ['order.refunded', 'R1', second],
      ['order.refund_refused', 'R2', second],
      ['order.refunded', 'R3', undefined],
      ['order.refunded', 'R4', second],
      ['order.refund_withdrawn', 'R4', second],
      ['order.refund_confirmed', 'R4', second],
      ['order.refunded', 'E1', second],
    ])
  })

  it('refunds the second payment in parts of money and points', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    const part = { transactionId: second, vnd: 45_000, points: 5 }

    const first = await refundOrder(world.context, id, { id: 'R1', ...part })
    const rest = await refundOrder(world.context, id, { id: 'R2', ...part })

    expect(first).toMatchObject({ order: { disputedPayments: [{ state: 'open' }] } })
    expect(rest).toMatchObject({
      order: { state: 'paid', disputedPayments: [{ state: 'returned' }] },
    })
  })

  it('raises the version of the order, by its reservation and by its outcome', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    const before = (await world.order(id)).order.version
    const during: number[] = []
    world.service.duringRefund = async () => {
      during.push((await world.order(id)).order.version)
    }

    await refundOrder(world.context, id, { id: 'R1', transactionId: second, vnd: 1_000 })

    expect(during).toEqual([before + 1])
    expect((await world.order(id)).order.version).toBe(before + 2)
  })

  it('leaves the first payment fully refundable', async () => {
    const world = new World()
    const { first, second, references } = await payTwice(world, id)

    const own = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: first,
      vnd: 100_000,
    })
    const tooMuch = await refundOrder(world.context, id, { id: 'R2', vnd: 1 })
    const other = await refundOrder(world.context, id, {
      id: 'R3',
      transactionId: second,
      vnd: 90_000,
      points: 10,
    })

    expect(own).toMatchObject({ outcome: 'known', order: { state: 'disputed' } })
    expect(tooMuch).toMatchObject({
      outcome: 'not_refundable',
      remedy:
        'At most 0 VND and 0 points are left to return. A disputed payment is returned by its transactionId.',
    })
    expect(other).toMatchObject({ outcome: 'known', order: { state: 'refunded' } })
    expect(references.map((reference) => world.service.returnedVnd(reference))).toEqual([
      100_000, 90_000,
    ])
  })

  it('refunds a payment of a wrong amount, and the order is refunded', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, wrongAmount)

    const part = await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 100_000 })
    const rest = await refundOrder(world.context, id, { id: 'R2', transactionId, vnd: 50_000 })

    expect(part).toMatchObject({ outcome: 'known', order: { state: 'disputed' } })
    expect(rest).toMatchObject({
      outcome: 'known',
      order: { state: 'refunded', disputedPayments: [{ state: 'returned' }] },
    })
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(150_000)
  })

  it.each([
    ['money', { vnd: 90_001 }],
    ['points', { points: 11 }],
  ])('refunds no more %s than was paid', async (_what, amounts) => {
    const world = new World()
    const { second } = await payTwice(world, id)

    const outcome = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: second,
      ...amounts,
    })

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      remedy: 'At most 90000 VND and 10 points of this payment are left to return.',
    })
    expect(world.service.refunds.size).toBe(0)
  })

  it('returns the rest of the payment after a part of it', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    const refund = { id: 'R1', transactionId: second, vnd: 5_000, points: 4 }
    await refundOrder(world.context, id, refund)

    const rest = await refundOrder(world.context, id, { ...refund, id: 'R2', vnd: 90_000 })

    expect(rest).toMatchObject({
      outcome: 'not_refundable',
      remedy: 'At most 85000 VND and 6 points of this payment are left to return.',
    })
  })

  it('keeps the sum of fifty concurrent refunds within the payment', async () => {
    const world = new World()
    const { second, references } = await payTwice(world, id)

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refundOrder(world.context, id, { id: `R${index}`, transactionId: second, vnd: 4_000 }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(22)
    expect(world.service.returnedVnd(references[1])).toBe(88_000)
    expect((await world.order(id)).order).toMatchObject({ refundedVnd: 0, settledVnd: 0 })
  })

  it('releases the reservation when the service refuses', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    world.service.refundAnswer = () => refusal(4000820, 'no')
    const refund = { transactionId: second, vnd: 90_000, points: 10 }
    const refused = await refundOrder(world.context, id, { id: 'R1', ...refund })
    world.service.refundAnswer = undefined

    const again = await refundOrder(world.context, id, { id: 'R2', ...refund })

    expect(refused).toMatchObject({
      refund: { state: 'refused' },
      order: { state: 'disputed', disputedPayments: [{ refunded: { vnd: 0, points: 0 } }] },
    })
    expect(again).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'paid' } })
  })

  it('keeps the reservation while its outcome is unknown, and settles it by its own id', async () => {
    const world = new World()
    const { second, references } = await payTwice(world, id)
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    const refund = { transactionId: second, vnd: 90_000, points: 10 }
    const unanswered = await refundOrder(world.context, id, { id: 'R1', ...refund })
    const accepting = await acceptDispute(world.context, id, { transactionId: second, ...word })
    world.service.fault = () => 'none'

    await world.live(2, 10)

    expect(unanswered).toMatchObject({ refund: { state: 'refund_unknown' } })
    expect(accepting).toMatchObject({ outcome: 'not_unknown' })
    expect((await world.order(id)).order.state).toBe('paid')
    expect(world.service.returnedVnd(references[1])).toBe(90_000)
  })

  it('is a conflict with a refund of another payment under the same id', async () => {
    const world = new World()
    const { second } = await payTwice(world, id)
    await refundOrder(world.context, id, { id: 'R1', vnd: 1_000 })

    const outcome = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: second,
      vnd: 1_000,
    })

    expect(outcome).toMatchObject({ outcome: 'conflict', differs: ['transactionId'] })
    expect(world.service.refunds.size).toBe(1)
  })

  it('waits for a second person when an operator returns more than the limit', async () => {
    const world = new World({ context: { approvalLimitVnd: 50_000 } })
    const { second } = await payTwice(world, id)
    const refund = { transactionId: second, ...word }

    const outcomes = [
      await refundByOperator(world.context, id, { ...refund, id: 'R1', vnd: 50_001 }),
      await refundByOperator(world.context, id, { ...refund, id: 'R2', vnd: 50_000 }),
    ]

    expect(outcomes).toMatchObject([{ outcome: 'approval_needed' }, { outcome: 'known' }])
    expect([...world.service.refunds.keys()]).toEqual(['R2'])
  })

  it('says so when its payment was released', async () => {
    const world = new World()
    const transactionId = await payWithTransactionOf(world, 'first', id)
    await releaseDispute(world.context, id, { transactionId, ...word })

    const outcome = await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 1_000 })

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('that of another order'),
    })
    expect(world.service.refunds.size).toBe(0)
  })

  it('of an accepted payment uses the sums of its order', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, wrongAmount)
    await acceptDispute(world.context, id, { transactionId, ...word })

    const outcome = await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 150_000 })

    expect(outcome).toMatchObject({
      outcome: 'known',
      order: { state: 'refunded', refunded: { vnd: 150_000 } },
    })
  })

  it('is answered as before when it is repeated after its payment was accepted', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, wrongAmount)
    world.service.refundAnswer = () => refusal(4000820, 'no')
    const refund = { id: 'R1', transactionId, vnd: 50_000 }
    await refundOrder(world.context, id, refund)
    await acceptDispute(world.context, id, { transactionId, ...word })
    world.service.refundAnswer = undefined

    const again = await refundOrder(world.context, id, refund)
    const unnamed = await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })
    const anew = await refundOrder(world.context, id, { ...refund, id: 'R2' })

    for (const repeat of [again, unnamed]) {
      expect(repeat).toMatchObject({ outcome: 'known', refund: { id: 'R1', state: 'refused' } })
    }
    expect(anew).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
  })

  it.each([
    ['is not known', 'T-NONE'],
    ['belongs to another order', undefined],
  ])('is refused for a transaction that %s', async (_about, named) => {
    const world = new World()
    const { second } = await payTwice(world, id)
    await world.openAndPay({ id: 'other' })

    const outcome = await refundOrder(world.context, 'other', {
      id: 'R1',
      transactionId: named ?? second,
      vnd: 1_000,
    })

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('no payment with this transactionId'),
    })
    expect(world.service.refunds.size).toBe(0)
  })
})

describe('a refund that was made elsewhere', () => {
  const paid = { vnd_amount: 90_000, point_amount: 10 }

  it.each([
    ['its only payment', false],
    ['its second payment', true],
  ])('uses no more of an order than its remaining %s', async (_what, isSecond) => {
    const world = new World()
    const second = isSecond ? (await payTwice(world, id)).second : undefined
    if (!isSecond) await world.openAndPay({ id, amountVnd: 100_000 }, paid)
    await world.openAndPay({ id: 'other', amountVnd: 100_000 }, paid)
    const made = (changes: Partial<RefundMadeElsewhere>) =>
      recordRefundElsewhere(
        world.context,
        { id: 'E', orderId: id, transactionId: second ?? null, vnd: 0, points: 0, ...changes },
        {},
      )

    expect(await made({ vnd: 90_001 })).toBe('exceeds')
    expect(await made({ points: 11 })).toBe('exceeds')
    expect(await made({ vnd: 1, orderId: isSecond ? 'other' : 'none' })).toBe('exceeds')
    expect(await made({ id: 'E1', vnd: 40_000, points: 4 })).toBe('recorded')
    expect(await made({ id: 'E1', vnd: 40_000, points: 4 })).toBe('known')
    expect(await made({ vnd: 50_001 })).toBe('exceeds')
    expect(await made({ points: 7 })).toBe('exceeds')
    world.advance({ hours: 1 })
    expect(await made({ id: 'E2', vnd: 50_000, points: 6 })).toBe('recorded')
    expect(await readRefund(world.context, 'E2')).toMatchObject({
      state: 'refunded',
      origin: 'elsewhere',
      settledVnd: 50_000,
      settledPoints: 6,
      createdAtMs: world.now(),
      updatedAtMs: world.now(),
      nextCallAtMs: null,
    })
    expect(await made({ vnd: 1 })).toBe('exceeds')

    const { order, disputedPayments } = await world.order(id)
    const sums = isSecond ? disputedPayments[0] : order
    expect(sums).toMatchObject({ refundedVnd: 90_000, refundedPoints: 10 })
    expect(order.state).toBe(isSecond ? 'paid' : 'refunded')
    expect((await world.order('other')).order).toMatchObject({ refundedVnd: 0, state: 'paid' })
  })
})
