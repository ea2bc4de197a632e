import { describe, expect, it } from 'vitest'
import { readChoice, splitOf } from './payment-split.ts'

const basis = { amountVnd: 250_000, pointsAtHand: 100, pointValueVnd: 1_000 }

describe('splitOf', () => {
  it('charges all of it to the balance', () => {
    expect(splitOf('money', basis)).toEqual({ vnd: 250_000, points: 0 })
  })

  // Specification: 1.27
  it('charges all of it in points when whole points can pay it', () => {
    expect(splitOf('points', basis)).toEqual({ vnd: 0, points: 250 })
    expect(splitOf('points', { ...basis, amountVnd: 250_500 })).toBeUndefined()
  })

  it('charges the available points and the rest in money', () => {
    expect(splitOf('both', basis)).toEqual({ vnd: 150_000, points: 100 })
    expect(splitOf('both', { ...basis, pointsAtHand: 0 })).toBeUndefined()
    expect(splitOf('both', { ...basis, pointsAtHand: 9_999 })).toBeUndefined()
  })
})

describe('readChoice', () => {
  it('accepts three choices and nothing else', () => {
    expect(['money', 'points', 'both', 'cash', '', undefined].map(readChoice)).toEqual([
      'money',
      'points',
      'both',
      undefined,
      undefined,
      undefined,
    ])
  })
})
