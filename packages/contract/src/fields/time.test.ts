import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ExpiresInMinutes } from './expires-in-minutes.ts'
import { UnixSeconds, UnixSecondsOfEitherUnit } from './time.ts'

// Specification: 2.1.3, 2.2.1
describe('ExpiresInMinutes', () => {
  it.each([
    [2, false],
    [3, true],
    [15, true],
    [16, false],
    [3.5, false],
    ['10', false],
    [Number.NaN, false],
  ])('decides about %s', (minutes, accepted) => {
    expect(v.is(ExpiresInMinutes, minutes)).toBe(accepted)
  })
})

describe('UnixSeconds', () => {
  it.each([
    [0, true],
    [1_790_000_000, true],
    [-1, false],
    [1.5, false],
    ['1790000000', false],
  ])('decides about %s', (seconds, accepted) => {
    expect(v.is(UnixSeconds, seconds)).toBe(accepted)
  })
})

describe('UnixSecondsOfEitherUnit', () => {
  it.each([
    [1_790_000_000, 1_790_000_000],
    [1_790_000_000_999, 1_790_000_000],
    [99_999_999_999, 99_999_999_999],
    [100_000_000_000, 100_000_000],
  ])('reads %i as %i seconds (G-07)', (value, seconds) => {
    expect(v.parse(UnixSecondsOfEitherUnit, value)).toBe(seconds)
  })

  it('reads an instant the same way in both units', () => {
    // From March 1973 on, where milliseconds can be told from seconds, to the year 5138.
    const instant = fc.integer({ min: 100_000_000, max: 99_999_999_999 })
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 999 }), (seconds, millisecond) => {
        expect(v.parse(UnixSecondsOfEitherUnit, seconds)).toBe(seconds)
        expect(v.parse(UnixSecondsOfEitherUnit, seconds * 1000 + millisecond)).toBe(seconds)
      }),
    )
  })
})
