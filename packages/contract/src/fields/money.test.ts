import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AmountText, AmountTextOrZero, PositiveAmount, Vnd } from './money.ts'
import { ReceivedAmount } from './received-money.ts'

describe('PositiveAmount', () => {
  it.each([
    [1, true],
    [Number.MAX_SAFE_INTEGER, true],
    [0, false],
    [-0, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    [Number.MAX_SAFE_INTEGER + 1, false],
    ['1000', false],
    [null, false],
  ])('decides about %s', (value, accepted) => {
    expect(v.is(PositiveAmount, value)).toBe(accepted)
  })
})

describe('ReceivedAmount', () => {
  it.each([
    [58_000, 58_000],
    [0, 0],
    ['58000', 58_000],
    ['0', 0],
    ['58000.00', 58_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %j as %i', (value, amount) => {
    expect(v.parse(ReceivedAmount, value)).toBe(amount)
  })

  it.each([
    -1,
    1.5,
    '58000.50',
    '1.00000000000000000001',
    '-1',
    '+1',
    '1e5',
    '0x10',
    ' 1',
    '1,000',
    '',
    '9007199254740993',
    null,
    true,
  ])('refuses %j', (value) => {
    expect(v.is(ReceivedAmount, value)).toBe(false)
  })

  it('reads a whole amount the same way as a number and as text', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        expect(v.parse(ReceivedAmount, amount)).toBe(amount)
        expect(v.parse(ReceivedAmount, String(amount))).toBe(amount)
      }),
    )
  })

  it('never reads text as another amount than it states', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
        const parsed = v.safeParse(ReceivedAmount, text)
        if (!parsed.success) return

        expect(text.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '')).toBe(String(parsed.output))
      }),
    )
  })
})

describe('Vnd', () => {
  it.each([
    ['VND', true],
    ['vnd', false],
    ['USD', false],
  ])('decides about %s', (value, accepted) => {
    expect(v.is(Vnd, value)).toBe(accepted)
  })
})

describe('AmountText', () => {
  it('accepts every whole amount above 0 in digits, unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), (amount) => {
        expect(v.parse(AmountText, String(amount))).toBe(String(amount))
      }),
    )
  })

  it.each(['0', '01', '-1', '+1', '1.0', '1e5', '0x1', '1,000', ' 1', '1\n', '', '١', 1, null])(
    'refuses %j',
    (value) => {
      expect(v.is(AmountText, value)).toBe(false)
    },
  )

  it('differs from AmountTextOrZero only in 0', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123.-+e'.split('')) }),
    )
    fc.assert(
      fc.property(text, (value) => {
        expect(v.is(AmountTextOrZero, value)).toBe(v.is(AmountText, value) || value === '0')
      }),
    )
  })
})
