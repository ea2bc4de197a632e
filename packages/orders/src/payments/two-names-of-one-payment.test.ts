import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { World } from '../../test/world.ts'
import { recordCallback, refundOrder, releaseDispute, sweep } from '../index.ts'
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
    expect(again).toMatchObject({ outcome: 'not_unknown' })
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
