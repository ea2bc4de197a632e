import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import type { NewOrder } from '../api.ts'
import { dayOf } from '../daily-files/vietnam-day.ts'
import {
  findTransfer,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  startPayment,
  sweep,
  transferMoney,
  unlinkWallet,
} from '../index.ts'
import { erasePerson, refundByOperator, refuseProposal } from '../operators/index.ts'

const action = { reason: 'asked for it on 3 May', staffId: 'S1' }
const order: NewOrder = {
  id: 'order-1',
  amountVnd: 100_000,
  description: 'A gift for Lan',
  returnUrl: 'https://shop.example/thanks',
  linkedCustomerId: 'customer-1',
  extraData: { orderInfo: '{"for":"Lan"}' },
}
const refund = { id: 'R-1', vnd: 1_000, reason: 'Lan called', staffId: 'S2', staffName: 'Lan Anh' }
const proposal = { id: 'R-2', vnd: 9_000, reason: 'Lan wrote', staffId: 'an' }

/**
 * An order that was paid and partly refunded, with a proposed refund; then its customer was erased.
 */
async function erased(): Promise<World> {
  const world = new World({ context: { approvalLimitVnd: 5_000 } })
  await world.openLinked(order)
  await payWithLink(world.context, order.id)
  await refundOrder(world.context, order.id, refund)
  await refundByOperator(world.context, order.id, proposal)
  await refuseProposal(world.context, proposal.id, { reason: 'Lan agrees', staffId: 'binh' })
  await sweep(world.context)
  await unlinkWallet(world.context, 'customer-1')
  await sweep(world.context)
  const outcome = await erasePerson(world.context, { customerId: 'customer-1' }, action)
  if (outcome.outcome !== 'erased') throw new Error(`The customer is ${outcome.outcome}.`)
  return world
}

describe('a request that is repeated after its customer was erased', () => {
  it('returns the outcome of the refund, and no money is returned twice', async () => {
    const world = await erased()

    const again = await refundOrder(world.context, order.id, refund)
    const other = await refundOrder(world.context, order.id, { ...refund, vnd: 2_000 })

    expect(again).toMatchObject({ outcome: 'known', refund: { state: 'refunded', vnd: 1_000 } })
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['vnd'] })
    expect(world.service.count('refund')).toBe(1)
    expect((await world.order(order.id)).refunds).toMatchObject([{ reason: null, staffName: null }])
  })

  it('is sent with what the shop asks for, where the transfer was turned away before', async () => {
    const world = new World()
    const sent = { amountVnd: 50_000, receiverPhone: '0900000123', description: 'Thank you' }
    const asked = { ...sent, id: 'prize-1' }
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, asked)
    delete world.service.answers.transfer
    await sweep(world.context)
    await erasePerson(world.context, { phone: sent.receiverPhone }, action)
    const erased = await findTransfer(world.context, asked.id)

    const outcome = await transferMoney(world.context, asked)

    expect(erased).toMatchObject({ state: 'refused', description: '' })
    expect(outcome).toMatchObject({ transfer: { state: 'succeeded', description: 'Thank you' } })
    expect([...world.service.transfers.values()]).toMatchObject([sent])
  })

  it('returns the existing order, and does not store the customer again', async () => {
    const world = await erased()

    const again = await openOrder(world.context, order)
    const other = await openOrder(world.context, { ...order, amountVnd: 90_000 })

    expect(again).toMatchObject({ outcome: 'existing', order: { state: 'part_refunded' } })
    expect(again.order).not.toHaveProperty('linkedCustomerId')
    expect(again.order.description).toBe('')
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['amountVnd'] })
  })

  it('returns the refused proposal', async () => {
    const world = await erased()

    const again = await refundByOperator(world.context, order.id, proposal)
    const other = await refundByOperator(world.context, order.id, { ...proposal, vnd: 8_000 })

    expect(again).toMatchObject({ outcome: 'approval_needed', proposal: { state: 'refused' } })
    expect(other.outcome).toBe('proposal_conflict')
  })
})

describe('a repeated request for a record that is open again after the erasure', () => {
  it('returns a presumed refund that is unknown again', async () => {
    const world = new DailyWorld()
    await world.openLinked(order)
    await payWithLink(world.context, order.id)
    const payment = await world.rowOfPayment(order.id)
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    await refundOrder(world.context, order.id, refund)
    world.service.fault = () => 'none'
    world.service.registeredOnly.add(refund.id)
    world.advance({ minutes: 2 })
    await sweep(world.context)
    await unlinkWallet(world.context, 'customer-1')
    const erasure = await erasePerson(world.context, { customerId: 'customer-1' }, action)
    for (const rows of [[payment], []]) {
      const day = dayOf(world.now())
      await world.endDay(rows, day)
    }

    const again = await refundOrder(world.context, order.id, refund)
    const other = await refundOrder(world.context, order.id, { ...refund, staffId: 'S3' })

    expect(erasure.outcome).toBe('erased')
    expect(again).toMatchObject({ outcome: 'known', refund: { state: 'refund_unknown' } })
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['staffId'] })
  })

  it('returns an order that was paid late, before and after its confirmation', async () => {
    const world = new World()
    await openOrder(world.context, order)
    await startPayment(world.context, order.id, { method: 'web-payment' })
    world.advance({ hours: 1 })
    await sweep(world.context)
    await sweep(world.context)
    const erasure = await erasePerson(world.context, { customerId: 'customer-1' }, action)
    await recordCallback(world.context, world.service.pay(world.service.newest))

    const reported = await openOrder(world.context, order)
    await sweep(world.context)
    const confirmed = await openOrder(world.context, order)
    const other = await openOrder(world.context, { ...order, amountVnd: 90_000 })

    expect(erasure).toMatchObject({ outcome: 'erased', orders: 1 })
    expect(reported).toMatchObject({ outcome: 'existing', order: { state: 'paid_unverified' } })
    expect(confirmed).toMatchObject({ outcome: 'existing', order: { state: 'paid' } })
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['amountVnd'] })
  })
})
