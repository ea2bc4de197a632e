import { describe, expect, it } from 'vitest'
import { rightOtp } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  captureOrder,
  confirmOtp,
  findOrder,
  payWithLink,
  refundOrder,
  settleLinkedPayment,
  sweep,
} from '../index.ts'

const id = 'order-1'
const parts = { vnd: 70_000, points: 30 }

async function openedWorld(order: { readonly holdPayment?: boolean } = {}): Promise<World> {
  const world = new World()
  await world.openLinked({ amountVnd: 100_000, ...order })
  return world
}

async function paymentOf(world: World) {
  const order = await findOrder(world.context, id)
  return { state: order?.state, payment: order?.payment }
}

describe('a payment with points', () => {
  // Specification: 5.3.2
  it('requests the rest in money, and is paid in both parts', async () => {
    const world = await openedWorld()

    const outcome = await payWithLink(world.context, id, parts.points)

    expect(outcome).toMatchObject({ outcome: 'paid', order: { payment: parts } })
    expect(world.service.payments).toMatchObject([{ amountVnd: 100_000, points: 30 }])
    const { journal, attempts } = await world.order(id)
    expect(attempts).toMatchObject([{ points: 30 }])
    expect(journal.find(({ kind }) => kind === 'payment.started')?.data).toMatchObject({
      amount_vnd: 100_000,
      points: 30,
    })
    expect(journal.find(({ kind }) => kind === 'payment.confirmed')?.data).toMatchObject({
      order_amount: 100_000,
      vnd_amount: 70_000,
      point_amount: 30,
      parts_differ_from_amount: false,
    })
    expect(await world.alertKinds()).toEqual([])
  })

  it('may consist of points only', async () => {
    const world = await openedWorld()

    const outcome = await payWithLink(world.context, id, 100)

    expect(outcome).toMatchObject({ order: { payment: { vnd: 0, points: 100 } } })
    expect(await world.alertKinds()).toEqual([])
  })

  it('can be refunded in both parts, each up to the paid amount', async () => {
    const world = await openedWorld()
    await payWithLink(world.context, id, parts.points)

    const tooMany = await refundOrder(world.context, id, { id: 'R1', points: 31 })
    const returned = await refundOrder(world.context, id, { id: 'R2', ...parts })

    expect(tooMany).toMatchObject({ outcome: 'not_refundable' })
    expect(returned).toMatchObject({ order: { state: 'refunded', refunded: parts } })
  })

  it('keeps its parts across the one-time code, and returns them', async () => {
    const world = await openedWorld()
    world.service.needsOtp = true

    const asked = await payWithLink(world.context, id, parts.points)
    const again = await payWithLink(world.context, id)
    const order = await findOrder(world.context, id)
    const paid = await confirmOtp(world.context, id, rightOtp)

    expect([asked, again]).toMatchObject([
      { outcome: 'otp_needed', points: 30 },
      { outcome: 'otp_needed', points: 30 },
    ])
    expect(order?.attempts).toMatchObject([{ points: 30 }])
    expect(paid).toMatchObject({ outcome: 'paid', order: { payment: parts } })
    expect(world.service.count('pay')).toBe(1)
  })

  it('keeps its parts while the money is held', async () => {
    const world = await openedWorld({ holdPayment: true })

    await payWithLink(world.context, id, parts.points)
    await captureOrder(world.context, id)

    expect(await paymentOf(world)).toMatchObject({ state: 'paid', payment: parts })
    expect(world.events.map(({ type }) => type)).toEqual([])
    await sweep(world.context)
    expect(world.events.map(({ type }) => type)).toEqual(['order.held', 'order.paid'])
  })

  it('keeps its parts when an unknown outcome is settled as paid by a verdict', async () => {
    const world = await openedWorld()
    await world.payWithoutAnswer(id, parts.points)
    const { attempts } = await world.order(id)

    await settleLinkedPayment(world.context, id, {
      reference: attempts[0]?.reference ?? '',
      result: 'paid',
      transactionId: 'LT000001',
      reason: 'seen in the daily file',
      staffId: 'S1',
    })

    expect(await paymentOf(world)).toMatchObject({ state: 'paid', payment: parts })
  })

  it('of more points than the price is refused without a call', async () => {
    const world = await openedWorld()

    const outcome = await payWithLink(world.context, id, 101)

    expect(outcome).toEqual({ outcome: 'failed', code: 0, reason: 'too_many_points' })
    expect(world.service.count('pay')).toBe(0)
    expect((await world.order(id)).attempts).toEqual([])
  })

  it.each([0, -1, 1.5, Number.NaN, '30'])('of %s points is a TypeError', async (points) => {
    const world = await openedWorld()

    await expect(payWithLink(world.context, id, points as number)).rejects.toThrow(
      "The payment's points must be a whole number of points from 1 to 999999999999.",
    )
  })
})
