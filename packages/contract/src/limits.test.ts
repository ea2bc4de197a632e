import { expect, it } from 'vitest'
import * as limits from './limits.ts'

// Copied by hand from the rows of Specification 8 that belong to requests.
it('states the limits of Specification 8, each once', () => {
  expect({ ...limits }).toEqual({
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
