import { expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { acceptDispute, recordCallback, releaseDispute } from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'

const word = { reason: 'seen on the merchant site', staffId: 'an' }

/** A callback with a token over another amount, that names another transaction than the query. */
async function calledBack() {
  const world = new World()
  const id = await world.openAndStart()
  const paid = { transaction_id: 'T-QUERY', vnd_amount: 90_000, point_amount: 100 }
  const callback = world.service.pay(world.service.newest, paid)
  await recordCallback(world.context, {
    ...callback,
    amountVnd: 1,
    signed: { ...callback.signed, transaction_id: 'T-CALLBACK' },
  })
  await world.live(10)
  return { world, id }
}

it('a transaction that only the query names is disputed too, with its amounts', async () => {
  const { world, id } = await calledBack()

  const { order, disputedPayments, journal } = await world.order(id)

  const reason = 'token_amount_mismatch'
  expect(order).toMatchObject({ state: 'disputed', paidTransactionId: null })
  const byName = new Map(disputedPayments.map((one) => [one.transactionId, one]))
  expect(byName.size).toBe(2)
  expect(byName.get('T-QUERY')).toMatchObject({ reason, paidVnd: 90_000, paidPoints: 100 })
  expect(byName.get('T-CALLBACK')).toMatchObject({ reason, paidVnd: 100_000, paidPoints: 0 })
  const lines = journal.filter(({ kind }) => kind === 'order.disputed')
  expect(lines).toMatchObject([
    { evidence: 'signed query', data: { transaction_id: 'T-QUERY' } },
    {
      evidence: 'callback signature of key key-1',
      data: { transaction_id: 'T-CALLBACK', transaction_id_of_query: 'T-QUERY' },
    },
  ])
  expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
})

it('the order can be paid by it, and the name of the callback released', async () => {
  const { world, id } = await calledBack()

  await acceptDispute(world.context, id, { ...word, transactionId: 'T-QUERY' })
  const released = await releaseDispute(world.context, id, {
    ...word,
    transactionId: 'T-CALLBACK',
  })

  expect(released).toMatchObject({
    outcome: 'settled',
    order: { state: 'paid', payment: { transactionId: 'T-QUERY', vnd: 90_000, points: 100 } },
  })
})
