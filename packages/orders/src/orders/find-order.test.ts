import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { findOrder, recordCallback, refundOrder, startPayment, sweep } from '../index.ts'

const ids = ['order-1', 'order-2']

/** Two orders that are each paid twice, of which each has a refund. */
async function paidTwice(): Promise<World> {
  const world = new World()
  for (const id of ids) {
    await world.openAndStart({ id })
    const first = world.service.newest
    world.advance({ seconds: 1 })
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const second = world.service.newest
    for (const page of [first, second]) {
      await recordCallback(world.context, world.service.pay(page))
      await sweep(world.context)
    }
    await refundOrder(world.context, id, { id: `R-${id}`, vnd: 1000 })
  }
  return world
}

it('returns the rows of the order, and none of another', async () => {
  const world = await paidTwice()

  for (const id of ids) {
    const order = await findOrder(world.context, id)
    const payments = world.service.orders.filter(({ reference }) =>
      order?.attempts.some((attempt) => attempt.reference === reference),
    )
    expect(order).toMatchObject({ id, refunds: [{ id: `R-${id}` }] })
    expect(order?.attempts.map(({ method }) => method)).toEqual(['web-payment', 'transaction-qr'])
    expect(order?.disputedPayments.map(({ transactionId }) => transactionId)).toEqual([
      payments[1]?.status.transaction_id,
    ])
    const { results } = await env.DB.prepare('SELECT seq FROM journal WHERE order_id = ?')
      .bind(id)
      .all<{ seq: number }>()
    expect(order?.timeline.map(({ seq }) => seq)).toEqual(results.map(({ seq }) => seq))
  }
})

it('returns the pending amount of a refund, and 0 for a refused one', async () => {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 9000 }, { vnd_amount: 6000, point_amount: 3 })
  world.service.refundConduct = () => 'returns the money first'
  await refundOrder(world.context, id, { id: 'R1', vnd: 2000, points: 1 })
  world.service.refundConduct = () => 'refuses'
  await refundOrder(world.context, id, { id: 'R2', vnd: 1000, points: 1 })

  const order = await findOrder(world.context, id)

  expect(order).toMatchObject({
    refunded: { vnd: 2000, points: 1 },
    returned: { vnd: 2000, points: 0 },
    refunds: [
      { id: 'R1', returned: { vnd: 2000, points: 0 }, owed: { vnd: 0, points: 1 } },
      { id: 'R2', state: 'refused', returned: { vnd: 0, points: 0 }, owed: { vnd: 0, points: 0 } },
    ],
  })
})

it('returns refunds in the order of their requests, those of the same moment by their ids', async () => {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 9000 })
  await refundOrder(world.context, id, { id: 'R3', vnd: 1000 })
  world.advance({ seconds: 1 })
  for (const refund of ['R2', 'R1']) {
    await refundOrder(world.context, id, { id: refund, vnd: 1000 })
  }

  const order = await findOrder(world.context, id)

  expect(order?.refunds.map((refund) => refund.id)).toEqual(['R3', 'R1', 'R2'])
})
