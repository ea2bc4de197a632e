import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import {
  acceptDispute,
  listAlerts,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  settleRefundByVerdict,
  startPayment,
  sweep,
} from '../index.ts'

const word = { reason: 'asked the service', staffId: 'an' }

async function statesOf(world: World): Promise<string[]> {
  const { alerts } = await listAlerts(world.context)
  return alerts.map(({ kind, state }) => `${kind} ${state}`).toSorted()
}

/** An order of 100,000 VND that was paid twice; the transaction is that of the second payment. */
async function paidTwice(...more: readonly 'app-to-app'[]) {
  const world = new World()
  const id = await world.openAndStart({ amountVnd: 100_000 })
  const payments = [world.service.newest]
  for (const method of ['transaction-qr', ...more] as const) {
    await startPayment(world.context, id, { method })
    payments.push(world.service.newest)
  }
  for (const payment of payments) await recordCallback(world.context, world.service.pay(payment))
  await sweep(world.context)
  return { world, id, transactionId: payments[1]?.status.transaction_id ?? '' }
}

/** An order for which the service names the transaction of another one. */
async function namedForTwo() {
  const world = new World()
  await world.openAndPay({ id: 'first' })
  const transactionId = world.service.newest.status.transaction_id ?? ''
  await world.openAndStart({ id: 'second' })
  world.service.pay(world.service.newest, { transaction_id: transactionId })
  await world.live(2)
  return { world, id: 'second', transactionId }
}

describe('an alert about a disputed payment', () => {
  it('closes once all of the payment is returned', async () => {
    const { world, id, transactionId } = await paidTwice()
    await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 40_000 })
    await world.live(2)
    const inPart = await statesOf(world)

    await refundOrder(world.context, id, { id: 'R2', transactionId, vnd: 60_000 })
    await world.live(2)

    expect(inPart).toEqual(['possible_double_payment open'])
    expect(await statesOf(world)).toEqual(['possible_double_payment closed'])
  })

  it('stays open while its return is only presumed, until a person says that it is so', async () => {
    const { world, id, transactionId } = await paidTwice()
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 100_000 })
    world.service.fault = () => 'none'
    world.service.refundAnswer = () => refusal(4090801, 'maybe')
    await world.live(30)
    const { refunds, order } = await world.order(id)
    const presumed = await statesOf(world)

    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })
    await world.live(2)

    expect([refunds[0]?.state, order.state]).toEqual(['presumed_refunded', 'paid'])
    expect(presumed).toContain('possible_double_payment open')
    expect(await statesOf(world)).toContain('possible_double_payment closed')
  })

  it.each([
    ['accepted', acceptDispute],
    ['released to the other order', releaseDispute],
  ])('closes once the payment is %s', async (_what, decide) => {
    const { world, id, transactionId } = await namedForTwo()
    const before = await statesOf(world)

    await decide(world.context, id, { transactionId, ...word })
    await world.live(2)

    expect(before).toEqual(['transaction_of_other_order open'])
    expect(await statesOf(world)).toEqual(['transaction_of_other_order closed'])
  })

  it('closes for each payment by itself', async () => {
    const { world, id, transactionId } = await paidTwice('app-to-app')
    const before = await statesOf(world)

    await refundOrder(world.context, id, { id: 'R1', transactionId, vnd: 100_000 })
    await world.live(2)

    expect(before).toEqual(['possible_double_payment open', 'possible_double_payment open'])
    expect(await statesOf(world)).toEqual([
      'possible_double_payment closed',
      'possible_double_payment open',
    ])
  })
})

describe('an alert about money that was held over another payment', () => {
  it('closes once the money is released', async () => {
    const world = new World()
    const id = await world.openLinked({ holdPayment: true })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    world.service.during = async (call) => {
      if (call !== 'pay') return
      world.service.during = async () => {}
      await recordCallback(world.context, world.service.pay(page))
    }
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    const held = await statesOf(world)
    world.service.fault = () => 'none'

    await world.live(10)

    expect(held).toEqual(['superfluous_hold open'])
    expect((await world.linkedAttempt(id)).state).toBe('released')
    expect(await statesOf(world)).toEqual(['superfluous_hold closed'])
  })

  it('closes once the money is released that was held before the other payment arrived', async () => {
    const world = new World()
    const id = await world.openLinked({ holdPayment: true })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await recordCallback(world.context, world.service.pay(page))
    await world.live(1)
    const held = await statesOf(world)
    world.service.fault = () => 'none'

    await world.live(10)

    expect(held).toEqual(['superfluous_hold open'])
    expect((await world.linkedAttempt(id)).state).toBe('released')
    expect(await statesOf(world)).toEqual(['superfluous_hold closed'])
  })
})

describe('an alert that payments cannot be started', () => {
  const turnAway = (world: World) => {
    world.service.fault = (call) => (call === 'create' ? 'turned away' : 'none')
  }
  const recover = (world: World) => {
    world.service.fault = () => 'none'
  }
  const start = async (world: World, id: string) => {
    await openOrder(world.context, { id, amountVnd: 10_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
  }

  it('closes after its hour once a payment could be started', async () => {
    const world = new World()
    turnAway(world)
    await start(world, 'turned-away')
    recover(world)
    world.advance({ minutes: 1 })
    await start(world, 'good')
    await sweep(world.context)
    const withinTheHour = await statesOf(world)
    world.advance({ hours: 1 })
    await start(world, 'later')

    await sweep(world.context)

    expect(withinTheHour).toEqual(['payments_not_started open'])
    expect(await statesOf(world)).toEqual(['payments_not_started closed'])
  })

  it('stays open while no payment could be started since', async () => {
    const world = new World()
    await start(world, 'before')
    turnAway(world)
    world.advance({ minutes: 1 })
    await start(world, 'turned-away')
    recover(world)

    await world.live(3 * 60, 30 * 60)

    expect(await statesOf(world)).toEqual(['payments_not_started open'])
  })
})
