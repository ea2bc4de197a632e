import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { World } from '../../test/world.ts'
import {
  listAlerts,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  sweep,
} from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'

const id = 'order-1'
const word = { reason: 'the service knows one payment', staffId: 'an' }

/** A callback names X, and the signed query about the same page names T-QUERY. */
async function twoNames<Kind extends World>(world: Kind): Promise<Kind> {
  await world.openAndStart({ id })
  const page = world.service.newest
  const callback = world.service.pay(page, { transaction_id: 'X' })
  page.status = { ...page.status, transaction_id: 'T-QUERY' }
  await recordCallback(world.context, callback)
  await world.live(2)
  return world
}

describe('a callback and a query that name different transactions for one page', () => {
  it('leave two payments, of which the person ends one as another name of the other', async () => {
    const world = await twoNames(new World())
    const before = await world.order(id)

    const outcome = await releaseDispute(world.context, id, { ...word, transactionId: 'X' })
    const again = await releaseDispute(world.context, id, { ...word, transactionId: 'X' })
    await sweep(world.context)

    expect(before).toMatchObject({
      order: { state: 'disputed', paidTransactionId: 'T-QUERY' },
      disputedPayments: [
        { transactionId: 'X', state: 'open', reference: before.order.paidReference },
      ],
    })
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId: 'T-QUERY' } },
    })
    expect(again).toEqual(outcome)
    expect(world.events.at(-1)).toMatchObject({
      type: 'order.dispute_ended',
      data: {
        order: { state: 'paid' },
        facts: { transaction_id: 'X', transaction_id_of_payment: 'T-QUERY', staff_id: 'an' },
      },
    })
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('give back once what was paid once', async () => {
    const world = await twoNames(new World())
    const reference = world.service.newest.reference
    await releaseDispute(world.context, id, { ...word, transactionId: 'X' })

    const other = { id: 'R1', vnd: 100_000, transactionId: 'X' }
    const wrong = await refundOrder(world.context, id, other)
    const refund = await refundOrder(world.context, id, { id: 'R2', vnd: 100_000 })

    expect(wrong).toMatchObject({ outcome: 'not_refundable' })
    expect(refund).toMatchObject({ outcome: 'known', order: { state: 'refunded' } })
    expect(world.service.returnedVnd(reference)).toBe(100_000)
  })

  it('are told apart again by a row of the file that names the one that was ended', async () => {
    const world = await twoNames(new DailyWorld())
    const { reference } = world.service.newest
    await releaseDispute(world.context, id, { ...word, transactionId: 'X' })
    const row = { invoice: reference, amount: 100_000, date: world.date() }
    await world.endDay([
      { ...row, wallet: 'T-QUERY' },
      { ...row, wallet: 'X2', service: 'X' },
    ])

    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('are two payments again after the release is taken back, and each is returned once', async () => {
    const world = await twoNames(new World())
    const reference = world.service.newest.reference
    // The service has taken the money twice.
    world.service.pay(world.service.newest, { transaction_id: 'T-QUERY' })
    const verdict = { ...word, transactionId: 'X' }
    await releaseDispute(world.context, id, verdict)
    await world.live(2)
    const closed = await listAlerts(world.context, { kind: 'possible_double_payment' })

    const outcomes = await Promise.all([
      reopenDispute(world.context, id, { ...verdict, staffId: 'binh' }),
      reopenDispute(world.context, id, { ...verdict, staffId: 'binh' }),
    ])
    const again = await reopenDispute(world.context, id, verdict)
    await world.live(2)
    const raised = await listAlerts(world.context, { kind: 'possible_double_payment' })
    const told = world.events.at(-1)
    const refund = await refundOrder(world.context, id, {
      id: 'R1',
      vnd: 100_000,
      transactionId: 'X',
    })
    const more = await refundOrder(world.context, id, { id: 'R2', vnd: 1, transactionId: 'X' })

    expect(closed.alerts).toMatchObject([{ state: 'closed' }])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'settled'])
    expect(again).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
    expect(raised.alerts).toMatchObject([{ state: 'open', subject: `${id}:X` }])
    expect(told).toMatchObject({
      type: 'order.disputed',
      data: {
        order: { state: 'disputed' },
        facts: { transaction_id: 'X', reopened: true, staff_id: 'binh' },
      },
    })
    expect(refund).toMatchObject({
      outcome: 'known',
      refund: { state: 'refunded' },
      order: { state: 'paid', payment: { transactionId: 'T-QUERY' } },
    })
    expect(more).toMatchObject({ outcome: 'not_refundable' })
    expect(world.service.returnedVnd(reference)).toBe(100_000)
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'payment.reopened')).toMatchObject([
      { evidence: 'word of a person', data: { transaction_id: 'X', staff_id: 'binh' } },
    ])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('can be released and taken back more than once, and the shop hears of each', async () => {
    const world = await twoNames(new World())
    const verdict = { ...word, transactionId: 'X' }
    for (let round = 0; round < 2; round += 1) {
      expect(await releaseDispute(world.context, id, verdict)).toMatchObject({ outcome: 'settled' })
      await sweep(world.context)
      expect(await reopenDispute(world.context, id, verdict)).toMatchObject({ outcome: 'settled' })
      await sweep(world.context)
    }

    expect(world.events.slice(-4).map(({ type }) => type)).toEqual([
      'order.dispute_ended',
      'order.disputed',
      'order.dispute_ended',
      'order.disputed',
    ])
  })

  it('close the alert about the row of the file once the release is taken back', async () => {
    const world = await twoNames(new DailyWorld())
    const { reference } = world.service.newest
    await releaseDispute(world.context, id, { ...word, transactionId: 'X' })
    const row = { invoice: reference, amount: 100_000, date: world.date() }
    world.toNextDay()
    await world.putServiceFile([
      { ...row, wallet: 'T-QUERY' },
      { ...row, wallet: 'X2', service: 'X' },
    ])
    await world.work()
    await world.live(2)
    const before = await listAlerts(world.context, { kind: 'file_contradicts' })
    await reopenDispute(world.context, id, { ...word, transactionId: 'X' })
    await world.live(2)
    const after = await listAlerts(world.context, { kind: 'file_contradicts' })

    expect(before.alerts).toMatchObject([{ state: 'open' }])
    expect(after.alerts).toMatchObject([{ state: 'closed' }])
  })

  it.each([
    ['unknown', 'T-NONE', 'not_found'],
    ['still open', 'X', 'not_unknown'],
  ])(
    'has no release to take back where the payment is %s',
    async (_what, transactionId, outcome) => {
      const world = await twoNames(new World())

      expect(await reopenDispute(world.context, id, { ...word, transactionId })).toMatchObject({
        outcome,
      })
    },
  )

  it('are not ended where a refund of the disputed one is under way or made', async () => {
    const world = await twoNames(new World())
    await refundOrder(world.context, id, { id: 'R1', vnd: 1_000, transactionId: 'X' })

    const outcome = await releaseDispute(world.context, id, { ...word, transactionId: 'X' })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  })
})

it('a second payment of one page that the query has named too is not ended by a word', async () => {
  const world = new World()
  await world.openAndPay({ id })
  const callback = world.service.pay(world.service.newest, { transaction_id: 'T-SECOND' })
  await recordCallback(world.context, callback)
  await world.live(2)

  const verdict = { ...word, transactionId: 'T-SECOND' }
  const outcome = await releaseDispute(world.context, id, verdict)

  expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
})
