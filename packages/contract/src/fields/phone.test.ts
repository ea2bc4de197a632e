import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { PhoneNumber } from './phone.ts'

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength, maxLength })

describe('PhoneNumber', () => {
  it('accepts every number of 10 or 11 digits that begins with 0, unchanged', () => {
    fc.assert(
      fc.property(digits(9, 10), (rest) => {
        expect(v.parse(PhoneNumber, `0${rest}`)).toBe(`0${rest}`)
      }),
    )
  })

  it('refuses a number of another length', () => {
    fc.assert(
      fc.property(fc.oneof(digits(0, 8), digits(11, 30)), (rest) => {
        expect(v.is(PhoneNumber, `0${rest}`)).toBe(false)
      }),
    )
  })

  it('refuses a number that begins with another digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'123456789'.split('')), digits(9, 10), (first, rest) => {
        expect(v.is(PhoneNumber, first + rest)).toBe(false)
      }),
    )
  })

  it('refuses a character that is not a digit, at every position', () => {
    const other = fc.string({ minLength: 1, maxLength: 1 }).filter((text) => !/^[0-9]$/.test(text))
    fc.assert(
      fc.property(digits(8, 9), fc.nat({ max: 9 }), other, (rest, place, stranger) => {
        const number = `0${rest}`

        expect(v.is(PhoneNumber, number.slice(0, place) + stranger + number.slice(place))).toBe(
          false,
        )
      }),
    )
  })

  it.each([
    ['a line break at the end', '0900000321\n'],
    ['the prefix of the country', '+84900000321'],
    ['digits of another script', '٠٩٠٠٠٠٠٣٢١'],
    ['a number', 900_000_321],
    ['nothing', ''],
  ])('refuses %s', (_about, value) => {
    expect(v.is(PhoneNumber, value)).toBe(false)
  })
})
