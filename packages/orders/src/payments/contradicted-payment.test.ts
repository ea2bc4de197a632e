import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { transact } from '../database/transact.ts'
import { entryOnce } from '../journal/journal.ts'
import { isNamedByService, paymentNamedByPerson } from './contradicted-payment.ts'

const id = 'order-1'

describe('isNamedByService', () => {
  const lines = [
    { kind: 'transaction.known', data: { reference: 'e0-linked', service_code: 'S1' }, says: 'S1' },
    { kind: 'transaction.known', data: { reference: 'e0-linked', wallet_code: 'W1' }, says: 'W1' },
    { kind: 'payment.known', data: { reference: 'e0-linked', transaction_id: 'T1' }, says: 'T1' },
  ] as const

  it.each(lines)('reads $data from a line $kind', async ({ kind, data, says }) => {
    const world = new World()
    await world.openAndStart({ id })
    const { context } = world
    const line = { atMs: world.now(), kind, orderId: id, dedupe: `${kind}:test`, data } as const
    const payment = { orderId: id, reference: 'e0-linked' }

    const before = await isNamedByService(context, payment, says)
    await transact(context, entryOnce({ ...line, evidence: 'daily file of the service' }))

    expect(before).toBe(false)
    expect(await isNamedByService(context, payment, says)).toBe(true)
    expect(await isNamedByService(context, payment, 'another')).toBe(false)
    const other = { orderId: id, reference: 'e0-page' }
    expect(await isNamedByService(context, other, says)).toBe(false)
  })
})

describe('paymentNamedByPerson', () => {
  it('is a linked payment that counts as paid under a transaction, and nothing else', async () => {
    const world = new World()
    await world.openLinked({ id })
    await world.payWithoutAnswer(id)
    const rows = await world.order(id)
    const attempt = await world.linkedAttempt(id)
    const { reference } = attempt
    const counted = { paidReference: reference, paidTransactionId: 'X1', confirmedBy: 'person' }
    const said = { ...rows, order: { ...rows.order, ...counted, confirmedBy: 'person' as const } }
    const paid = { ...attempt, state: 'paid' as const, transactionId: 'X1' }

    expect(paymentNamedByPerson(said, paid)).toEqual({ transactionId: 'X1', disputed: undefined })
    expect(paymentNamedByPerson(said, { ...paid, method: 'web-payment' })).toBeUndefined()
    expect(paymentNamedByPerson(said, { ...paid, state: 'payment_unknown' })).toBeUndefined()
    expect(paymentNamedByPerson(said, { ...paid, transactionId: null })).toBeUndefined()
    expect(paymentNamedByPerson(said, { ...paid, transactionId: 'X2' })).toBeUndefined()
  })
})
