import { describe, expect, it } from 'vitest'
import { requireFields } from './field-rule.ts'
import { orderRules, otpRules, refundRules, transferRules } from './request-rules.ts'

const order = { id: 'ORDER-1', amountVnd: 1 }

describe('requireFields', () => {
  it.each([
    [{}],
    [{ id: 'a'.repeat(64), amountVnd: 999_999_999_999_999 }],
    [{ description: 'Trà sen '.repeat(31), expiresInMinutes: 3, linkedCustomerId: 'C_1' }],
    [{ expiresInMinutes: 1_440, returnUrl: 'https://shop.example/orders/1' }],
    [{ returnUrl: 'http://localhost:8787/' }],
  ])('accepts an order with %j', (changes) => {
    expect(() => requireFields('order', orderRules, { ...order, ...changes })).not.toThrow()
  })

  it.each([
    [{ id: '' }, "The order's id must be 1 to 64 characters of A-Z a-z 0-9 _ -."],
    [{ id: undefined }, "The order's id must be 1 to 64 characters of A-Z a-z 0-9 _ -."],
    [
      { amountVnd: 0 },
      "The order's amountVnd must be a whole number of VND from 1 to 999999999999999.",
    ],
    [
      { amountVnd: 1.5 },
      "The order's amountVnd must be a whole number of VND from 1 to 999999999999999.",
    ],
    [
      { amountVnd: 1_000_000_000_000_000 },
      "The order's amountVnd must be a whole number of VND from 1 to 999999999999999.",
    ],
    [
      { amountVnd: '1' },
      "The order's amountVnd must be a whole number of VND from 1 to 999999999999999.",
    ],
    [{ description: 'x'.repeat(256) }, "The order's description must be at most 255 characters."],
    [
      { description: 'a\u0007b' },
      "The order's description must not hold control characters or halves of characters.",
    ],
    [
      { expiresInMinutes: 2 },
      "The order's expiresInMinutes must be a whole number from 3 to 1440.",
    ],
    [
      { returnUrl: 'http://shop.example/' },
      "The order's returnUrl must be an https address, or an http address of this machine, of at most 2048 characters.",
    ],
  ])('refuses an order with %j', (changes, message) => {
    const check = () => requireFields('order', orderRules, { ...order, ...changes })

    expect(check).toThrow(new TypeError(message))
  })

  it('counts characters, not the units in which they are stored', () => {
    const tea = '\u{1f375}'

    expect(() =>
      requireFields('order', orderRules, { ...order, description: tea.repeat(255) }),
    ).not.toThrow()
    expect(() =>
      requireFields('order', orderRules, { ...order, description: tea.repeat(256) }),
    ).toThrow('at most 255 characters')
  })

  it.each([
    [refundRules, { id: 'r'.repeat(36) }, "The refund's id must be 1 to 35 characters"],
    [refundRules, { id: 'R', vnd: -1 }, "The refund's vnd must be a whole number of VND"],
    [refundRules, { id: 'R', staffId: 'x'.repeat(65) }, "The refund's staffId must be at most 64"],
    [
      transferRules,
      { id: 'T', amountVnd: 1, receiverPhone: '12' },
      "The refund's receiverPhone must be 10 or 11 digits, the first a 0.",
    ],
    [otpRules, { otp: '1\u0007' }, "The refund's otp must be 1 to 64 characters without control"],
    [otpRules, { otp: '1'.repeat(65) }, "The refund's otp must be 1 to 64 characters"],
  ])('names the field of a request that breaks a rule (%#)', (rules, request, message) => {
    expect(() => requireFields('refund', rules, request)).toThrow(message)
  })

  it.each(['1', '424242', 'aB-9', '1'.repeat(64)])('accepts the one-time code %s', (otp) => {
    expect(() => requireFields('payment', otpRules, { otp })).not.toThrow()
  })
})
