import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { examples } from './examples.ts'

// Goal: every limit of Specification 8 that belongs to a request holds at its edge, in every call that
// has the field. Method: change one field of an example that is otherwise right.

const registry: readonly AnyEndpoint[] = Object.values(endpoints)
const exampleOf = new Map<string, object>(Object.entries(examples))

const receipt = {
  name: 'Công ty Trà Sen',
  address: 'Hà Nội',
  email: 'a@shop.example',
  tax_code: '0100000000',
}

function takes(name: string, change: object): boolean {
  const endpoint = registry.find((candidate) => candidate.name === name)
  if (endpoint === undefined) throw new Error(`the registry has no ${name}`)
  return v.is(endpoint.request, { ...exampleOf.get(name), ...change })
}

interface Edge {
  /** Calls and fields that the limit belongs to. */
  readonly places: readonly (readonly [call: string, field: string])[]
  readonly taken: readonly unknown[]
  readonly refused: readonly unknown[]
}

const edges: Readonly<Record<string, Edge>> = {
  'expired_in: 3 to 15 minutes': {
    places: [
      ['createTqrOrder', 'expired_in'],
      ['createWebPayment', 'expired_in'],
    ],
    taken: [3, 15, undefined],
    refused: [2, 16, 3.5, '10'],
  },
  'order_amount: greater than 0': {
    places: [
      ['createTqrOrder', 'order_amount'],
      ['genTransactionQr', 'order_amount'],
      ['createTransactionOrder', 'order_amount'],
      ['createWebPayment', 'order_amount'],
    ],
    taken: [1, 1_000_000_000],
    refused: [0, -1, undefined],
  },
  'currency: VND': {
    places: [
      ['createTqrOrder', 'order_currency'],
      ['genTransactionQr', 'order_currency'],
      ['createTransactionOrder', 'order_currency'],
      ['createWebPayment', 'order_currency'],
      ['transferMoney', 'currency'],
      ['createOnlineTransaction', 'currency'],
    ],
    taken: ['VND'],
    refused: ['vnd', 'USD', ''],
  },
  'ids of orders, refunds and transfers: at most 35 characters': {
    places: [
      ['createTqrOrder', 'order_reference_id'],
      ['genTransactionQr', 'order_reference_id'],
      ['createTransactionOrder', 'order_reference_id'],
      ['createWebPayment', 'order_reference_id'],
      ['refundOrder', 'order_reference_id'],
      ['refundOrder', 'original_order_reference_id'],
      ['transferMoney', 'merchant_transaction_id'],
    ],
    taken: ['A', 'A'.repeat(35), '💰'.repeat(35)],
    refused: ['', 'A'.repeat(36), '💰'.repeat(36), 35],
  },
  'refunded amounts: whole, greater than 0': {
    places: [
      ['refundOrder', 'vnd_amount'],
      ['refundOrder', 'point_amount'],
    ],
    taken: [1],
    refused: [0, 1.5, -1],
  },
  'description of a transfer: at most 255 characters': {
    places: [['transferMoney', 'description']],
    taken: ['', 'ệ'.repeat(255), '🎁'.repeat(255), `${'🎁'.repeat(254)}ệ`],
    refused: ['ệ'.repeat(256), '🎁'.repeat(256), `${'🎁'.repeat(255)}a`],
  },
  'phone number: 10 or 11 digits, the first a 0': {
    places: [
      ['transferMoney', 'receiver_phone_number'],
      ['getTopUpMember', 'phone_number'],
      ['topUpPoints', 'phone_number'],
      ['gatewayGetMember', 'phone_no'],
      ['gatewayTopUpPoints', 'phone_no'],
    ],
    taken: ['0900000321', '01200000321'],
    refused: ['090000032', '012000003210', '8490000032', '+84900000321', '0900 000321', 900000321],
  },
  'points of a top-up: 50 to 20,000,000': {
    places: [
      ['topUpPoints', 'point_amount'],
      ['gatewayTopUpPoints', 'point_amount'],
    ],
    taken: [50, 20_000_000],
    refused: [49, 20_000_001, 50.5, '50', undefined],
  },
  'invoice_no of the gateway: at most 23 characters': {
    places: [['gatewayTopUpPoints', 'invoice_no']],
    taken: ['H', 'H'.repeat(23)],
    refused: ['', 'H'.repeat(24)],
  },
  'txn_id that is asked about: at most 23 characters': {
    places: [['queryTopUp', 'txn_id']],
    taken: ['T', 'T'.repeat(23)],
    refused: ['', 'T'.repeat(24)],
  },
  'txn_id of a top-up: the store code and a suffix, at most 23 characters': {
    places: [['topUpPoints', 'txn_id']],
    taken: ['EDGE-STORE-1-0001', 'EDGE-STORE-1'.padEnd(23, '0')],
    refused: ['EDGE-STORE-1'.padEnd(24, '0'), '0001-EDGE-STORE-1', 'EDGE-STORE-2-0001', undefined],
  },
  'face values: thousand VND in digits, 50 to 10,000': {
    places: [
      ['queryGiftCodeStock', 'card_type'],
      ['gatewayQueryGiftCodeStock', 'card_type'],
    ],
    taken: [['50'], ['10000'], ['100', '200']],
    refused: [['49'], ['10001'], ['50000000'], [50], '50', ['năm mươi']],
  },
  'gift codes of an order: face values and whole quantities': {
    places: [
      ['orderGiftCodes', 'order_info'],
      ['gatewayOrderGiftCodes', 'order_info'],
    ],
    taken: [[{ card_type: '50', quantity: 1 }]],
    refused: [
      [{ card_type: '49', quantity: 1 }],
      [{ card_type: '50', quantity: 0 }],
      [{ card_type: '50', quantity: 1.5 }],
      [{ card_type: '50', quantity: '1' }],
      [{ card_type: '50' }],
      [{ quantity: 1 }],
    ],
  },
  'amounts as text: whole and greater than 0': {
    places: [
      ['transferMoney', 'amount'],
      ['createOnlineTransaction', 'amount'],
      ['createOnlineTransaction', 'bill_amount'],
    ],
    taken: ['1', '50000'],
    refused: ['', '-1', '+1', '01', '1.0', '1e5', '1,000', ' 1', '1\n', 50_000, '٥'],
  },
}

describe.each(Object.entries(edges))('%s', (_limit, { places, taken, refused }) => {
  // Specification: 1.28, 8.1
  it.each(places)('in %s.%s', (name, field) => {
    for (const value of taken) {
      expect({ value, taken: takes(name, { [field]: value }) }).toEqual({ value, taken: true })
    }
    for (const value of refused) {
      expect({ value, taken: takes(name, { [field]: value }) }).toEqual({ value, taken: false })
    }
  })
})

describe.each(['topUpPoints', 'gatewayTopUpPoints'])('the receipt of %s', (name) => {
  const withReceipt = (change: object): boolean =>
    takes(name, { send_receipt: true, receipt_info: receipt, ...change })

  it.each([
    ['name', 50],
    ['address', 100],
    ['tax_code', 32],
  ])('accepts a %s of %i characters and not one more', (field, chars) => {
    for (const character of ['ệ', '🍵']) {
      const of = (count: number) => ({ ...receipt, [field]: character.repeat(count) })
      expect(withReceipt({ receipt_info: of(chars) })).toBe(true)
      expect(withReceipt({ receipt_info: of(chars + 1) })).toBe(false)
    }
  })

  it('accepts an e-mail address of 50 characters and not one more', () => {
    const ending = '@shop.example'
    const email = (chars: number) => 'a'.repeat(chars - ending.length) + ending

    expect(withReceipt({ receipt_info: { ...receipt, email: email(50) } })).toBe(true)
    expect(withReceipt({ receipt_info: { ...receipt, email: email(51) } })).toBe(false)
  })

  it.each(["o'brien@shop.example", 'a&b+c@shop.example', 'a.b_c-d@s.vn'])(
    'accepts every valid e-mail address: %s',
    (email) => {
      expect(withReceipt({ receipt_info: { ...receipt, email } })).toBe(true)
    },
  )

  it.each(['', 'shop.example', 'a@', '@shop.example', 'a b@shop.example'])(
    'refuses a malformed e-mail address: %j',
    (email) => {
      expect(withReceipt({ receipt_info: { ...receipt, email } })).toBe(false)
    },
  )

  it.each(Object.keys(receipt))('requires %s', (field) => {
    expect(withReceipt({ receipt_info: { ...receipt, [field]: undefined } })).toBe(false)
  })

  it('is required when send_receipt is true, and only then', () => {
    expect(withReceipt({ receipt_info: undefined })).toBe(false)
    expect(takes(name, { send_receipt: false, receipt_info: undefined })).toBe(true)
  })

  it('is allowed for fewer than 20,000 points only', () => {
    expect(withReceipt({ point_amount: 19_999 })).toBe(true)
    expect(withReceipt({ point_amount: 20_000 })).toBe(false)
    expect(takes(name, { send_receipt: false, point_amount: 20_000 })).toBe(true)
  })
})
