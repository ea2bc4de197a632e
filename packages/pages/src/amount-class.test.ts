import { expect, it } from 'vitest'
import { amountClass } from './amount-class.ts'

it.each([
  [9_999_999, 'amount'],
  [10_000_000, 'amount long'],
  [999_999_999, 'amount long'],
  [1_000_000_000, 'amount longest'],
])('%d VND has the class %s', (vnd, name) => {
  expect(amountClass(vnd)).toBe(name)
})
