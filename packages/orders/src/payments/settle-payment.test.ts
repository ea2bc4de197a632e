import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import type { ReportedPayment } from './reported-payment.ts'
import { settlePayment } from './settle-payment.ts'

const id = 'order-1'

/** A second payment of the order, by its first page. */
async function second(world: World): Promise<ReportedPayment> {
  const { attempts } = await world.order(id)
  return {
    orderId: id,
    reference: attempts[0]?.reference ?? '',
    serviceOrderId: attempts[0]?.serviceOrderId ?? null,
    transactionId: 'T99',
    status: { order_amount: 100_000, vnd_amount: 100_000 },
    foundBy: 'callback',
    evidence: 'signed query',
  }
}

describe('settlePayment', () => {
  it('makes a second payment of an order a disputed one', async () => {
    const world = new World()
    await world.openAndPay({ id })

    expect(await settlePayment(world.context, await second(world))).toBe('disputed')

    const { order, disputedPayments } = await world.order(id)
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([{ transactionId: 'T99', state: 'open' }])
  })

  it('stores nothing of it when its condition does not hold', async () => {
    const world = new World()
    await world.openAndPay({ id })
    const payment = { ...(await second(world)), where: sql`FALSE` }

    expect(await settlePayment(world.context, payment)).toBe('overtaken')

    const { order, disputedPayments } = await world.order(id)
    expect([order.state, disputedPayments]).toEqual(['paid', []])
  })

  it('names the parts that the service has not named as unknown', async () => {
    const world = new World()
    await world.openAndStart({ id })
    const payment = { ...(await second(world)), status: { order_amount: 100_000 } }

    expect(await settlePayment(world.context, payment)).toBe('paid')

    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.confirmed')?.data).toMatchObject({
      vnd_amount: null,
      point_amount: null,
      parts_differ_from_amount: true,
    })
  })
})
