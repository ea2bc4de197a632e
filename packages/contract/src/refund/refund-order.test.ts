import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { refundOrder } from './refund-order.ts'

const refund = { order_reference_id: 'R-1', original_order_reference_id: 'A-1' }
const takes = (change: object): boolean => v.is(refundOrder.request, { ...refund, ...change })

describe('refundOrder', () => {
  // Specification: 2.0.2
  it.each([
    ['money', { vnd_amount: 1 }, true],
    ['points', { point_amount: 1 }, true],
    ['both', { vnd_amount: 1, point_amount: 1 }, true],
    ['neither', {}, false],
  ])('decides about a refund of %s', (_about, amounts, accepted) => {
    expect(takes(amounts)).toBe(accepted)
  })

  it.each(['vnd_amount', 'point_amount'])('accepts only whole amounts above 0 as %s', (field) => {
    for (const amount of [0, -1, 1.5, Number.NaN, '1000', null]) {
      expect(takes({ vnd_amount: 1, [field]: amount })).toBe(false)
    }
    expect(takes({ [field]: Number.MAX_SAFE_INTEGER })).toBe(true)
  })

  it.each(['order_reference_id', 'original_order_reference_id'])(
    'accepts 35 characters as %s and not 36',
    (field) => {
      expect(takes({ vnd_amount: 1, [field]: 'R'.repeat(35) })).toBe(true)
      expect(takes({ vnd_amount: 1, [field]: 'R'.repeat(36) })).toBe(false)
      expect(takes({ vnd_amount: 1, [field]: undefined })).toBe(false)
    },
  )
})
