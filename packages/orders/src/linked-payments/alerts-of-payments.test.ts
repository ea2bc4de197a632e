import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { worldWithHold } from '../../test/linked-orders.ts'
import { World } from '../../test/world.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
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
} from '../index.ts'

const id = 'order-1'
const transaction_id = 'LT000001'

async function referenceOf(world: World): Promise<string> {
  return (await world.linkedAttempt(id)).reference
}

/** What the open alerts of a kind say, without their texts. */
async function toldOf(world: World, kind: AlertKind) {
  const { alerts } = await listAlerts(world.context, { kind })
  return alerts.map(({ subject, facts, timesRaised }) => ({ subject, facts, timesRaised }))
}

it('the alert about a failed capture names the order, the payment and the calls', async () => {
  const world = await worldWithHold()
  const [payment] = world.service.payments
  if (payment !== undefined) payment.status = 'FAIL'

  await captureOrder(world.context, id)

  const subject = await referenceOf(world)
  const facts = { order_id: id, reference: subject, transaction_id, reason: 'capture_failed' }
  expect(await toldOf(world, 'capture_failed')).toEqual([
    { subject, facts: { ...facts, calls: 1 }, timesRaised: 1 },
  ])
})

it('the alert about an unanswered call for a hold names the request and its count', async () => {
  const world = await worldWithHold()
  world.service.answers.hold = () => refusal(5000001, 'maybe')
  await captureOrder(world.context, id)
  await env.DB.prepare('UPDATE attempts SET calls = 4, next_call_at_ms = 1').run()

  await sweep(world.context)

  const why = 'confirmOrder was refused with 5000001 reason_5000001'
  expect(await toldOf(world, 'hold_unanswered')).toEqual([
    {
      subject: await referenceOf(world),
      facts: { order_id: id, asked: 'capturing', calls: 5, why },
      timesRaised: 1,
    },
  ])
})

it('the alert about a hold that was given up is raised every day with its age, until it is settled', async () => {
  const world = await worldWithHold()
  world.service.answers.hold = () => accepted({ status: 'HOLDING' })
  await releaseOrder(world.context, id)
  const subject = await referenceOf(world)
  const why = 'confirmOrder was answered with the status HOLDING'
  const facts = { order_id: id, asked: 'releasing', calls: 1, why }
  const first = await toldOf(world, 'hold_given_up')

  world.advance({ hours: 23 })
  await sweep(world.context)
  const early = await toldOf(world, 'hold_given_up')
  world.advance({ hours: 1 })
  await sweep(world.context)
  const second = await toldOf(world, 'hold_given_up')
  world.advance({ hours: 24 })
  await sweep(world.context)
  const third = await toldOf(world, 'hold_given_up')
  const by = { reason: 'seen on the merchant site', staffId: 'S1', reference: subject } as const
  await settleLinkedPayment(world.context, id, { ...by, result: 'not_paid' })
  world.advance({ hours: 48 })
  await sweep(world.context)

  expect(first).toEqual([{ subject, facts, timesRaised: 1 }])
  expect(early).toEqual(first)
  expect(second).toEqual([{ subject, facts: { ...facts, age_days: 1 }, timesRaised: 2 }])
  expect(third).toEqual([{ subject, facts: { ...facts, age_days: 2 }, timesRaised: 3 }])
  expect(await toldOf(world, 'hold_given_up')).toEqual(third)
})

it('money that was held for too long is released with its reason, and an event for the shop', async () => {
  const world = await worldWithHold()
  world.advance({ hours: 23, minutes: 59 })
  const early = await sweep(world.context)
  const before = await world.alertKinds()
  world.advance({ minutes: 1 })
  await sweep(world.context)
  const overdue = await world.alertKinds()
  world.advance({ hours: 23, minutes: 59 })
  await sweep(world.context)
  const still = (await world.linkedAttempt(id)).state
  world.advance({ minutes: 1 })
  const last = await sweep(world.context)

  const subject = await referenceOf(world)
  expect([before, overdue, still]).toEqual([[], ['hold_overdue'], 'held'])
  expect([early.linkedPaymentsSettled, last.linkedPaymentsSettled]).toEqual([0, 1])
  expect(await toldOf(world, 'hold_released_overdue')).toEqual([
    {
      subject,
      facts: { order_id: id, reference: subject, transaction_id, reason: 'overdue' },
      timesRaised: 1,
    },
  ])
  expect(await world.linkedAttempt(id)).toMatchObject({
    state: 'released',
    releaseReason: 'overdue',
  })
})

it('the alert about money that was held despite another payment names the order and the payment', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  world.service.during = async (call) => {
    if (call !== 'pay') return
    world.service.during = async () => {}
    await recordCallback(world.context, world.service.pay(page))
  }

  await payWithLink(world.context, id)

  const reference = await referenceOf(world)
  expect(await toldOf(world, 'superfluous_hold')).toEqual([
    { subject: id, facts: { order_id: id, reference, transaction_id }, timesRaised: 1 },
  ])
  expect(await world.linkedAttempt(id)).toMatchObject({
    state: 'released',
    releaseReason: 'superfluous',
  })
})

it.each([
  ['paying', 'pay', 'lost answer', { order_id: id, step: 'paying' }],
  ['confirming', 'confirm', 'lost answer', { order_id: id, step: 'confirming' }],
] as const)(
  'the alert about a payment that is unknown since it was %s names the step',
  async (_step, lost, fault, facts) => {
    const world = new World()
    world.service.needsOtp = lost === 'confirm'
    await world.openLinked()
    world.service.fault = (call) => (call === lost ? fault : 'none')
    await payWithLink(world.context, id)
    if (lost === 'confirm') await confirmOtp(world.context, id, '424242')

    const reference = await referenceOf(world)
    expect(await toldOf(world, 'linked_payment_unknown')).toEqual([
      { subject: reference, facts: { ...facts, reference }, timesRaised: 1 },
    ])
  },
)

it('an answer about another payment is reported as a contradiction, with the ids that it named', async () => {
  const world = new World()
  await world.openLinked()
  world.service.distort = (answer) => ({ ...answer, reference: 'OTHER' })

  await payWithLink(world.context, id)

  const reference = await referenceOf(world)
  expect(await toldOf(world, 'linked_answer_contradicts')).toMatchObject([
    { subject: reference, facts: { reference_of_answer: 'OTHER', transaction_id } },
  ])
  const { journal } = await world.order(id)
  expect(journal.at(-1)).toMatchObject({
    kind: 'payment.unknown',
    evidence: 'answer of the service',
  })
})

it('a payment whose hold is unknown gets a release a quarter of an hour later', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  await world.payWithoutAnswer(id)
  world.advance({ minutes: 14, seconds: 59 })
  await sweep(world.context)
  const before = world.service.count('hold')
  world.advance({ seconds: 1 })

  await sweep(world.context)

  expect([before, world.service.count('hold')]).toEqual([0, 1])
  expect(await world.linkedAttempt(id)).toMatchObject({
    state: 'released',
    releaseReason: 'unknown_outcome',
  })
  const { journal } = await world.order(id)
  expect(journal.find(({ kind }) => kind === 'hold.release_asked')).toMatchObject({
    evidence: 'own record',
    data: { reason: 'unknown_outcome' },
  })
})
