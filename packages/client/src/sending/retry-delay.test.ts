import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffMs } from './retry-delay.ts'

it.each([
  [1, 200],
  [2, 400],
  [3, 800],
  [4, 1600],
  [5, 2000],
  [9, 2000],
])('waits after attempt %i at most %i ms', (attempt, longest) => {
  expect(backoffMs(attempt, 0)).toBe(longest)
  expect(backoffMs(attempt, 1)).toBe(longest / 2)
})

it('spreads callers over the second half of the wait', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const wait = backoffMs(attempt, random)
        expect(wait).toBeGreaterThanOrEqual(backoffMs(attempt, 1))
        expect(wait).toBeLessThanOrEqual(backoffMs(attempt, 0))
      },
    ),
  )
})
