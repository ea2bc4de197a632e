import { expect, it } from 'vitest'
import { formatAmounts } from './messages.ts'

it.each([
  ['1234567 VND + 20 POINT', 'en', '1,234,567 VND + 20 POINT'],
  ['1234567 VND', 'vi', '1.234.567 VND'],
  ['-0.5', 'en', '-0.5'],
  ['-1000.25', 'vi', '-1.000,25'],
] as const)('shows %s in %s as %s', (text, language, shown) => {
  expect(formatAmounts(text, language)).toBe(shown)
})
