import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ExpiresInMinutes } from './expires-in-minutes.ts'
import { UnixSecondsOfEitherUnit } from './time.ts'

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

describe('UnixSecondsOfEitherUnit', () => {
  it.each([
    [1_790_000_000, 1_790_000_000],
    [1_790_000_000_999, 1_790_000_000],
    [99_999_999_999, 99_999_999_999],
    [100_000_000_000, 100_000_000],
    // Section 2.4 says number where 2.1 says integer.
    [1_790_000_000.75, 1_790_000_000],
    [1_790_000_000_999.5, 1_790_000_000],
  ])('reads %d as %i seconds (G-07)', (value, seconds) => {
    expect(v.parse(UnixSecondsOfEitherUnit, value)).toBe(seconds)
  })

  it.each([-1, Number.NaN, Infinity, 2 ** 53, '1790000000', null])('does not read %s', (value) => {
    expect(v.is(UnixSecondsOfEitherUnit, value)).toBe(false)
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
