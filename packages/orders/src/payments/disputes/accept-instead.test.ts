import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import {
  acceptDispute,
  payWithLink,
  recordCallback,
  refundOrder,
  reopenDispute,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { approveProposal, refundByOperator } from '../../operators/index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const by = { reason: 'the service knows no such payment', staffId: 'an' } as const

interface PaidParts {
  readonly vnd_amount?: number
  readonly point_amount?: number
}

/**
 * A verdict has called a linked payment paid under X1, which counts as the order's payment. Then the
 * customer has paid a page that was open: a second payment.
 */
async function countedByVerdict(lost: 'answer' | 'request' = 'request', parts: PaidParts = {}) {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  world.service.fault = (call) => (call === 'pay' ? `lost ${lost}` : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
  await settleLinkedPayment(world.context, id, word)
  world.service.pay(page, parts)
  await world.live(2)
  const transactionId = page.status.transaction_id ?? ''
  const instead = { ...by, transactionId, insteadOf: 'X1' }
  return { world, page, reference, transactionId, instead }
}

async function disputedOf(world: DailyWorld): Promise<string[]> {
  const { disputedPayments } = await world.order(id)
  return disputedPayments.map(({ transactionId, state }) => `${transactionId} ${state}`).toSorted()
}

describe('a disputed payment beside one that was never made', () => {
  it('takes its place, can be returned, and the shop is told', async () => {
    const { world, page, reference, transactionId, instead } = await countedByVerdict()
    const before = await world.openAlerts()
    const { version } = (await world.order(id)).order
    world.events.splice(0)

    const plain = await acceptDispute(world.context, id, { ...by, transactionId })
    const outcome = await acceptDispute(world.context, id, instead)
    const again = await acceptDispute(world.context, id, instead)
    await world.live(2)

    expect(before).toEqual(['possible_double_payment'])
    expect([plain.outcome, again.outcome]).toEqual(['not_unknown', 'settled'])
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId, vnd: 50_000 } },
    })
    expect(await disputedOf(world)).toEqual([`${transactionId} accepted`, 'X1 released'])
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'refused', transactionId: null })
    expect(await world.openAlerts()).toEqual([])
    expect(world.events.map(({ type, data }) => [type, data.order.state, data.facts])).toEqual([
      [
        'order.payment_corrected',
        'paid',
        expect.objectContaining({
          transaction_id: transactionId,
          transaction_id_before: 'X1',
          reference: page.reference,
          never_made: true,
        }),
      ],
      ['order.dispute_ended', 'paid', expect.objectContaining({ transaction_id: transactionId })],
    ])
    const { journal, order, disputedPayments } = await world.order(id)
    expect(order).toMatchObject({ confirmedBy: 'person', version: version + 2 })
    expect(disputedPayments.find((one) => one.transactionId === 'X1')).toMatchObject({
      foundBy: 'person',
      reference,
    })
    expect(journal.slice(-5).map(({ kind, evidence }) => [kind, evidence])).toEqual(
      expect.arrayContaining([
        ['payment.released', 'word of a person'],
        ['payment.accepted', 'word of a person'],
      ]),
    )
    expect(journal.find(({ kind }) => kind === 'payment.released')?.data).toMatchObject({
      transaction_id: 'X1',
      reference,
      never_made: true,
      transaction_id_of_payment: transactionId,
      staff_id: 'an',
    })

    const refund = await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })
    expect(refund).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'refunded' } })
    expect(world.service.returnedVnd(page.reference)).toBe(50_000)
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('takes its place with its own money and points, which the shop is told', async () => {
    const parts = { vnd_amount: 30_000, point_amount: 20 }
    const { world, instead } = await countedByVerdict('request', parts)
    world.events.splice(0)

    const outcome = await acceptDispute(world.context, id, instead)
    await world.live(2)

    expect(outcome).toMatchObject({ order: { payment: { vnd: 30_000, points: 20 } } })
    const told = world.events.find(({ type }) => type === 'order.payment_corrected')
    expect(told?.data.facts).toMatchObject({ order_amount: 50_000, ...parts })
  })

  it('takes the place of one that a person has accepted before', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const { reference } = await world.payWithoutAnswer(id)
    const { newest: page } = world.service
    world.service.pay(page, { order_amount: 40_000, vnd_amount: 40_000 })
    await world.live(2)
    const said = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
    await settleLinkedPayment(world.context, id, said)
    await acceptDispute(world.context, id, { ...by, transactionId: 'X1' })
    const transactionId = page.status.transaction_id ?? ''

    const instead = { ...by, transactionId, insteadOf: 'X1' }
    const outcome = await acceptDispute(world.context, id, instead)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId, vnd: 40_000 } },
    })
    expect(await disputedOf(world)).toEqual([`${transactionId} accepted`, 'X1 released'])
  })

  it('takes its place once, for the first of concurrent requests', async () => {
    const { world, instead } = await countedByVerdict()

    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        acceptDispute(world.context, id, { ...instead, staffId: `S${number}` }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
  })

  it.each([
    ['another transaction than the one that counts', { insteadOf: 'X2' }, 'not_unknown'],
    ['itself', { insteadOf: 'T' }, 'not_unknown'],
  ])('does not take the place of %s', async (_what, change, expected) => {
    const { world, transactionId, instead } = await countedByVerdict()
    const insteadOf = change.insteadOf === 'T' ? transactionId : change.insteadOf

    const outcome = await acceptDispute(world.context, id, { ...instead, insteadOf })

    expect(outcome.outcome).toBe(expected)
    expect((await world.order(id)).order.paidTransactionId).toBe('X1')
  })

  it('does not take the place of a payment that the service has found', async () => {
    const world = new DailyWorld()
    await world.openAndStart({ id })
    const first = world.service.newest
    await startPayment(world.context, id, { method: 'transaction-qr' })
    const second = world.service.newest
    await recordCallback(world.context, world.service.pay(first))
    await sweep(world.context)
    await recordCallback(world.context, world.service.pay(second))
    await sweep(world.context)

    const outcome = await acceptDispute(world.context, id, {
      ...by,
      transactionId: second.status.transaction_id ?? '',
      insteadOf: first.status.transaction_id ?? '',
    })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  })

  it.each(['X1', 'LT000001'])('nor of one that a row of the file names, as %s', async (wallet) => {
    const { world, reference, instead } = await countedByVerdict('answer')
    const row = { invoice: reference, wallet, amount: 50_000, date: world.date() }
    await world.endDay([row])

    expect((await acceptDispute(world.context, id, instead)).outcome).toBe('not_unknown')
  })

  it('nor of one that the late answer of its call names, under the same transaction', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    const { reached, release } = world.service.holdNextCall('pay')
    const paying = payWithLink(world.context, id)
    await reached
    await world.live(2)
    const { reference } = await world.linkedAttempt(id)
    const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
    await settleLinkedPayment(world.context, id, word)
    world.service.pay(page)
    await world.live(2)
    release()
    await paying
    const transactionId = page.status.transaction_id ?? ''

    const outcome = await acceptDispute(world.context, id, {
      ...by,
      transactionId,
      insteadOf: 'LT000001',
    })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'payment.known')).toMatchObject([
      { evidence: 'answer of the service', data: { transaction_id: 'LT000001', reference } },
    ])
  })

  it('nor after a part of the order is refunded', async () => {
    const { world, instead } = await countedByVerdict('answer')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1 })

    expect((await acceptDispute(world.context, id, instead)).outcome).toBe('not_unknown')
  })

  it.each(['X1', 'LT000001'])(
    'is followed by a disputed payment when the file names that one later, as %s',
    async (wallet) => {
      const { world, reference, transactionId, instead } = await countedByVerdict('answer')
      const ofPage = await world.rowOfPayment(id)
      await acceptDispute(world.context, id, instead)
      const row = { invoice: reference, wallet, amount: 50_000, date: world.date() }
      await world.endDay([row])

      const expected = wallet === 'X1' ? ['X1 open'] : ['LT000001 open', 'X1 released']
      expect(ofPage.wallet).toBe('X1')
      expect(await disputedOf(world)).toEqual([`${transactionId} accepted`, ...expected].toSorted())
      expect((await world.order(id)).order).toMatchObject({
        state: 'disputed',
        paidTransactionId: transactionId,
      })
      const back = { id: 'R1', vnd: 50_000, transactionId: wallet }
      const refund = await refundOrder(world.context, id, back)
      expect(refund).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'paid' } })
    },
  )

  it('is not returned by a refund that names the one in whose place it comes at that moment', async () => {
    const { world, instead } = await countedByVerdict()
    const database = databaseWithWork(() => acceptDispute(world.context, id, instead))

    const refund = { id: 'R1', vnd: 50_000, transactionId: 'X1' }
    const outcome = await refundOrder({ ...world.context, database }, id, refund)

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('never made'),
      order: { state: 'paid' },
    })
    expect(await world.order(id)).toMatchObject({ order: { refundedVnd: 0 }, refunds: [] })
  })

  it('is not returned by the approval of such a refund', async () => {
    const { world, instead } = await countedByVerdict()
    const context = { ...world.context, approvalLimitVnd: 10_000 }
    const refund = { ...by, id: 'R1', vnd: 50_000, transactionId: 'X1' }
    const proposed = await refundByOperator(context, id, refund)
    const replaces = () => acceptDispute(world.context, id, instead)
    // The proposal and its order are read before.
    const database = databaseWithWork(replaces, 3)

    const approval = { ...by, staffId: 'binh' }
    const outcome = await approveProposal({ ...context, database }, 'R1', approval)

    expect(proposed.outcome).toBe('approval_needed')
    expect(outcome.outcome).toBe('not_refundable')
    expect(await world.order(id)).toMatchObject({ order: { refundedVnd: 0 }, refunds: [] })
  })

  it('is followed by a disputed payment when a person takes it back', async () => {
    const { world, transactionId, instead } = await countedByVerdict()
    await acceptDispute(world.context, id, instead)

    const outcome = await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'disputed', payment: { transactionId } },
    })
  })
})
