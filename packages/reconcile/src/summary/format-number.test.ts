import { expect, it } from 'vitest'
import { formatAmounts, formatCount } from './format-number.ts'

it.each([
  ['1234567 VND + 20 POINT', 'en', '1,234,567 VND + 20 POINT'],
  ['1234567 VND', 'vi', '1.234.567 VND'],
  ['-0.5', 'en', '-0.5'],
  ['-1000.25', 'vi', '-1.000,25'],
  ['0012345', 'en', '12,345'],
  ['123456789012345', 'vi', '123.456.789.012.345'],
] as const)('shows %s in %s as %s', (text, language, shown) => {
  expect(formatAmounts(text, language)).toBe(shown)
})

it.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1,000', '1.000'],
  [1234567, '1,234,567', '1.234.567'],
] as const)('writes a count of %d', (count, english, vietnamese) => {
  expect(formatCount(count, 'en')).toBe(english)
  expect(formatCount(count, 'vi')).toBe(vietnamese)
})
