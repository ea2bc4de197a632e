import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { endpoints, type AnyEndpoint } from '../index.ts'
import { readEnvelope } from '../envelope.ts'

const qr = { qr_code: 'code', order_id: 'O-1', expiration: 1_800_000_000 }
const page = { order_id: 'O-1', expiration: 1_800_000_000, payment_url: 'https://pay.example/1' }
const paid = { order_id: 'O-1', order_amount: 5, pay_status: 'SUCCESS', transaction_id: 'T-1' }
const link = { web_url: 'https://link.example/1', link_id: 'L-1' }
const charged = { transaction_id: 'T-1', transaction_ref_number: 'M-1' }
const made = { transaction_id: 'T-1', merchant_transaction_id: 'M-1' }

// The fields that nothing depends on, by the answer that has them. Assumes G-167.
const noted: readonly (readonly [keyof typeof endpoints, number, object, readonly string[]])[] = [
  ['createTqrOrder', 200, qr, ['qr_url', 'qr_data']],
  ['genTransactionQr', 200, qr, ['qr_url', 'qr_data']],
  ['createWebPayment', 200, page, ['qr_url', 'qr_data', 'qr_code']],
  ['queryOrder', 200, paid, ['created_at', 'updated_at', 'merchant_user_id']],
  ['transferMoney', 200, made, ['post_balance']],
  [
    'refundOrder',
    200,
    {},
    [
      'original_loyalty_transaction_id',
      'refund_transaction_id',
      'refund_loyalty_transaction_id',
      'refund_transaction_wallet_id',
    ],
  ],
  ['refundOrder', 2000801, {}, ['refund_transaction_id', 'refund_transaction_wallet_id']],
  [
    'refundOrder',
    2000802,
    {},
    [
      'original_loyalty_transaction_id',
      'refund_loyalty_transaction_id',
      'refund_transaction_wallet_id',
    ],
  ],
  ['getTopUpMember', 200, { status: 'A' }, ['full_name', 'phone_number', 'dob', 'gender']],
  ['checkGiftCode', 200, { status: 'USED' }, ['expire_date']],
  ['linkWallet', 200, link, ['expiry_duration']],
  ['checkWalletLink', 200, { user_token: 'U-1' }, ['phone_number']],
  ['createOnlineTransaction', 200, charged, ['transaction_wallet_number']],
  ['confirmOnlineTransaction', 200, charged, ['transaction_wallet_number']],
]

const all: readonly AnyEndpoint[] = Object.values(endpoints)

function read(name: keyof typeof endpoints, code: number, data: unknown) {
  const endpoint = all.find((one) => one.name === name)
  const schema = endpoint?.success[code]
  if (schema === undefined) throw new Error(`${name} has no success ${code}.`)
  return v.safeParse(schema, data)
}

describe('a field of an answer that decides nothing', () => {
  it.each(noted)('of %s %i is left out when it is of another type', (name, code, data, fields) => {
    for (const field of fields) {
      for (const value of [{ at: 1 }, ['x'], true]) {
        const result = read(name, code, { ...data, [field]: value })

        expect({ field, value, success: result.success }).toEqual({ field, value, success: true })
        expect(result.output).toMatchObject(data)
        expect(Object(result.output)[field] ?? '').toBe('')
      }
    }
  })

  it('is the serial of a gift code, and its last day', () => {
    const cards = [{ code: 'C-1', serial: { at: 1 }, expire_date: 20_271_130 }]
    const order = { order_info: [{ card_type: '50', cards }] }

    expect(read('orderGiftCodes', 200, order).output).toMatchObject({
      order_info: [{ cards: [{ code: 'C-1', serial: undefined, expire_date: undefined }] }],
    })
  })

  it('keeps the extra data of gift codes as text, in either form', () => {
    const order = { order_info: [] }
    const extra = (extra_data: unknown) => read('queryGiftCodeOrder', 200, { ...order, extra_data })

    expect(extra('{"a":1}').output).toMatchObject({ extra_data: '{"a":1}' })
    expect(extra({ a: 1 }).output).toMatchObject({ extra_data: '{"a":1}' })
    expect(extra(['a'])).toMatchObject({ success: true, output: order })
  })

  it('is the whole data of a refund', () => {
    for (const data of ['', 'OK', [], 0]) {
      for (const code of [200, 2000801, 2000802]) {
        expect(read('refundOrder', code, data)).toMatchObject({ success: true, output: {} })
      }
    }
  })

  it('is the message of the service', () => {
    for (const message of [5, { vi: 'được' }, ['x'], true]) {
      expect(readEnvelope({ meta: { code: 200, message } })).toMatchObject({
        code: 200,
        message: '',
      })
    }
    const meta = { code: 200, message: 5, string: 'OK' }
    expect(readEnvelope({ meta })).toMatchObject({ message: 'OK' })
  })
})

describe('the id of a link', () => {
  it.each(['L-1', 'x'.repeat(2_000), 'a;b|c d', '\u{1f4b0}'])(
    'is sent back as the service gave it: %#',
    (link_id) => {
      const request = {
        partner_code: 'P-1',
        partner_user_id: 'customer-1',
        callback_url: 'https://shop.example/links/1',
      }

      const given = read('linkWallet', 200, { ...link, link_id })
      const asked = v.safeParse(endpoints.checkWalletLink.request, {
        ...request,
        link_reference_id: Object(given.output).link_id,
      })

      expect(asked).toMatchObject({ success: true, output: { link_reference_id: link_id } })
    },
  )
})

describe('a field of an answer that decides', () => {
  it.each([
    ['queryOrder', paid, 'pay_status'],
    ['queryOrder', paid, 'order_amount'],
    ['queryOrder', paid, 'transaction_id'],
    ['transferMoney', made, 'merchant_transaction_id'],
    ['checkWalletLink', { link_reference_id: 'L-1' }, 'user_token'],
    ['createOnlineTransaction', charged, 'transaction_status'],
    ['orderGiftCodes', { order_info: [] }, 'created_at'],
    ['orderGiftCodes', { order_info: [] }, 'merchant_order_id'],
    ['confirmOrder', {}, 'transaction_status'],
  ] as const)('makes %s with another type unreadable: %j %s', (name, data, field) => {
    expect(read(name, 200, { ...data, [field]: { at: 1 } }).success).toBe(false)
  })
})
