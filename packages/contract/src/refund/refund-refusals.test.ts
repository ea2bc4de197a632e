import { expect, it } from 'vitest'
import { commonRefusals } from '../refusals/common-refusals.ts'
import { refundOrder } from './refund-order.ts'
import { refundRefusals } from './refund-refusals.ts'

// Copied by hand from the refund codes of Specification 7, in their order.
const specified = [
  4000001, 4000800, 4000801, 4000802, 4000803, 4000804, 4000807, 4000809, 4000810, 4000811, 4000812,
  4000813, 4000817, 4000820, 4000824, 4004009, 4030800, 4040800, 4040801, 4080804, 4090801, 5000800,
  5000801, 5000802,
]

it('lists every refund code of the specification and no other', () => {
  const listed = Object.keys(refundRefusals)

  expect(listed.sort()).toEqual(specified.map(String).sort())
})

it('lists the three ways in which a refund succeeds', () => {
  expect(Object.keys(refundOrder.success).map(Number)).toEqual([200, 2000801, 2000802])
})

it.each([
  [4000801, 'original_not_a_payment'],
  [4000809, 'remaining_insufficient'],
  [4000811, 'amount_not_positive_integer'],
  [4000820, 'refund_period_over'],
  [4030800, 'refund_not_allowed'],
  [4040801, 'original_not_found'],
  [4090801, 'refund_id_exists'],
] as const)('reads %i as %s', (code, reason) => {
  expect(refundRefusals[code].reason).toBe(reason)
})

it('gives 4000801 another meaning than the common table does', () => {
  expect(refundRefusals[4000801].reason).not.toBe(commonRefusals[4000801].reason)
})

it('never advises to retry a refund whose id exists already', () => {
  expect(refundRefusals[4090801]).toMatchObject({ retry: 'never', applied: 'maybe' })
})
