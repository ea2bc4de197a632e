import { expect, it } from 'vitest'
import { checkVerdict } from './check-verdict.ts'

const said = { reason: 'seen on the merchant site', staffId: 'an' }

it('takes a reason and a name', () => {
  expect(() => checkVerdict(said)).not.toThrow()
})

it.each(['', ' ', '\t \u{a0}', 'x'.repeat(256)])('refuses %j as a reason', (reason) => {
  expect(() => checkVerdict({ ...said, reason })).toThrow(
    "The verdict's reason must be 1 to 255 characters, not blanks alone.",
  )
})

it.each(['', '   ', 'x'.repeat(65)])('refuses %j as the name of who says it', (staffId) => {
  expect(() => checkVerdict({ ...said, staffId })).toThrow(
    "The verdict's staffId must be 1 to 64 characters, not blanks alone.",
  )
})
