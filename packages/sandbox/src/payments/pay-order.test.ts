import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'
import { findOrder } from '../orders/orders.ts'
import { cancelPayment, failPayment, payOrder } from './pay-order.ts'
import { needsOneTimeCode, sendOneTimeCode } from './one-time-code.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({ otpAboveVnd: 99_999 })
  await bench.control.moveClock({ run: true })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 100, status: 'active' })
})

describe('payOrder', () => {
  it('charges points and the rest in money, and returns both in the query', async () => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder({ order_amount: 250_000 })

    const paid = await payOrder(sandbox, { orderId, walletId: 'U-AN', points: 50, skipOtp: true })

    const query = await bench.call(`/merchant-integration/v1/qr/query/${orderId}`, {
      method: 'GET',
    })
    expect(paid).toMatchObject({ outcome: 'paid' })
    expect(query.data).toMatchObject({
      pay_status: 'SUCCESS',
      point_amount: 50,
      vnd_amount: 200_000,
      order_amount: 250_000,
      transaction_id: paid.outcome === 'paid' ? paid.transactionId : '',
    })
    expect(await walletBalance(sandbox.database, 'U-AN')).toEqual({ vnd: 800_000, points: 50 })
  })

  // Specification: 1.44
  it('creates a transaction id that is valid in the daily files', async () => {
    const { orderId } = await bench.createOrder()

    const { transactionId } = await bench.control.pay(orderId)

    expect(transactionId).toMatch(/^\d{20}$/)
  })

  // Specification: 1.27
  it('converts points at the configured value and keeps that value for the refund', async () => {
    await bench.control.setRules({ pointValueVnd: 10 })
    const { orderId, reference } = await bench.createOrder({ order_amount: 1000 })
    await bench.control.pay(orderId, { points: 100 })
    await bench.control.setRules({ pointValueVnd: 5000 })
    const before = await bench.control.ledger()

    await bench.call('/merchant-integration/v1/orders/refund', {
      fields: {
        order_reference_id: `R-${orderId}`,
        original_order_reference_id: reference,
        point_amount: 100,
      },
    })

    const after = await bench.control.ledger()
    const merchant = (check: typeof before) =>
      check.balances.find(({ account }) => account === 'merchant:EDGE:VND')?.balance ?? 0
    expect(merchant(before) - merchant(after)).toBe(1000)
  })

  it.each([
    ['a poor wallet', { walletId: 'U-CHI' }, 'balance_insufficient'],
    ['a blocked wallet', { walletId: 'U-DUNG' }, 'wallet_blocked'],
    ['an unknown wallet', { walletId: 'U-NOBODY' }, 'wallet_not_found'],
    ['more points than the wallet has', { walletId: 'U-AN', points: 101 }, 'points_insufficient'],
    ['points worth more than the price', { walletId: 'U-AN', points: 201 }, 'amounts_invalid'],
    ['half a point', { walletId: 'U-AN', points: 0.5 }, 'amounts_invalid'],
  ])('refuses %s and moves nothing', async (_what, payment, reason) => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder({ order_amount: 200_000 })

    const outcome = await payOrder(sandbox, { orderId, skipOtp: true, ...payment })

    expect(outcome).toMatchObject({ outcome: 'refused', reason })
    expect((await findOrder(sandbox, orderId))?.stage).toBe('open')
    expect((await bench.control.ledger()).sums).toEqual({ VND: 0, POINT: 0 })
  })

  it('accepts one of twenty payments at the same time', async () => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder()

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        payOrder(sandbox, { orderId, walletId: 'U-AN', skipOtp: true }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'paid')).toHaveLength(1)
    expect(await walletBalance(sandbox.database, 'U-AN')).toEqual({ vnd: 900_000, points: 100 })
    expect((await bench.control.order(orderId)).callbacks).toHaveLength(1)
  })

  it('never lets a wallet fall below zero when it pays many orders at the same time', async () => {
    const sandbox = await bench.open()
    await bench.control.changeWallet('U-AN', { vnd: 250_000 })
    const orders = await Promise.all(Array.from({ length: 6 }, () => bench.createOrder()))

    const outcomes = await Promise.all(
      orders.map(({ orderId }) => payOrder(sandbox, { orderId, walletId: 'U-AN', skipOtp: true })),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'paid')).toHaveLength(2)
    expect((await walletBalance(sandbox.database, 'U-AN')).vnd).toBe(50_000)
  })

  it('refuses an expired order, unless a late payment is requested', async () => {
    await bench.control.moveClock({ freeze: true })
    const { orderId } = await bench.createOrder({ expired_in: 3 })
    const query = () =>
      bench.call(`/merchant-integration/v1/qr/query/${orderId}`, { method: 'GET' })
    await bench.control.moveClock({ advanceSeconds: 179 })
    const before = await query()
    await bench.control.moveClock({ advanceSeconds: 1 })
    const expired = await query()

    await expect(bench.control.pay(orderId)).rejects.toMatchObject({ reason: 'order_expired' })
    await bench.control.pay(orderId, { late: true })

    expect(before.data['pay_status']).toBe('INIT')
    expect(expired.data['pay_status']).toBe('EXPIRED')
    expect((await query()).data['pay_status']).toBe('SUCCESS')
  })
})

describe('a one-time code', () => {
  // Specification: 1.14
  it('is asked for above the amount of the rules, and not at it', async () => {
    await bench.control.setRules({ otpAboveVnd: 100_000 })
    const sandbox = await bench.open()

    expect(needsOneTimeCode(sandbox, 100_000)).toBe(false)
    expect(needsOneTimeCode(sandbox, 100_001)).toBe(true)
  })

  it('completes the payment; the order is shown as being processed until then', async () => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder()
    const without = await payOrder(sandbox, { orderId, walletId: 'U-AN' })
    const sent = await sendOneTimeCode(sandbox, { orderId, walletId: 'U-AN' })
    const processing = (await findOrder(sandbox, orderId))?.stage

    const paid = await payOrder(sandbox, {
      orderId,
      walletId: 'U-AN',
      otp: sent.outcome === 'sent' ? sent.otp : '',
    })

    expect(without).toMatchObject({ reason: 'otp_required' })
    expect(sent).toMatchObject({ outcome: 'sent', otp: expect.stringMatching(/^\d{6}$/) })
    expect(processing).toBe('processing')
    expect(paid.outcome).toBe('paid')
  })

  it('stops working after three wrong tries', async () => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder()
    const sent = await sendOneTimeCode(sandbox, { orderId, walletId: 'U-AN' })
    const otp = sent.outcome === 'sent' ? sent.otp : ''
    const wrong = otp === '000000' ? '000001' : '000000'
    const pay = async (code: string) => {
      const outcome = await payOrder(sandbox, { orderId, walletId: 'U-AN', otp: code })
      return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
    }

    const reasons = [await pay(wrong), await pay(wrong), await pay(wrong), await pay(otp)]

    expect(reasons).toEqual(['otp_wrong', 'otp_wrong', 'otp_wrong', 'otp_expired'])
  })

  it('is valid for three minutes', async () => {
    const { orderId } = await bench.createOrder()
    const { otp } = await bench.control.sendOtp(orderId)
    await bench.control.moveClock({ advanceSeconds: 180 })

    const late = bench.control.pay(orderId, { otp })

    await expect(late).rejects.toMatchObject({ reason: 'otp_expired' })
  })
})

describe('an order that ends without a payment', () => {
  it.each([
    ['fails', failPayment],
    ['is cancelled by the customer', cancelPayment],
  ])('%s, makes no callback and cannot be paid any more', async (_what, end) => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder()

    const ended = await end(sandbox, orderId)

    const detail = await bench.control.order(orderId)
    expect(ended).toMatchObject({ outcome: 'ended' })
    expect(detail).toMatchObject({ order: { stage: 'failed' }, callbacks: [] })
    await expect(bench.control.pay(orderId)).rejects.toMatchObject({ reason: 'order_failed' })
  })

  it('leaves a paid order as it is', async () => {
    const sandbox = await bench.open()
    const { orderId } = await bench.createOrder()
    await bench.control.pay(orderId)

    const outcome = await failPayment(sandbox, orderId)

    expect(outcome).toMatchObject({ outcome: 'unchanged', order: { stage: 'paid' } })
  })
})
