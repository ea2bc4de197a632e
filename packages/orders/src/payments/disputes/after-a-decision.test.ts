import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { payTwice } from '../../../test/disputed-orders.ts'
import { World } from '../../../test/world.ts'
import {
  acceptDispute,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'

const id = 'order-1'
const word = { reason: 'looked up at the service', staffId: 'an' }

it('a second payment on the page whose first one was accepted is disputed, and can be returned', async () => {
  const world = new World()
  await world.openAndStart({ id })
  const more = { order_amount: 150_000, vnd_amount: 150_000 }
  const first = world.service.pay(world.service.newest, more)
  await recordCallback(world.context, first)
  await sweep(world.context)
  const accepted = { transactionId: first.signed.transaction_id, ...word }
  await acceptDispute(world.context, id, accepted)

  const second = world.service.pay(world.service.newest, { ...more, transaction_id: 'TX-2' })
  await recordCallback(world.context, second)
  await sweep(world.context)

  const { disputedPayments } = await world.order(id)
  expect(disputedPayments).toMatchObject([
    { transactionId: accepted.transactionId, state: 'accepted' },
    { transactionId: 'TX-2', state: 'open', reason: 'possible_double_payment' },
  ])
  const returned = { id: 'R1', vnd: 150_000, transactionId: 'TX-2' }
  expect(await refundOrder(world.context, id, returned)).toMatchObject({
    outcome: 'known',
    refund: { state: 'refunded' },
    order: { state: 'paid' },
  })
})

it('the shop and the journal learn that a person has accepted the payment, and why it was disputed', async () => {
  const world = new World()
  await world.openAndStart({ id })
  const less = world.service.pay(world.service.newest, { order_amount: 90_000, vnd_amount: 90_000 })
  await recordCallback(world.context, less)
  await sweep(world.context)
  const { transaction_id } = less.signed
  const before = (await world.order(id)).order.version
  await acceptDispute(world.context, id, { transactionId: transaction_id, ...word })
  await sweep(world.context)

  const facts = {
    transaction_id,
    reference: world.service.newest.reference,
    vnd_amount: 90_000,
    dispute: 'amount_mismatch',
    found_by: 'person',
    // Its arrival has made its row in the partner file already.
    has_row: true,
    staff_id: 'an',
  }
  const { journal, order } = await world.order(id)
  expect(order.version).toBe(before + 1)
  expect(journal.find(({ kind }) => kind === 'payment.confirmed')).toMatchObject({
    evidence: 'word of a person',
    data: facts,
  })
  expect(world.events.at(-1)).toMatchObject({ type: 'order.paid', data: { facts } })
})

it.each([
  [0, 'paid'],
  [40_000, 'part_refunded'],
  [100_000, 'refunded'],
])(
  'an order of which %i VND were returned while it was disputed is %s after that',
  async (vnd, state) => {
    const world = new World()
    const { second } = await payTwice(world, id)
    if (vnd > 0) await refundOrder(world.context, id, { id: 'R1', vnd })
    const during = (await world.order(id)).order.state

    const rest = { id: 'R2', vnd: 90_000, points: 10, transactionId: second }
    const outcome = await refundOrder(world.context, id, rest)

    expect(during).toBe('disputed')
    expect(outcome).toMatchObject({ outcome: 'known', order: { state } })
  },
)

it('the release of a dispute tells the shop once that the held money may be captured', async () => {
  const world = new World()
  await world.openAndPay({ id: 'other' })
  const transactionId = (await world.order('other')).order.paidTransactionId ?? ''
  await world.openLinked({ id, holdPayment: true })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  await payWithLink(world.context, id)
  await recordCallback(world.context, world.service.pay(page, { transaction_id: transactionId }))
  await sweep(world.context)
  const told: string[][] = []

  for (let time = 0; time < 2; time += 1) {
    await releaseDispute(world.context, id, { transactionId, ...word })
    await world.live(1)
    const own = world.events.filter(({ data: { order } }) => order.id === id)
    told.push(own.map(({ type }) => type))
  }

  const once = ['order.held', 'order.disputed', 'order.held']
  expect(told).toEqual([once, once])
})

it('a payment is released to the order that has its transaction, not to one with another dispute', async () => {
  const world = new World()
  const more = { order_amount: 150_000, vnd_amount: 150_000 }
  const own = [
    ['one', { ...more, transaction_id: 'TX-1' }],
    ['two', { ...more, transaction_id: 'TX-2' }],
    ['a-third', { transaction_id: 'TX-1' }],
    ['b-fourth', { transaction_id: 'TX-1' }],
  ] as const
  for (const [order, paid] of own) {
    await world.openAndStart({ id: order })
    await recordCallback(world.context, world.service.pay(world.service.newest, paid))
    await sweep(world.context)
  }
  const kindsOf = async (order: string) =>
    (await world.order(order)).journal.map(({ kind }) => kind)
  const arrived = await Promise.all(own.map(([order]) => kindsOf(order)))

  const unshared = await releaseDispute(world.context, 'two', { transactionId: 'TX-2', ...word })
  const shared = { transactionId: 'TX-1', ...word }

  expect(arrived.map((kinds) => kinds.includes('payment.arrived'))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(unshared).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  for (const [order, of] of [
    ['a-third', 'b-fourth'],
    ['b-fourth', 'one'],
  ] as const) {
    expect(await releaseDispute(world.context, order, shared)).toMatchObject({
      outcome: 'settled',
      order: { state: 'expired' },
    })
    const { journal } = await world.order(order)
    expect(journal.find(({ kind }) => kind === 'payment.released')?.data).toMatchObject({
      transaction_id: 'TX-1',
      order_id_of_payment: of,
    })
  }
})

it('a late answer after the release of a wrongly named payment names a payment of its own', async () => {
  const world = new World()
  await world.openAndPay({ id: 'other' })
  const wrong = (await world.order('other')).order.paidTransactionId ?? ''
  await world.openLinked({ id, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reached, release } = world.service.holdNextCall('pay')
  const paying = payWithLink(world.context, id)
  await reached
  world.advance({ minutes: 2 })
  await sweep(world.context)
  const { reference } = await world.linkedAttempt(id)
  const named = { reference, result: 'paid', transactionId: wrong, ...word } as const
  await settleLinkedPayment(world.context, id, named)
  await releaseDispute(world.context, id, { transactionId: wrong, ...word })
  await recordCallback(world.context, world.service.pay(page))
  world.advance({ minutes: 1 })
  await sweep(world.context)

  release()
  await paying

  expect(await world.order(id)).toMatchObject({
    order: { paidReference: page.reference },
    disputedPayments: [
      { transactionId: wrong, state: 'released' },
      { transactionId: 'LT000001', state: 'open', reason: 'possible_double_payment' },
    ],
  })
})

it('a linked wallet that is charged after another payment was accepted has paid twice', async () => {
  const world = new World()
  await world.openLinked({ id, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reached, release } = world.service.holdNextCall('pay')
  const paying = payWithLink(world.context, id)
  await reached
  const less = world.service.pay(page, { order_amount: 90_000, vnd_amount: 90_000 })
  await recordCallback(world.context, less)
  await sweep(world.context)
  const { transaction_id: transactionId } = less.signed
  await acceptDispute(world.context, id, { transactionId, ...word })

  release()
  await paying

  const { order, disputedPayments } = await world.order(id)
  expect(order).toMatchObject({ state: 'disputed', paidTransactionId: transactionId })
  expect(disputedPayments).toContainEqual(
    expect.objectContaining({
      transactionId: 'LT000001',
      state: 'open',
      reason: 'possible_double_payment',
    }),
  )
})

it('a payment whose parts the service does not name counts as money, and raises an alert', async () => {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 50_000 }, { vnd_amount: 0, point_amount: 0 })

  expect((await world.order(id)).order).toMatchObject({ paidVnd: 50_000, paidPoints: 0 })
  expect(await world.alertKinds()).toEqual(['paid_parts_differ'])
  expect(await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })).toMatchObject({
    outcome: 'known',
    order: { state: 'refunded' },
  })
})

it('a payment that is short of one VND, which no promotion explains, raises an alert', async () => {
  const world = new World()
  await world.openAndPay({ id, amountVnd: 50_000 }, { vnd_amount: 49_999, point_amount: 0 })

  expect((await world.order(id)).order).toMatchObject({ paidVnd: 49_999 })
  expect(await world.alertKinds()).toEqual(['paid_parts_differ'])
})

it('an order stays disputed by a payment of which no row is stored, as by an old version', async () => {
  const world = new World()
  await openOrder(world.context, { id, amountVnd: 100_000 })
  for (const method of ['web-payment', 'transaction-qr'] as const) {
    await startPayment(world.context, id, { method })
  }
  const transactions: string[] = []
  for (const page of world.service.orders) {
    const less = { order_amount: 90_000, vnd_amount: 90_000 }
    const callback = world.service.pay(page, less)
    await recordCallback(world.context, callback)
    await sweep(world.context)
    transactions.push(callback.signed.transaction_id)
  }
  const [stored = '', lost = ''] = transactions
  await env.DB.prepare('DELETE FROM disputed_payments WHERE transaction_id = ?').bind(lost).run()

  expect(await acceptDispute(world.context, id, { transactionId: stored, ...word })).toMatchObject({
    outcome: 'settled',
    order: { state: 'disputed', payment: { transactionId: stored } },
  })
})
