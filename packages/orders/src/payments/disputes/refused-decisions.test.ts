import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import { payWrong } from '../../../test/disputed-orders.ts'
import { DailyWorld } from '../../../test/daily-world.ts'
import { rightOtp } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import {
  acceptDispute,
  confirmOtp,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'

const id = 'order-1'
const word = { reason: 'looked up at the service', staffId: 'an' }
const mixed = { order_amount: 150_000, vnd_amount: 140_000, point_amount: 10 }

/** An order whose page the service names the transaction of another order for. */
async function transactionOfOther({ isHeld = false } = {}) {
  const world = new World()
  await world.openAndPay({ id: 'other' })
  const transactionId = (await world.order('other')).order.paidTransactionId ?? ''
  await world.openLinked({ id, holdPayment: isHeld, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  if (isHeld) await payWithLink(world.context, id)
  await recordCallback(world.context, world.service.pay(page, { transaction_id: transactionId }))
  await sweep(world.context)
  return { world, transactionId }
}

describe('a disputed payment', () => {
  it.each([{ vnd: 1000 }, { points: 5 }])(
    'is not accepted while %o of it are being returned',
    async (part) => {
      const world = new World()
      const transactionId = await payWrong(world, id, mixed)
      world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
      await refundOrder(world.context, id, { id: 'R1', transactionId, ...part })

      expect(await acceptDispute(world.context, id, { transactionId, ...word })).toMatchObject({
        outcome: 'not_unknown',
        order: { state: 'disputed' },
      })
    },
  )

  it('is not accepted by a line that makes its row, when another line has made it meanwhile', async () => {
    const { world, transactionId } = await transactionOfOther()
    const rowMade = () => env.DB.prepare('UPDATE disputed_payments SET has_row = 1').run()
    const verdict = { transactionId, ...word }

    const database = databaseWithWork(rowMade)
    const during = await acceptDispute({ ...world.context, database }, id, verdict)
    const after = await acceptDispute(world.context, id, verdict)

    expect(during).toMatchObject({ outcome: 'not_unknown' })
    expect(after).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'payment.confirmed')).toMatchObject([
      { data: { has_row: true } },
    ])
  })

  it('is not reopened by a verdict without a reason', async () => {
    const world = new World()
    const transactionId = await payWrong(world, id, mixed)

    await expect(
      reopenDispute(world.context, id, { ...word, transactionId, reason: ' ' }),
    ).rejects.toThrow(/^The verdict's reason must/)
  })

  it('has its row although another order has released its transaction before', async () => {
    const world = new DailyWorld()
    await world.openLinked({ id, amountVnd: 50_000 })
    const { reference } = await world.payWithoutAnswer(id)
    const paid = { reference, result: 'paid', ...word } as const
    await settleLinkedPayment(world.context, id, { ...paid, transactionId: 'X1' })
    async function payUnder(order: string): Promise<void> {
      await world.openAndStart({ id: order, amountVnd: 50_000 })
      const callback = world.service.pay(world.service.newest, { transaction_id: 'X1' })
      await recordCallback(world.context, callback)
      await sweep(world.context)
    }
    await payUnder('second')
    await releaseDispute(world.context, 'second', { transactionId: 'X1', ...word })
    const date = world.date()
    await world.endDay([{ invoice: reference, wallet: 'LT000001', amount: 50_000, date }])
    await settleLinkedPayment(world.context, id, { ...paid, transactionId: 'LT000001' })

    await payUnder('third')

    expect((await world.order(id)).order.paidTransactionId).toBe('LT000001')
    expect(await world.order('third')).toMatchObject({
      order: { state: 'disputed' },
      disputedPayments: [{ transactionId: 'X1', hasRow: true }],
    })
  })

  it('is reopened once, with a new version, and not when the order was paid meanwhile', async () => {
    const { world, transactionId } = await transactionOfOther()
    const page = world.service.newest
    const verdict = { transactionId, ...word }
    await releaseDispute(world.context, id, verdict)
    const { version } = (await world.order(id)).order
    await reopenDispute(world.context, id, verdict)
    const reopened = await world.order(id)
    await releaseDispute(world.context, id, verdict)
    async function pay(): Promise<void> {
      const own = { transaction_id: 'T-OWN', vnd_amount: 100_000, point_amount: 0 }
      await recordCallback(world.context, world.service.pay(page, own))
      await world.live(2)
    }

    const database = databaseWithWork(pay)
    const during = await reopenDispute({ ...world.context, database }, id, verdict)

    expect(reopened.order).toMatchObject({ state: 'disputed', version: version + 1 })
    expect(during).toMatchObject({
      outcome: 'not_unknown',
      order: { state: 'paid', payment: { transactionId: 'T-OWN' } },
    })
  })

  it('is released once by two verdicts that meet, with one event', async () => {
    const { world, transactionId } = await transactionOfOther({ isHeld: true })
    const verdict = { transactionId, ...word }
    const database = databaseWithWork(
      () => releaseDispute(world.context, id, { ...verdict, staffId: 'first' }),
      3,
    )

    const during = await releaseDispute({ ...world.context, database }, id, verdict)
    await sweep(world.context)

    expect(during).toMatchObject({ outcome: 'not_unknown', order: { state: 'held' } })
    const own = world.events.filter(({ data: { order } }) => order.id === id)
    expect(own.map(({ type }) => type)).toEqual(['order.held', 'order.disputed', 'order.held'])
  })

  it('that was released is not accepted while another one is open', async () => {
    const world = new World()
    await world.openAndPay({ id: 'other' })
    const transactionId = (await world.order('other')).order.paidTransactionId ?? ''
    await openOrder(world.context, { id, amountVnd: 100_000 })
    for (const method of ['web-payment', 'transaction-qr'] as const) {
      await startPayment(world.context, id, { method })
    }
    const [first, second] = world.service.orders.slice(-2)
    if (first === undefined || second === undefined) throw new Error('There are not two pages.')
    for (const callback of [
      world.service.pay(first, { transaction_id: transactionId }),
      world.service.pay(second, mixed),
    ]) {
      await recordCallback(world.context, callback)
      await sweep(world.context)
    }
    expect((await world.order(id)).disputedPayments).toHaveLength(2)
    await releaseDispute(world.context, id, { transactionId, ...word })

    expect(await acceptDispute(world.context, id, { transactionId, ...word })).toMatchObject({
      outcome: 'not_unknown',
      order: { state: 'disputed' },
    })
  })

  it('gets no second row where the partner file has listed it as of unknown outcome', async () => {
    const world = new DailyWorld()
    world.service.needsOtp = true
    await world.openLinked({ id, amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    const { reference } = await world.linkedAttempt(id)
    await recordCallback(world.context, world.service.pay(page))
    await world.live(1)
    const row = { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() }
    await world.endDay([await world.rowOfPayment(id), row])

    expect(await world.text(world.name('partner'))).toContain(reference)
    const { journal, disputedPayments } = await world.order(id)
    expect(disputedPayments).toMatchObject([{ transactionId: 'LT000001', hasRow: true }])
    expect(journal.find(({ kind }) => kind === 'payment.arrived')?.data).toMatchObject({
      has_row: true,
    })
  })
})
