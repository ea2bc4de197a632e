import { describe, expect, it } from 'vitest'
import { refusal, rightOtp, type Call, type Fault } from '../../../test/scripted-wallet.ts'
import { toMinuteOfOldest } from '../../../test/oldest-first.ts'
import { World } from '../../../test/world.ts'
import type { NewOrder } from '../../api.ts'
import {
  captureOrder,
  confirmOtp,
  listAlerts,
  payWithLink,
  recordCallback,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { settleLinkedPayments } from '../settle-linked-payments.ts'
import { settleHold } from './settle-hold.ts'

const own = 'order-1'
const other = 'order-2'
const ids = [own, other]

/** A world with two orders of two customers with linked wallets. */
async function twoOrders(order: Partial<NewOrder> = {}): Promise<World> {
  const world = new World()
  for (const id of ids) await world.openLinked({ ...order, id, linkedCustomerId: `customer-${id}` })
  return world
}

/** Whether the other order, its payment and its journal are the same before and after `act`. */
async function expectOtherUntouched(world: World, act: () => Promise<unknown>): Promise<void> {
  const before = await world.order(other)
  await act()
  expect(await world.order(other)).toEqual(before)
}

/** Runs `act` while a call for the other order is on its way to the service. */
async function whileOtherCalls(
  world: World,
  { call, start }: { readonly call: Call; readonly start: () => Promise<unknown> },
  act: () => Promise<unknown>,
): Promise<void> {
  const { reached, release } = world.service.holdNextCall(call)
  const started = start()
  await reached
  await expectOtherUntouched(world, act)
  release()
  await started
}

type Arrange = (world: World) => void

const nothing: Arrange = () => {}

function withFault(call: Call, fault: Fault): Arrange {
  return (world) => {
    world.service.fault = (one) => (one === call ? fault : 'none')
  }
}

function withRefusal(call: Call, code: number): Arrange {
  return (world) => {
    world.service.answers[call] = () => refusal(code, 'no')
  }
}

const withCode: Arrange = (world) => {
  world.service.needsOtp = true
}

describe('a payment of one order does not change that of another in the same state', () => {
  it.each([
    ['is paid', nothing, 'paid'],
    ['is held', nothing, 'held'],
    ['waits for a code', withCode, 'awaiting_otp'],
    ['is refused', withRefusal('pay', 4000101), 'refused'],
    ['is unknown', withFault('pay', 'lost answer'), 'payment_unknown'],
  ] as const)('while it is being charged and the first %s', async (_name, arrange, state) => {
    const world = await twoOrders(state === 'held' ? { holdPayment: true } : {})

    await whileOtherCalls(
      world,
      { call: 'pay', start: () => payWithLink(world.context, other) },
      async () => {
        arrange(world)
        await payWithLink(world.context, own)
        world.service.fault = () => 'none'
        delete world.service.answers.pay
      },
    )

    expect((await world.linkedAttempt(own)).state).toBe(state)
  })

  it.each([
    ['is right', rightOtp, nothing, 'paid'],
    ['is wrong', '000000', nothing, 'awaiting_otp'],
    ['is not looked at', rightOtp, withFault('confirm', 'turned away'), 'awaiting_otp'],
    ['ends the payment', rightOtp, withRefusal('confirm', 4040001), 'refused'],
    ['is not answered', rightOtp, withFault('confirm', 'lost answer'), 'payment_unknown'],
  ] as const)(
    'while its code is checked and that of the first %s',
    async (_name, code, arrange, state) => {
      const world = await twoOrders()
      world.service.needsOtp = true
      for (const id of ids) await payWithLink(world.context, id)

      await whileOtherCalls(
        world,
        { call: 'confirm', start: () => confirmOtp(world.context, other, rightOtp) },
        async () => {
          arrange(world)
          await confirmOtp(world.context, own, code)
          world.service.fault = () => 'none'
          delete world.service.answers.confirm
        },
      )

      expect((await world.linkedAttempt(own)).state).toBe(state)
    },
  )

  it('when its one-time code expires', async () => {
    const world = await twoOrders({ expiresInMinutes: 60 })
    world.service.needsOtp = true
    await payWithLink(world.context, own)
    world.advance({ minutes: 10 })
    await payWithLink(world.context, other)
    world.advance({ minutes: 6 })

    await expectOtherUntouched(world, () => sweep(world.context))

    expect((await world.linkedAttempt(own)).state).toBe('expired')
  })

  async function bothUnknown(): Promise<World> {
    const world = await twoOrders()
    world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
    for (const id of ids) await payWithLink(world.context, id)
    return world
  }

  it.each([
    ['paid', 'paid'],
    ['not_paid', 'refused'],
  ] as const)('when a verdict calls the unknown one %s', async (result, state) => {
    const world = await bothUnknown()
    const { reference } = await world.linkedAttempt(own)
    const by = { reason: 'looked up on the merchant site', staffId: 'S1' }
    const verdict = { ...by, reference, result, ...(result === 'paid' && { transactionId: 'LT1' }) }

    await expectOtherUntouched(world, () => settleLinkedPayment(world.context, own, verdict))

    expect((await world.linkedAttempt(own)).state).toBe(state)
  })

  async function bothHeld(): Promise<World> {
    const world = await twoOrders({ holdPayment: true })
    for (const id of ids) await payWithLink(world.context, id)
    return world
  }

  it.each([
    ['captured', captureOrder, 'paid', 'paid'],
    ['released', releaseOrder, 'released', 'cancelled'],
  ] as const)('when held money is %s', async (_name, settle, state, orderState) => {
    const world = await bothHeld()

    await expectOtherUntouched(world, () => settle(world.context, own))

    expect((await world.linkedAttempt(own)).state).toBe(state)
    expect((await world.order(own)).order.state).toBe(orderState)
    expect(await world.alertKinds()).toEqual([])
  })

  it('when its money is held for too long, and then released', async () => {
    const world = new World()
    for (const id of ids) {
      await world.openLinked({ holdPayment: true, id, linkedCustomerId: `customer-${id}` })
      await payWithLink(world.context, id)
      await sweep(world.context)
      world.advance({ hours: 12 })
    }

    await expectOtherUntouched(world, () => sweep(world.context))
    const overdue = await world.alertKinds()
    world.advance({ hours: 24 })
    await sweep(world.context)

    expect(overdue).toEqual(['hold_overdue'])
    const { alerts } = await listAlerts(world.context, { kind: 'hold_overdue' })
    expect(alerts.find(({ facts }) => facts['order_id'] === own)?.facts).toEqual({
      order_id: own,
      transaction_id: 'LT000001',
      released_at: Math.floor(world.now() / 1000),
    })
    expect((await world.linkedAttempt(own)).state).toBe('released')
    expect((await world.linkedAttempt(other)).state).toBe('held')
  })

  it.each([
    ['captured', captureOrder, 'none', 'paid'],
    ['released', releaseOrder, 'none', 'released'],
    ['left unanswered again', captureOrder, 'lost request', 'capturing'],
  ] as const)('when both are due, and one is %s', async (_name, settle, fault, state) => {
    const world = await bothHeld()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    for (const id of ids) await settle(world.context, id)
    world.advance({ hours: 1 })
    world.service.fault = (call) => (call === 'hold' ? fault : 'none')
    const { reference } = await world.linkedAttempt(own)

    await expectOtherUntouched(world, () => settleHold(world.context, reference))

    expect((await world.linkedAttempt(own)).state).toBe(state)
  })

  it('when the shop repeats its request for one of two that were given up', async () => {
    const world = await bothHeld()
    world.service.answers.hold = () => ({
      outcome: 'accepted',
      code: 200,
      data: { status: 'HOLDING' },
      repeatedAfterUnknown: false,
    })
    for (const id of ids) await captureOrder(world.context, id)
    delete world.service.answers.hold

    await expectOtherUntouched(world, () => captureOrder(world.context, own))

    expect((await world.linkedAttempt(own)).state).toBe('paid')
    expect((await world.linkedAttempt(other)).nextCallAtMs).toBeNull()
  })

  it('when both are due and only one fits: the one that is due for longer is first', async () => {
    const world = await bothHeld()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    for (const id of ids) {
      await captureOrder(world.context, id)
      world.advance({ seconds: 1 })
    }
    world.service.fault = () => 'none'
    world.advance({ hours: 1 })
    toMinuteOfOldest(world)

    await expectOtherUntouched(world, async () => {
      expect(await settleLinkedPayments(world.context, 1)).toBe(1)
    })

    expect((await world.linkedAttempt(own)).state).toBe('paid')
  })

  it('when its capture fails and the money is released', async () => {
    const world = await bothHeld()
    const [payment] = world.service.payments
    if (payment !== undefined) payment.status = 'FAIL'

    await expectOtherUntouched(world, () => captureOrder(world.context, own))

    expect((await world.linkedAttempt(own)).state).toBe('released')
  })
})

describe('the state of another order does not affect this one', () => {
  const by = { reason: 'looked up on the merchant site', staffId: 'S1' }

  it('an unconfirmed payment of the other order', async () => {
    const world = await twoOrders({ holdPayment: true })
    await payWithLink(world.context, own)
    await startPayment(world.context, other, { method: 'web-payment' })
    await recordCallback(world.context, world.service.pay(world.service.newest))

    const outcome = await captureOrder(world.context, own)

    expect(outcome).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
  })

  it('money of the other order that was held despite another payment', async () => {
    const world = await twoOrders({ holdPayment: true })
    await startPayment(world.context, other, { method: 'web-payment' })
    const page = world.service.newest
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    world.service.during = async (call) => {
      if (call !== 'pay') return
      world.service.during = async () => {}
      await recordCallback(world.context, world.service.pay(page))
    }
    await payWithLink(world.context, other)
    await payWithLink(world.context, own)

    const { alerts } = await listAlerts(world.context, { kind: 'superfluous_hold' })
    expect(alerts.map(({ subject }) => subject)).toEqual([other])
    expect((await world.order(own)).order.state).toBe('held')
  })

  it('a paid payment of the other order, while the money of this one is released', async () => {
    const world = await twoOrders({ holdPayment: true })
    for (const id of ids) await payWithLink(world.context, id)
    await captureOrder(world.context, other)

    await releaseOrder(world.context, own)

    expect((await world.order(own)).order.state).toBe('cancelled')
    expect(await world.alertKinds()).toEqual([])
  })

  it('held money of the other order, while that of this one is held after a verdict of not paid', async () => {
    const world = await twoOrders({ holdPayment: true })
    await payWithLink(world.context, other)
    world.service.during = async (call) => {
      if (call !== 'pay') return
      world.service.during = async () => {}
      world.advance({ seconds: 91 })
      await sweep(world.context)
      const { reference } = await world.linkedAttempt(own)
      const verdict = { ...by, reference, result: 'not_paid' } as const
      await settleLinkedPayment(world.context, own, verdict)
    }

    await payWithLink(world.context, own)

    expect((await world.linkedAttempt(own)).state).toBe('released')
    expect((await world.order(own)).order.state).not.toBe('cancelled')
    expect((await world.order(other)).order.state).toBe('held')
  })

  it('an unpaid other order, while this one was paid before its code arrived', async () => {
    const world = await twoOrders()
    world.service.needsOtp = true
    await startPayment(world.context, own, { method: 'web-payment' })
    const page = world.service.newest
    for (const id of ids) await payWithLink(world.context, id)
    world.service.during = async (call) => {
      if (call !== 'query') return
      world.service.during = async () => {}
      await recordCallback(world.context, world.service.pay(page))
    }

    await confirmOtp(world.context, own, rightOtp)

    expect(world.service.count('confirm')).toBe(0)
    expect((await world.order(own)).order.state).toBe('paid_unverified')
  })

  it('a reminder of the held money of the other order', async () => {
    const world = await twoOrders({ holdPayment: true })
    for (const id of ids) await payWithLink(world.context, id)
    world.service.answers.hold = () => ({
      outcome: 'accepted',
      code: 200,
      data: { status: 'HOLDING' },
      repeatedAfterUnknown: false,
    })
    const timesRaised = async (): Promise<(number | undefined)[]> => {
      const { alerts } = await listAlerts(world.context, { kind: 'hold_given_up' })
      const references = await Promise.all(
        ids.map(async (id) => (await world.linkedAttempt(id)).reference),
      )
      return references.map((one) => alerts.find(({ subject }) => subject === one)?.timesRaised)
    }
    await captureOrder(world.context, own)
    world.advance({ hours: 12 })
    await releaseOrder(world.context, other)

    world.advance({ hours: 12, minutes: 1 })
    await sweep(world.context)
    const ofOwn = await timesRaised()
    world.advance({ hours: 12 })
    await sweep(world.context)

    expect(ofOwn).toEqual([2, 1])
    expect(await timesRaised()).toEqual([2, 2])
    const { alerts } = await listAlerts(world.context, { kind: 'hold_given_up' })
    const told = alerts.map(({ facts }) => `${String(facts['order_id'])} ${String(facts['asked'])}`)
    expect(told.toSorted()).toEqual([`${own} capturing`, `${other} releasing`])
  })
})
