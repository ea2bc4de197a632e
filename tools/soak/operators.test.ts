import { expect, it } from 'vitest'
import { verdictOn } from './operators.ts'

/** The refund with which an operator returns a disputed payment of which so much is left. */
function refundOf(left: { vnd: number; points: number }) {
  const one = { orderId: 'O1', transactionId: '20261130679027260055', state: 'kept', ...left }
  const { json } = verdictOn(
    { kind: 'dispute', id: one.transactionId, orderId: one.orderId },
    {
      service: { purchases: [], refunds: [], transfers: [] },
      merchant: { transfers: [], disputed: [one] },
    },
  )
  return json
}

it('returns what is left of a disputed payment under an id of its own, and repeats it under the same', () => {
  const whole = refundOf({ vnd: 39_000, points: 0 })
  expect(whole).toEqual({
    id: '20261130679027260055-39000-0',
    transactionId: '20261130679027260055',
    reason: 'looked up at the service',
    vnd: 39_000,
  })
  expect(refundOf({ vnd: 39_000, points: 0 })).toEqual(whole)
  expect(refundOf({ vnd: 32_000, points: 0 })).toMatchObject({
    id: '20261130679027260055-32000-0',
    vnd: 32_000,
  })
})
