import { expect, it } from 'vitest'
import { checkVerdict } from './check-verdict.ts'

const said = { reason: 'seen on the merchant site', staffId: 'an' }

it('accepts a reason and a name', () => {
  expect(() => checkVerdict(said)).not.toThrow()
})

it('accepts a reason, a name and codes of their maximum lengths', () => {
  const longest = {
    reason: 'x'.repeat(255),
    staffId: 'x'.repeat(64),
    transactionId: 'x'.repeat(64),
    walletCode: 'x'.repeat(30),
  }
  expect(() => checkVerdict(longest)).not.toThrow()
})

it('counts characters, not the units in which they are stored', () => {
  const tea = '\u{1f375}'

  expect(() => checkVerdict({ reason: tea.repeat(255), staffId: tea.repeat(64) })).not.toThrow()
  expect(() => checkVerdict({ ...said, reason: tea.repeat(256) })).toThrow('reason must be')
})

it.each(['', 'a;b', 'a b', 'x'.repeat(65)])('refuses %j as a transaction', (transactionId) => {
  expect(() => checkVerdict({ ...said, transactionId, walletCode: 'W1' })).toThrow(
    "The verdict's transactionId must be 1 to 64 characters without a semicolon",
  )
})

it.each(['', 'a;b', 'a b', 'x'.repeat(31)])('refuses %j as a wallet code', (walletCode) => {
  expect(() => checkVerdict({ ...said, transactionId: 'T1', walletCode })).toThrow(
    "The verdict's walletCode must be 1 to 30 characters without a semicolon",
  )
})

it.each(['', ' ', '\t \u{a0}', 'x'.repeat(256)])('refuses %j as a reason', (reason) => {
  expect(() => checkVerdict({ ...said, reason })).toThrow(
    "The verdict's reason must be 1 to 255 characters, not blanks alone.",
  )
})

it.each(['', '   ', 'x'.repeat(65)])('refuses %j as the name of the operator', (staffId) => {
  expect(() => checkVerdict({ ...said, staffId })).toThrow(
    "The verdict's staffId must be 1 to 64 characters, not blanks alone.",
  )
})
