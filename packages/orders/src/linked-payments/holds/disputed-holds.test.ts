import { describe, expect, it } from 'vitest'
import { World } from '../../../test/world.ts'
import {
  acceptDispute,
  captureOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  startPayment,
  sweep,
} from '../../index.ts'

const id = 'order-1'
const word = { reason: 'looked up at the service', staffId: 'an' }

type Paid = Parameters<World['service']['pay']>[1]

/** An order whose money is held, and for which other payments arrive on the pages that were open. */
async function heldAndDisputed(...arriving: readonly Paid[]) {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  const pages = []
  for (const method of ['web-payment', 'transaction-qr'] as const) {
    await startPayment(world.context, id, { method })
    pages.push(world.service.newest)
  }
  await payWithLink(world.context, id)
  const transactions: string[] = []
  for (const [index, paid] of arriving.entries()) {
    const page = pages[index]
    if (page === undefined) throw new Error('There is no page for it.')
    const callback = world.service.pay(page, paid)
    await recordCallback(world.context, callback)
    await sweep(world.context)
    transactions.push(callback.signed.transaction_id)
  }
  const [first = '', second = ''] = transactions
  return { world, first, second }
}

const wrong = { order_amount: 90_000, vnd_amount: 90_000 }

describe('held money of an order that is disputed', () => {
  it('is captured once the disputed payment is refunded', async () => {
    const { world, first } = await heldAndDisputed(wrong)
    const during = await captureOrder(world.context, id)

    const returned = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: first,
      vnd: 90_000,
    })
    const after = await captureOrder(world.context, id)
    await world.live(1)

    expect(during).toMatchObject({ outcome: 'conflict', hold: 'in_question' })
    expect(returned).toMatchObject({ order: { state: 'held' } })
    expect(after).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
    expect(world.events.map(({ type, data: { order } }) => [type, order.state])).toContainEqual([
      'order.paid',
      'paid',
    ])
  })

  it('is captured once the disputed payment is released to another order', async () => {
    const world = new World()
    await world.openAndPay({ id: 'other' })
    const taken = (await world.order('other')).order.paidTransactionId ?? ''
    await world.openLinked({ holdPayment: true })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)
    await recordCallback(world.context, world.service.pay(page, { transaction_id: taken }))
    await sweep(world.context)

    const released = await releaseDispute(world.context, id, { transactionId: taken, ...word })
    const again = await releaseDispute(world.context, id, { transactionId: taken, ...word })
    await world.live(1)
    const told = world.events.filter(({ data: { order } }) => order.id === id)
    const after = await captureOrder(world.context, id)

    expect(released).toMatchObject({ outcome: 'settled', order: { state: 'held' } })
    expect(again).toEqual(released)
    expect(told.map(({ type }) => type)).toEqual(['order.held', 'order.disputed', 'order.held'])
    expect(told.at(-1)?.data.order.state).toBe('held')
    expect(after).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
  })

  it('is released once another payment is accepted, also while a third is disputed', async () => {
    const { world, first, second } = await heldAndDisputed(wrong, wrong)

    await acceptDispute(world.context, id, { transactionId: first, ...word })
    await sweep(world.context)
    const during = await world.order(id)
    await refundOrder(world.context, id, { id: 'R1', transactionId: second, vnd: 90_000 })

    expect(during.order.state).toBe('disputed')
    expect(during.attempts.find(({ method }) => method === 'linked-wallet')?.state).toBe('released')
    expect(await world.alertKinds()).toContain('superfluous_hold')
    expect((await world.order(id)).order.state).toBe('paid')
  })
})
