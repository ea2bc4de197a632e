import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { transferMoney } from './transfer-money.ts'

const transfer = {
  amount: '50000',
  receiver_phone_number: '0900000321',
  merchant_account_id: 'VI-DN-0007',
  merchant_transaction_id: 'CT-0001',
}
const takes = (change: object): boolean => v.is(transferMoney.request, { ...transfer, ...change })

describe('transferMoney', () => {
  it('accepts a description of up to 255 characters, in any script', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (chars) => {
        expect(takes({ description: 'ể'.repeat(chars) })).toBe(chars <= 255)
      }),
    )
  })

  it('accepts an id of 1 to 35 printable characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (chars) => {
        const merchant_transaction_id = 'T'.repeat(chars)

        expect(takes({ merchant_transaction_id })).toBe(chars >= 1 && chars <= 35)
      }),
    )
  })

  it.each(['amount', 'receiver_phone_number', 'merchant_account_id', 'merchant_transaction_id'])(
    'needs %s',
    (field) => {
      expect(takes({ [field]: undefined })).toBe(false)
    },
  )

  it('is never retried by the client, because the effect of a second call with the same id is open (G-29)', () => {
    expect(transferMoney).toMatchObject({ effect: 'write', duplicates: 'unknown' })
  })
})

describe('the amount of transferMoney', () => {
  it('is written as the digits of a whole number above 0', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -10n, max: 999_999_999_999_999n }), (amount) => {
        expect(takes({ amount: String(amount) })).toBe(amount > 0n)
      }),
    )
  })

  it('is accepted only in its canonical form', () => {
    const text = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.string({ unit: fc.constantFrom(...'0123456789+-.,eE _'.split('')) }),
    )
    fc.assert(
      fc.property(text, (amount) => {
        fc.pre(takes({ amount }))

        expect(String(BigInt(amount))).toBe(amount)
        expect(BigInt(amount) > 0n).toBe(true)
      }),
      { numRuns: 500, maxSkipsPerRun: 1000 },
    )
  })

  it.each(['0', '00', '05', '-5', '+5', '5.0', '5e3', '0x5', '5,000', ' 5', '5 ', '5\n', '', '٥'])(
    'cannot be %j',
    (amount) => {
      expect(takes({ amount })).toBe(false)
    },
  )
})
