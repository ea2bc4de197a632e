import { readTypedNumber as original } from '@merchant-edge/pages'
import { describe, expect, it } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

describe('readTypedNumber', () => {
  it.each([
    ['120000', 120_000],
    ['120.000', 120_000],
    ['1,200,000', 1_200_000],
    ['120 000 ₫', 120_000],
    ['0', 0],
    ['120.000,00', Number.NaN],
    ['1.5', Number.NaN],
    ['12.00', Number.NaN],
    ['1e5', Number.NaN],
    ['0x10', Number.NaN],
    ['-1', Number.NaN],
    ['', Number.NaN],
  ])('reads %j as %d, like the pages of the Workers', (text, number) => {
    expect(readTypedNumber(text)).toBe(number)
    expect(original(text) ?? Number.NaN).toBe(number)
  })
})
