import { describe, expect, it } from 'vitest'
import { payTwice, payWrong } from '../../../test/disputed-orders.ts'
import { World } from '../../../test/world.ts'
import { acceptDispute, recordCallback, refundOrder, sweep } from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const word = { reason: 'the customer pays the rest in the shop', staffId: 'an' }

describe('a disputed payment', () => {
  it('is stored with the paid amount', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, {
      order_amount: 150_000,
      vnd_amount: 140_000,
      point_amount: 10,
    })

    const { order, disputedPayments, journal } = await world.order(id)
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([
      {
        transactionId,
        state: 'open',
        reason: 'amount_mismatch',
        reference: world.service.newest.reference,
        paidVnd: 140_000,
        paidPoints: 10,
        refundedVnd: 0,
      },
    ])
    expect(journal.find(({ kind }) => kind === 'payment.disputed')).toMatchObject({
      evidence: 'signed query',
      data: { transaction_id: transactionId, vnd: 140_000, points: 10 },
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('is stored besides the one that pays the order, each with its own amounts', async () => {
    const world = new World()
    const { first, second } = await payTwice(world, id)

    const { order, disputedPayments } = await world.order(id)
    expect(order).toMatchObject({ state: 'disputed', paidTransactionId: first, paidVnd: 100_000 })
    expect(disputedPayments).toMatchObject([
      { transactionId: second, reason: 'possible_double_payment', paidVnd: 90_000, paidPoints: 10 },
    ])
  })

  it('is stored once for repeated reports', async () => {
    const world = new World()
    await payTwice(world, id)
    for (const order of world.service.orders) {
      await recordCallback(world.context, world.service.callbackOf(order))
    }
    await world.live(30, 300)

    expect((await world.order(id)).disputedPayments).toHaveLength(1)
    expect(await world.alertKinds()).toEqual(['possible_double_payment'])
  })

  it('is stored when the token in its path names another price, and queried until it is confirmed', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const callback = world.service.pay(world.service.newest)
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')
    await recordCallback(world.context, { ...callback, amountVnd: 1_000 })
    await sweep(world.context)
    const before = await world.order(id)
    world.service.fault = () => 'none'

    await world.live(2, 10)

    const after = await world.order(id)
    expect([before.order.state, before.disputedPayments.length]).toEqual(['created', 0])
    expect(after.order.state).toBe('disputed')
    expect(after.disputedPayments).toMatchObject([
      { reason: 'token_amount_mismatch', paidVnd: 100_000, paidPoints: 0 },
    ])
    expect(await world.alertKinds()).toEqual(['token_amount_mismatch'])
  })

  it('pays no other order, and is stored as disputed for that one too', async () => {
    const world = new World()
    const transaction_id = await payWrong(world, id, { order_amount: 90_000, vnd_amount: 90_000 })
    await world.openAndStart({ id: 'other' })
    world.service.pay(world.service.newest, { transaction_id })

    await world.live(2)

    const { order, disputedPayments } = await world.order('other')
    expect(order).toMatchObject({ state: 'disputed', paidTransactionId: null })
    expect(disputedPayments).toMatchObject([
      { transactionId: transaction_id, reason: 'transaction_of_other_order', state: 'open' },
    ])
    expect(await world.alertKinds()).toContain('transaction_of_other_order')
  })
})

describe('acceptDispute', () => {
  it.each([
    [
      { order_amount: 90_000, vnd_amount: 90_000 },
      { vnd: 90_000, points: 0 },
    ],
    [
      { order_amount: 150_000, vnd_amount: 140_000, point_amount: 10 },
      { vnd: 140_000, points: 10 },
    ],
  ])('makes an order paid with the paid amount: %j', async (paid, parts) => {
    const world = new World()
    const transactionId = await payWrong(world, id, paid)

    const outcome = await acceptDispute(world.context, id, { transactionId, ...word })
    await sweep(world.context)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: {
        state: 'paid',
        amountVnd: 100_000,
        payment: { transactionId, serviceOrderId: world.service.newest.status.order_id, ...parts },
        disputedPayments: [{ transactionId, state: 'accepted' }],
      },
    })
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.confirmed')).toMatchObject({
      evidence: 'word of a person',
      data: {
        transaction_id: transactionId,
        order_amount: paid.order_amount,
        staff_id: 'an',
        verdict_reason: word.reason,
      },
    })
    expect(world.events.map(({ type }) => type)).toEqual(['order.disputed', 'order.paid'])
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('allows refunds up to the paid amount afterwards', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, { order_amount: 150_000, vnd_amount: 150_000 })
    await acceptDispute(world.context, id, { transactionId, ...word })

    const tooMuch = await refundOrder(world.context, id, { id: 'R1', vnd: 150_001 })
    const all = await refundOrder(world.context, id, { id: 'R2', vnd: 150_000 })

    expect(tooMuch).toMatchObject({ outcome: 'not_refundable' })
    expect(all).toMatchObject({ outcome: 'known', order: { state: 'refunded' } })
    expect(world.service.returnedVnd(world.service.newest.reference)).toBe(150_000)
  })

  it('accepts once, for the first of concurrent requests', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, { order_amount: 90_000, vnd_amount: 90_000 })

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        acceptDispute(world.context, id, { transactionId, ...word, staffId: `S${number}` }),
      ),
    )
    await sweep(world.context)

    expect(outcomes.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'not_unknown')).toHaveLength(7)
    expect(world.events.filter(({ type }) => type === 'order.paid')).toHaveLength(1)
  })

  it('does not accept a second payment for an order that has one', async () => {
    const world = new World()
    const { first, second } = await payTwice(world, id)

    const outcome = await acceptDispute(world.context, id, { transactionId: second, ...word })
    const own = await acceptDispute(world.context, id, { transactionId: first, ...word })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
    expect(own).toEqual({ outcome: 'not_found' })
  })

  it('leaves an order disputed while another payment of it is open', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, { order_amount: 90_000, vnd_amount: 90_000 })
    const before = await world.order(id)
    await world.context.database
      .prepare(
        `INSERT INTO disputed_payments (transaction_id, order_id, reference, reason, found_by,
           paid_vnd, paid_points, booked_at_ms, created_at_ms)
         VALUES ('T-LATER', ?1, ?2, 'payment_of_disputed_order', 'callback', 100000, 0, 1, 1)`,
      )
      .bind(id, before.attempts[0]?.reference)
      .run()

    const outcome = await acceptDispute(world.context, id, { transactionId, ...word })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'disputed', payment: { transactionId, vnd: 90_000 } },
    })
  })

  it('returns not_found for an unknown order or transaction', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, { order_amount: 90_000, vnd_amount: 90_000 })

    expect(await acceptDispute(world.context, 'none', { transactionId, ...word })).toEqual({
      outcome: 'not_found',
    })
    expect(await acceptDispute(world.context, id, { transactionId: 'T-X', ...word })).toEqual({
      outcome: 'not_found',
    })
  })

  it.each([
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(256) }],
    ['staffId', { staffId: '' }],
    ['transactionId', { transactionId: 'A;B' }],
    ['transactionId', { transactionId: 'A B' }],
  ])('names the %s that is out of its range', async (field, change) => {
    const world = new World()

    await expect(
      acceptDispute(world.context, id, { transactionId: 'T1', ...word, ...change }),
    ).rejects.toThrow(`The verdict's ${field} must be`)
  })
})
