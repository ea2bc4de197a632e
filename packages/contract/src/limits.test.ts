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
    expiresInMinutesMin: 3,
    expiresInMinutesMax: 15,
    orderReferenceIdChars: 35,
    transferDescriptionChars: 255,
    merchantTransactionIdChars: 35,
    topUpPointsMin: 50,
    topUpPointsMax: 20_000_000,
    topUpPointsWithReceiptBelow: 20_000,
    phoneDigitsMin: 10,
    phoneDigitsMax: 11,
    txnIdChars: 23,
    invoiceNoChars: 23,
    receiptNameChars: 50,
    receiptAddressChars: 100,
    receiptEmailChars: 50,
    receiptTaxCodeChars: 32,
    cardTypeMin: 50,
    cardTypeMax: 10_000,
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
])('counts the characters of %j, at most %i, as code points', (text, charsMax, isWithin) => {
  expect(limits.hasAtMostCharacters(text, charsMax)).toBe(isWithin)
})
