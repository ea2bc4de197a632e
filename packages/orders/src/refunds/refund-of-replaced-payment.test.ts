import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../test/database-with-work.ts'
import { refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import {
  acceptDispute,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  settleRefundByVerdict,
  startPayment,
} from '../index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const
const returned = { ...by, result: 'refunded', walletCode: 'W-BACK' } as const
/** The number of the session in which a correction is written, after those in which it reads. */
const writingSession = 5
const amounts = { vnd: 20_000 } as const

/** Asks for a refund that is answered unclearly, and that a person calls not returned. */
async function denied(world: World, refund: { id: string; transactionId?: string }): Promise<void> {
  world.service.refundAnswer = () => refusal(5000800, 'maybe')
  await refundOrder(world.context, id, { ...refund, ...amounts })
  world.service.refundAnswer = () => refusal(4090801, 'maybe')
  await world.live(5, 30)
  await settleRefundByVerdict(world.context, id, refund.id, { ...by, result: 'not_refunded' })
  world.service.refundAnswer = undefined
}

/**
 * An order whose payment X1 a person has named, with a refund R1 that a person has called not returned,
 * and with the payment of a page beside it.
 */
async function beforeReplacement() {
  const world = new World()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
  await settleLinkedPayment(world.context, id, word)
  await denied(world, { id: 'R1' })
  await recordCallback(world.context, world.service.pay(page))
  await world.live(2)
  const transactionId = page.status.transaction_id ?? ''
  return { world, transactionId, instead: { ...by, transactionId, insteadOf: 'X1' } }
}

/** The same, after the payment of the page has taken the place of X1. */
async function replaced() {
  const before = await beforeReplacement()
  const outcome = await acceptDispute(before.world.context, id, before.instead)
  if (outcome.outcome !== 'settled') throw new Error(`The verdict was answered ${outcome.outcome}.`)
  return before
}

async function sumsOf(world: World) {
  const { order, disputedPayments } = await world.order(id)
  return {
    counted: [order.paidTransactionId, order.refundedVnd, order.settledVnd],
    disputed: disputedPayments
      .map((one) => `${one.transactionId} ${one.state} ${one.refundedVnd} ${one.settledVnd}`)
      .toSorted(),
  }
}

describe('a refund that was called not returned, after another payment took the place of its own', () => {
  it('is not counted as returned from the other payment', async () => {
    const { world, transactionId } = await replaced()

    const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

    expect(outcome).toMatchObject({
      outcome: 'exceeds',
      left: { vnd: 0, points: 0 },
      refund: { state: 'refused', transactionId: 'X1' },
      order: { state: 'paid' },
    })
    expect(await sumsOf(world)).toEqual({
      counted: [transactionId, 0, 0],
      disputed: [`${transactionId} accepted 0 0`, 'X1 released 0 0'],
    })
    expect(await world.openAlerts()).toContain('refund_correction_exceeds')
  })

  it('is counted as returned from its own payment, once that is a disputed one again', async () => {
    const { world, transactionId } = await replaced()
    await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })

    const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', transactionId: 'X1' },
    })
    expect(await sumsOf(world)).toEqual({
      counted: [transactionId, 0, 0],
      disputed: [`${transactionId} accepted 0 0`, 'X1 open 20000 20000'],
    })
  })

  it('is counted as returned from its own payment, once that has another transaction', async () => {
    const { world, transactionId } = await replaced()
    const { reference } = await world.linkedAttempt(id)
    const word = { ...by, reference, result: 'paid', transactionId: 'X2' } as const
    await settleLinkedPayment(world.context, id, word)

    const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', transactionId: 'X2' },
    })
    expect(await sumsOf(world)).toEqual({
      counted: [transactionId, 0, 0],
      disputed: [`${transactionId} accepted 0 0`, 'X1 released 0 0', 'X2 open 20000 20000'],
    })
  })

  it('is answered as known when the shop repeats it, whether it names its payment or not', async () => {
    const { world } = await replaced()

    const plain = await refundOrder(world.context, id, { id: 'R1', ...amounts })
    const named = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: 'X1',
      ...amounts,
    })
    const other = await refundOrder(world.context, id, {
      id: 'R1',
      transactionId: 'X2',
      ...amounts,
    })

    expect(plain).toMatchObject({ outcome: 'known', refund: { state: 'refused' } })
    expect(named).toMatchObject({ outcome: 'known', refund: { state: 'refused' } })
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['transactionId'] })
  })

  it('is not counted either when its payment is replaced while the verdict is corrected', async () => {
    const { world, transactionId, instead } = await beforeReplacement()
    const database = databaseWithWork(
      () => acceptDispute(world.context, id, instead),
      writingSession,
    )

    const outcome = await settleRefundByVerdict({ ...world.context, database }, id, 'R1', returned)

    expect(outcome).toMatchObject({ outcome: 'exceeds', left: { vnd: 0, points: 0 } })
    expect((await sumsOf(world)).counted).toEqual([transactionId, 0, 0])
  })
})

it('a refund of a payment that is another name of the one that counts is counted as returned from that one', async () => {
  const world = new World()
  await world.openAndStart({ id, amountVnd: 50_000 })
  const page = world.service.newest
  const callback = world.service.pay(page, { transaction_id: 'X' })
  page.status = { ...page.status, transaction_id: 'T-QUERY' }
  await recordCallback(world.context, callback)
  await world.live(2)
  await denied(world, { id: 'R1', transactionId: 'X' })
  await releaseDispute(world.context, id, { ...by, transactionId: 'X' })

  const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

  expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'part_refunded' } })
  expect(await sumsOf(world)).toEqual({
    counted: ['T-QUERY', 20_000, 20_000],
    disputed: ['X released 0 0'],
  })
})

/**
 * A person has named the transaction of the page for the payment with the linked wallet, and has called a
 * refund of it not returned.
 */
async function beforeNaming(isSecond: boolean) {
  const world = new World()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'transaction-qr' })
  const page = world.service.newest
  if (isSecond) await startPayment(world.context, id, { method: 'web-payment' })
  const { reference } = await world.payWithoutAnswer(id)
  if (isSecond) {
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await world.live(2)
  }
  const callback = world.service.pay(page)
  const transactionId = page.status.transaction_id ?? ''
  const word = { ...by, reference, result: 'paid', transactionId } as const
  await settleLinkedPayment(world.context, id, word)
  await denied(world, { id: 'R1', ...(isSecond && { transactionId }) })
  async function name(): Promise<void> {
    await recordCallback(world.context, callback)
    await world.live(2)
  }
  return { world, transactionId, reference, name }
}

describe('a payment of which the service says, contrary to a verdict, that a refund of it was made', () => {
  /** Asks for a refund whose answer comes after a person has called it not returned. */
  async function answeredLate(world: World, between = async () => {}): Promise<void> {
    const { reached, release } = world.service.holdNextCall('refund')
    const sent = refundOrder(world.context, id, { id: 'R2', ...amounts })
    await reached
    world.advance({ minutes: 3 })
    await settleRefundByVerdict(world.context, id, 'R2', { ...by, result: 'not_refunded' })
    await between()
    release()
    await sent
    expect(await world.openAlerts()).toContain('refund_contradicted')
  }

  it('is not replaced as one that was never made', async () => {
    const { world, instead } = await beforeReplacement()
    await answeredLate(world)

    const outcome = await acceptDispute(world.context, id, instead)

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
    expect((await sumsOf(world)).counted).toEqual(['X1', 0, 0])
  })

  it('is not ended as one that was never made where it is a disputed one', async () => {
    const { world, instead, transactionId } = await beforeReplacement()
    await answeredLate(world, async () => {
      await acceptDispute(world.context, id, instead)
      await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })
    })
    const never = { ...by, transactionId: 'X1', neverMade: true }

    const outcome = await releaseDispute(world.context, id, never)

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
    expect((await sumsOf(world)).disputed).toEqual([`${transactionId} accepted 0 0`, 'X1 open 0 0'])
  })
})

it('a refund of an accepted payment is not counted when that is replaced while the verdict is corrected', async () => {
  const world = new World()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reference } = await world.payWithoutAnswer(id)
  const paid = { order_amount: 40_000, vnd_amount: 40_000 }
  await recordCallback(world.context, world.service.pay(page, paid))
  await world.live(2)
  const transactionId = page.status.transaction_id ?? ''
  const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
  await settleLinkedPayment(world.context, id, word)
  await denied(world, { id: 'R1', transactionId: 'X1' })
  await acceptDispute(world.context, id, { ...by, transactionId: 'X1' })
  const instead = { ...by, transactionId, insteadOf: 'X1' }
  const database = databaseWithWork(
    () => acceptDispute(world.context, id, instead),
    writingSession + 1,
  )

  const outcome = await settleRefundByVerdict({ ...world.context, database }, id, 'R1', returned)

  expect(outcome).toMatchObject({ outcome: 'exceeds', left: { vnd: 0, points: 0 } })
  expect(await sumsOf(world)).toEqual({
    counted: [transactionId, 0, 0],
    disputed: [`${transactionId} accepted 0 0`, 'X1 released 0 0'],
  })
})

/** The same, after the service has named the transaction for the page. */
async function misnamed(isSecond: boolean) {
  const before = await beforeNaming(isSecond)
  await before.name()
  return before
}

describe.each([
  ['counts as that of the order', false],
  ['is a disputed one', true],
])('a refund that was called not returned, of a misnamed payment that %s', (_what, isSecond) => {
  it('is not counted as returned from the payment for which the service has named the transaction', async () => {
    const { world } = await misnamed(isSecond)
    const before = await sumsOf(world)

    const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

    expect(outcome).toMatchObject({ outcome: 'exceeds', left: { vnd: 0, points: 0 } })
    expect(await sumsOf(world)).toEqual(before)
  })

  it('is not counted so either when the service names it while the verdict is corrected', async () => {
    const { world, transactionId, name } = await beforeNaming(isSecond)
    const database = databaseWithWork(name, isSecond ? writingSession + 1 : writingSession)

    const context = { ...world.context, database }
    const outcome = await settleRefundByVerdict(context, id, 'R1', returned)

    expect(outcome).toMatchObject({ outcome: 'exceeds', left: { vnd: 0, points: 0 } })
    const { order, disputedPayments } = await world.order(id)
    const payment = disputedPayments.find((one) => one.transactionId === transactionId)
    expect([order.settledVnd, payment?.settledVnd ?? 0]).toEqual([0, 0])
  })

  it('is counted as returned from its own payment, once that has its own transaction', async () => {
    const { world, reference } = await misnamed(isSecond)
    const before = await sumsOf(world)
    const word = { ...by, reference, result: 'paid', transactionId: 'X9' } as const
    await settleLinkedPayment(world.context, id, word)

    const outcome = await settleRefundByVerdict(world.context, id, 'R1', returned)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', transactionId: 'X9' },
    })
    expect(await sumsOf(world)).toEqual({
      ...before,
      disputed: [...before.disputed, 'X9 open 20000 20000'],
    })
  })
})
