import { expect, it } from 'vitest'
import * as limits from './limits.ts'

// Copied by hand from the rows of Specification 8 that belong to requests.
it('states the limits of Specification 8, each once', () => {
  const { hasAtMostCharacters: _, ...numbers } = limits

  expect(numbers).toEqual({
    keyCodeChars: 36,
    nonceChars: 255,
    nonceReuseSeconds: 7200,
    requestIdChars: 255,
    timestampAgeSeconds: 7200,
    minExpiresInMinutes: 3,
    maxExpiresInMinutes: 15,
    orderReferenceIdChars: 35,
    transferDescriptionChars: 255,
    merchantTransactionIdChars: 35,
    minTopUpPoints: 50,
    maxTopUpPoints: 20_000_000,
    topUpPointsWithReceiptBelow: 20_000,
    minPhoneDigits: 10,
    maxPhoneDigits: 11,
    txnIdChars: 23,
    invoiceNoChars: 23,
    receiptNameChars: 50,
    receiptAddressChars: 100,
    receiptEmailChars: 50,
    receiptTaxCodeChars: 32,
    minCardType: 50,
    maxCardType: 10_000,
  })
})

it.each([
  ['', 0, true],
  ['ab', 2, true],
  ['abc', 2, false],
  ['💰💰', 2, true],
  ['💰💰', 1, false],
  ['💰a', 2, true],
  ['💰ab', 2, false],
  ['a\u0301', 1, false],
])('counts the characters of %j, at most %i, as code points', (text, maxChars, isWithin) => {
  expect(limits.hasAtMostCharacters(text, maxChars)).toBe(isWithin)
})
