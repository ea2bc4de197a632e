import { describe, expect, it } from 'vitest'
import wire from '../../../fixtures/wire/signing.json' with { type: 'json' }
import {
  callbackSignedText,
  confirmOnlineTransactionSignedText,
  confirmOrderSignedText,
  linkWalletSignedText,
  onlineTransactionSignedText,
  unlinkWalletSignedText,
} from './joined-values.ts'

const signedText: Readonly<Record<string, (fields: never) => string>> = {
  callback: callbackSignedText,
  linkWallet: linkWalletSignedText,
  onlineTransaction: onlineTransactionSignedText,
  confirmOnlineTransaction: confirmOnlineTransactionSignedText,
  confirmOrder: confirmOrderSignedText,
  unlinkWallet: unlinkWalletSignedText,
}

describe('the signed texts of joined values', () => {
  // Specification: 5.3.1
  it.each(wire.joined)(
    'are those of the specification: $name',
    ({ name, fields, signedText: text }) => {
      expect(signedText[name]?.(fields as never)).toBe(text)
    },
  )

  it.each(
    wire.joined.flatMap(({ name, fields }) =>
      Object.keys(fields)
        .filter((field) => field !== 'callback_url' && field !== 'payment_request_list')
        .map((field) => ({ name, field, fields })),
    ),
  )('refuse a separator inside $field of $name', ({ name, field, fields }) => {
    const separator = name === 'callback' ? ';' : '|'
    const sign = () => signedText[name]?.({ ...fields, [field]: `a${separator}b` } as never)

    expect(sign).toThrow(TypeError)
    expect(sign).toThrow(`${field} must be a text without "${separator}"`)
  })

  it('refuse a field that is missing, by name', () => {
    expect(() => unlinkWalletSignedText({ partner_code: 'P' } as never)).toThrow(/^user_token must/)
  })
})

describe('onlineTransactionSignedText', () => {
  const fields = {
    user_token: 'token',
    merchant_code: 'M',
    merchant_id: 'S',
    terminal_id: 'T',
    invoice_no: 'I',
    order_created_at: 1583143200,
    bill_amount: '1000',
    amount: '1000',
  }

  // Specification: 5.3.2
  it('reads numeric points as text', () => {
    const payment_request_list = [{ method: 'POINT', amount: 7 }]

    expect(onlineTransactionSignedText({ ...fields, payment_request_list })).toMatch(/\|1000\|7$/)
  })

  it.each([undefined, null, Number.NaN, 1e21, -1, '', '7|8', {}])(
    'refuses points of %o, which the service would read as another text',
    (amount) => {
      const payment_request_list = [{ method: 'POINT', amount }]

      expect(() => onlineTransactionSignedText({ ...fields, payment_request_list })).toThrow(
        'payment_request_list must say how many points its POINT item pays',
      )
    },
  )

  it('refuses two items that pay with points, because it is open which one is signed', () => {
    const payment_request_list = [
      { method: 'POINT', amount: '1' },
      { method: 'POINT', amount: '2' },
    ]

    expect(() => onlineTransactionSignedText({ ...fields, payment_request_list })).toThrow(
      'payment_request_list must have one POINT item at most',
    )
  })
})
