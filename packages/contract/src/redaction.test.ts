import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskPhone, redact, redactWire } from './redaction.ts'

const secrets = [
  'otp',
  'OTP',
  'pin',
  'password',
  'user_token',
  'signature',
  'access_token',
  'refresh_token',
  'id_token',
  'logout_token',
  'client_secret',
  'private_key',
]

describe('maskPhone', () => {
  it.each([
    ['0900000001', '*******001'],
    ['09000000012', '********012'],
    ['+84 912 345 678', '*********678'],
    ['(091) 234-5678', '*******678'],
    ['*******678', '*******678'],
    ['12', '12'],
  ])('writes %s as %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked)
  })
})

describe('redact', () => {
  it.each([...secrets, 'code'])('leaves nothing of %s, however deep it lies', (key) => {
    const copy = redact({ outer: [{ [key]: 'SECRET' }], [key]: { nested: 'SECRET' } })

    expect(copy).toEqual({ outer: [{ [key]: '***' }], [key]: '***' })
  })

  it.each([
    ['phone_number', '0912345678', '*******678'],
    ['receiver_phone_number', '0912345678', '*******678'],
    ['phone_no', 912_345_678, '******678'],
    ['identify', '09123456789', '********789'],
    ['id', '0912345678', '*******678'],
    ['phone', '12', '12'],
  ])('leaves the last three digits of %s', (key, phone, masked) => {
    expect(redact({ [key]: phone })).toEqual({ [key]: masked })
  })

  it.each([
    ['Gọi 0912345678 nhé', 'Gọi *******678 nhé'],
    ['+84912345678', '*********678'],
    ['{"phone":"0912345678"}', '{"phone":"*******678"}'],
    ['20260302T00100015912', '20260302T00100015912'],
    ['A-0001', 'A-0001'],
  ])('masks phone numbers in the text %j', (text, masked) => {
    expect(redact({ description: text })).toEqual({ description: masked })
  })

  it('leaves ids, codes and amounts as they are', () => {
    const value = {
      order_id: '20260302T00100015912',
      transaction_id: '0912345678',
      store_code: '0912345678',
      order_amount: 912_345_678,
      nothing: null,
      flag: true,
    }

    expect(redact(value)).toEqual(value)
  })

  it('does not change what it was given', () => {
    const value = { otp: '123456', list: [{ phone: '0912345678' }] }

    redact(value)

    expect(value).toEqual({ otp: '123456', list: [{ phone: '0912345678' }] })
  })

  it('lets no one-time password through, whatever surrounds it', () => {
    const surroundings = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(surroundings, surroundings, (before, after) => {
        const copy = redact([
          before,
          { otp: 'SECRET-OTP', deeper: { user_token: 'SECRET-T' } },
          after,
        ])

        expect(JSON.stringify(copy)).not.toContain('SECRET')
      }),
    )
  })
})

describe('redactWire', () => {
  it.each([
    ['{"otp": "1"}', '{"otp": "[redacted]"}'],
    ['{"otp":123456}', '{"otp":"[redacted]"}'],
    ['{"user_token":"a\\"b","x":1}', '{"user_token":"[redacted]","x":1}'],
    ['{"user_token":"cut of', '{"user_token":"[redacted]"'],
    ['{"user_token":"cut off\\', '{"user_token":"[redacted]"'],
    ['{"phone_no":"0912345678"}', '{"phone_no":"*******678"}'],
    ['{"phone_no":912345678}', '{"phone_no":"******678"}'],
    ['{"receiver_phone_number":"12"}', '{"receiver_phone_number":"12"}'],
    ['{"id_type":"MOBILE","id":"0912345678"}', '{"id_type":"MOBILE","id":"*******678"}'],
    ['{"card_no":""}', '{"card_no":""}'],
    ['?identity=0912345678&id_type=MOBILE', '?identity=*******678&id_type=MOBILE'],
    ['?user_token=T-1&x=1', '?user_token=[redacted]&x=1'],
    ['GET;/v1/member?phone_number=0912345678;;N-1', 'GET;/v1/member?phone_number=*******678;;N-1'],
    [
      '{"url":"https://a.example/?otp=1","x":"y"}',
      '{"url":"https://a.example/?otp=[redacted]","x":"y"}',
    ],
  ])('turns %s into %s', (text, expected) => {
    expect(redactWire(text)).toBe(expected)
  })

  it.each([
    '{"description":"otp 0912345678"}',
    '{"meta":{"code":4000001,"message":"no"},"data":{"order_amount":912345678}}',
    '{"transaction_id":"0912345678","store_code":"0912345678"}',
    'POST;/merchant-integration/v1/orders;X-Nonce;1700000000',
  ])('leaves %s as it is', (text) => {
    expect(redactWire(text)).toBe(text)
  })

  it.each(secrets)('leaves nothing of %s, as text, number or parameter', (name) => {
    const text = `{"${name}":"S3CRET","inner":{"${name}" : 53327}} ?a=1&${name}=S3CRET`

    expect(redactWire(text)).not.toMatch(/S3CRET|53327/)
  })
})
