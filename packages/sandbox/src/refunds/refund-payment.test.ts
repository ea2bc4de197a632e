import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'

const path = '/merchant-integration/v1/orders/refund'
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.moveClock({ run: true })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 1000 })
})

async function paid(points = 0): Promise<{ orderId: string; reference: string }> {
  const order = await bench.createOrder()
  await bench.control.pay(order.orderId, { points })
  return order
}

function refund(original: string, fields: object) {
  return bench.call(path, {
    fields: {
      order_reference_id: freshId('refund'),
      original_order_reference_id: original,
      ...fields,
    },
  })
}

async function balance() {
  return walletBalance((await bench.open()).database, 'U-AN')
}

describe('refundPayment', () => {
  // Specification: 1.15, 1.16, 1.17
  it('returns money and points in parts up to the payment', async () => {
    const { reference } = await paid(40)

    const answers = [
      await refund(reference, { vnd_amount: 10_000, point_amount: 15 }),
      await refund(reference, { vnd_amount: 50_000 }),
      await refund(reference, { point_amount: 25 }),
      await refund(reference, { vnd_amount: 1 }),
      await refund(reference, { point_amount: 1 }),
    ]

    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 4004009, 4004009])
    expect(await balance()).toEqual({ vnd: 1_000_000, points: 1000 })
  })

  // Specification: 2.6.1, 2.0.2
  it('returns the ids of both halves', async () => {
    const { orderId, reference } = await paid(40)
    const { order } = await bench.control.order(orderId)

    const answer = await refund(reference, { vnd_amount: 1, point_amount: 1 })

    expect(answer.data).toEqual({
      original_loyalty_transaction_id: order.payment?.loyaltyTransactionId,
      refund_transaction_id: expect.stringMatching(/^\d{20}$/),
      refund_loyalty_transaction_id: expect.stringMatching(/^L\d{20}$/),
      refund_transaction_wallet_id: expect.stringMatching(/^W\d{20}$/),
    })
  })

  it('never returns more than was paid when fifty refunds come at the same time', async () => {
    const { orderId, reference } = await paid()

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(reference, { vnd_amount: 7_000 })),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(14)
    expect(codes.filter((code) => code === 4004009)).toHaveLength(36)
    expect((await bench.control.order(orderId)).order.refundedVnd).toBe(98_000)
    expect((await balance()).vnd).toBe(998_000)
  })

  it('accepts one of twenty refunds with the same id and refuses the others with 4090801', async () => {
    const { reference } = await paid()
    const order_reference_id = freshId('same')

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(reference, { order_reference_id, vnd_amount: 10 })),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 4090801)).toHaveLength(19)
  })

  it('refuses the order_reference_id of a payment as the id of a refund', async () => {
    const { reference } = await paid()

    const answer = await refund(reference, { order_reference_id: reference, vnd_amount: 10 })

    expect(answer.code).toBe(4090801)
  })

  it('leaves the id usable when it refuses', async () => {
    const { reference } = await paid()
    const order_reference_id = freshId('again')

    const tooMuch = await refund(reference, { order_reference_id, vnd_amount: 100_001 })
    const right = await refund(reference, { order_reference_id, vnd_amount: 100_000 })

    expect([tooMuch.code, right.code]).toEqual([4000809, 200])
  })

  // 23:59:59 and 00:00:00 in Vietnam are 16:59:59 and 17:00:00 UTC.
  // Specification: 3.16
  it.each([
    ['2030-05-10T16:59:59Z', '2030-05-11T02:09:59Z', 200],
    ['2030-05-10T16:59:59Z', '2030-05-11T02:10:00Z', 4000820],
    ['2030-05-10T17:00:00Z', '2030-05-12T02:09:59Z', 200],
    ['2030-05-10T17:00:00Z', '2030-05-12T02:10:00Z', 4000820],
  ])('answers a payment of %s refunded at %s with %i', async (paidAt, refundedAt, code) => {
    await bench.control.moveClock({ freezeAt: Date.parse(paidAt) / 1000 })
    const { reference } = await paid()
    await bench.control.moveClock({ freezeAt: Date.parse(refundedAt) / 1000 })

    const answer = await refund(reference, { vnd_amount: 10 })

    expect(answer.code).toBe(code)
  })

  // Specification: 2.6.2
  it.each([
    ['sandbox:2000801', 2000801, { vnd: 950_000, points: 960 }],
    ['sandbox:2000802', 2000802, { vnd: 940_000, points: 970 }],
  ])('returns one half at once for %s and the other later', async (description, code, first) => {
    const { reference } = await paid(40)
    const fields = { vnd_amount: 10_000, point_amount: 10, description }

    const answer = await refund(reference, fields)
    const half = await balance()
    await bench.control.moveClock({ advanceSeconds: 61 })
    const whole = await balance()

    expect(answer).toMatchObject({ code, status: 200 })
    expect(half).toEqual(first)
    expect(whole).toEqual({ vnd: 950_000, points: 970 })
    expect((await bench.control.ledger()).wrongAccounts).toEqual([])
  })

  it.each([
    ['sandbox:2000801', { point_amount: 10 }],
    ['sandbox:2000802', { point_amount: 10 }],
    ['sandbox:2000801', { vnd_amount: 10_000 }],
    ['sandbox:2000802', { vnd_amount: 10_000 }],
  ])('is complete at once for %s when it has only one part: %o', async (description, part) => {
    const { reference } = await paid(40)

    const answer = await refund(reference, { ...part, description })

    expect(answer).toMatchObject({ code: 200, status: 200 })
  })

  it('counts the pending half as refunded', async () => {
    const { reference } = await paid(40)
    await refund(reference, { vnd_amount: 1, point_amount: 40, description: 'sandbox:2000801' })

    const again = await refund(reference, { point_amount: 1 })

    expect(again.code).toBe(4004009)
  })

  it('stores the id and returns nothing for taken-5000800', async () => {
    const { orderId, reference } = await paid(40)
    const before = await balance()
    const order_reference_id = freshId('taken')
    const fields = { order_reference_id, vnd_amount: 10_000, point_amount: 10 }

    const answer = await refund(reference, { ...fields, description: 'sandbox:taken-5000800' })
    const repeated = await refund(reference, fields)
    const again = await refund(reference, { ...fields, description: 'sandbox:taken-5000800' })

    expect([answer.code, repeated.code, again.code]).toEqual([5000800, 4090801, 4090801])
    expect(await balance()).toEqual(before)
    expect((await bench.control.order(orderId)).order).toMatchObject({
      refundedVnd: 0,
      refundedPoints: 0,
    })
  })

  it('returns one half, and never the other automatically, for 2000801-for-good', async () => {
    // Pending halves of the other tests settle first.
    await bench.control.moveClock({ advanceSeconds: 3600 })
    await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 1000 })
    const { reference } = await paid(40)
    const description = 'sandbox:2000801-for-good'
    const fields = { vnd_amount: 10_000, point_amount: 10, description }

    const answer = await refund(reference, fields)
    await bench.control.moveClock({ advanceSeconds: 3600 })

    expect(answer.code).toBe(2000801)
    expect(await balance()).toEqual({ vnd: 950_000, points: 960 })
  })
})
