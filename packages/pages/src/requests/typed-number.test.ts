import { describe, expect, it } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

describe('readTypedNumber', () => {
  it.each([
    ['120000', 120_000],
    ['120.000', 120_000],
    ['120,000', 120_000],
    ['120 000', 120_000],
    ['120\u00a0000\u00a0₫', 120_000],
    [' 1.250.000₫ ', 1_250_000],
    ['1.000.000.000.000', 1_000_000_000_000],
    ['7', 7],
    ['0', 0],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('reads %j', (text, number) => {
    expect(readTypedNumber(text)).toBe(number)
  })

  it.each([
    '',
    ' ',
    '₫',
    '120.000,00',
    '120,000.00',
    '200,00',
    '1.5',
    '0,5',
    '.100',
    '100.',
    '1..000',
    '1.000,000',
    '1.0000',
    '1000.000',
    '-5',
    '+5',
    '1e5',
    '0x10',
    '12a',
    '１２',
    '9999999999999999',
  ])('does not read %j', (text) => {
    expect(readTypedNumber(text)).toBeUndefined()
  })
})
