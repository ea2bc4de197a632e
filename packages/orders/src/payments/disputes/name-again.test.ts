import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import {
  listAlerts,
  recordCallback,
  refundOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const paid = { reason: 'seen on the merchant site', staffId: 'an', result: 'paid' } as const

/** Returns the payment of X1 by a refund. */
async function expectReturned(world: DailyWorld, reference: string): Promise<void> {
  const refund = { id: 'R1', vnd: 50_000, transactionId: 'X1' }
  expect(await refundOrder(world.context, id, refund)).toMatchObject({
    outcome: 'known',
    refund: { state: 'refunded' },
  })
  expect(world.service.returnedVnd(reference)).toBe(50_000)
}

describe('a transaction that a verdict has named for another payment, and was corrected', () => {
  /** X1 counted as the second payment, by the linked wallet, until the file named LT000001 for it. */
  async function corrected() {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const qr = world.service.newest
    const { reference } = await world.payWithoutAnswer(id)
    world.service.pay(page)
    world.advance({ minutes: 1 })
    await sweep(world.context)
    await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
    const date = world.date()
    await world.endDay([{ invoice: reference, wallet: 'LT000001', amount: 50_000, date }])
    await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'LT000001' })
    return { world, qr }
  }

  it('is a further disputed payment when it arrives after all', async () => {
    const { world, qr } = await corrected()
    await refundOrder(world.context, id, { id: 'R1', vnd: 50_000, transactionId: 'LT000001' })
    const before = (await world.order(id)).order.state

    const callback = world.service.pay(qr, { transaction_id: 'X1' })
    await recordCallback(world.context, callback)
    await sweep(world.context)
    await world.live(10)

    const { order, disputedPayments, attempts } = await world.order(id)
    expect([before, order.state]).toEqual(['paid', 'disputed'])
    expect(disputedPayments.map((one) => `${one.transactionId} ${one.state}`)).toEqual([
      'LT000001 returned',
      'X1 open',
    ])
    expect(attempts.find((one) => one.reference === qr.reference)).toMatchObject({
      state: 'paid',
      transactionId: 'X1',
    })
    const told = world.events.filter(({ type }) => type === 'order.disputed')
    expect(told.map(({ data }) => data.facts['transaction_id'])).toEqual(['X1', 'X1'])
    const { alerts } = await listAlerts(world.context, { kind: 'possible_double_payment' })
    expect(alerts.find(({ subject }) => subject === `${id}:X1`)).toMatchObject({ state: 'open' })
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('is returned by a refund', async () => {
    const { world, qr } = await corrected()
    await recordCallback(world.context, world.service.pay(qr, { transaction_id: 'X1' }))
    await sweep(world.context)

    await expectReturned(world, qr.reference)
  })

  it('is returned by a refund although a verdict has named it for another order too', async () => {
    const { world, qr } = await corrected()
    await world.openLinked({ id: 'order-2', linkedCustomerId: 'customer-2', amountVnd: 50_000 })
    const { reference } = await world.payWithoutAnswer('order-2')
    await settleLinkedPayment(world.context, 'order-2', { ...paid, reference, transactionId: 'X1' })
    await recordCallback(world.context, world.service.pay(qr, { transaction_id: 'X1' }))
    await sweep(world.context)

    await expectReturned(world, qr.reference)
  })
})
