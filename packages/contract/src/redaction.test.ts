import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskPhone, redact, redactText, redactWire } from './redaction.ts'

/** Texts over which a careless pattern goes back and forth for minutes. */
const hostile = [
  ['quotes', '\\"'.repeat(8_000)],
  ['open texts', '"a'.repeat(8_000)],
  ['names', 'a'.repeat(16_000)],
  ['signs', '@'.repeat(16_000)],
  ['dots', 'a.'.repeat(8_000)],
  ['digits', '0 '.repeat(8_000)],
  ['JSON in JSON', '{"a":"'.repeat(2_000)],
] as const

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
  it.each([...secrets, 'code'])('removes %s at any depth', (key) => {
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

  it.each([
    ['lists', '['.repeat(60_000), ']'.repeat(60_000)],
    ['objects', '{"a":'.repeat(60_000), '}'.repeat(60_000)],
    ['lists of addresses', '{"url":' + '['.repeat(60_000), ']'.repeat(60_000) + '}'],
    ['phone numbers', '{"phone":'.repeat(60_000), '}'.repeat(60_000)],
  ])('hides what is nested in 60,000 levels of %s', (_about, open, close) => {
    const copy = redact(JSON.parse(`[7,${open}"SECRET"${close},{"otp":"SECRET"}]`))

    const written = JSON.stringify(copy)
    expect(written).not.toContain('SECRET')
    expect(written.startsWith('[7,')).toBe(true)
    expect(written.endsWith(',{"otp":"***"}]')).toBe(true)
  })

  it('copies up to 200 levels, more than any message of the service has', () => {
    const text = `${'['.repeat(200)}7${']'.repeat(200)}`

    expect(JSON.stringify(redact(JSON.parse(text)))).toBe(text)
  })

  it('leaves ids, codes and amounts as they are', () => {
    const value = {
      code: 4_090_801,
      order_id: '20260302T00100015912',
      transaction_id: '0912345678',
      store_code: '0912345678',
      order_amount: 912_345_678,
      nothing: null,
      flag: true,
    }

    expect(redact(value)).toEqual(value)
  })

  it.each(['email', 'full_name', 'fullName', 'address', 'dob', 'given_name', 'birthdate'])(
    'removes personal data from %s',
    (key) => {
      expect(redact({ [key]: 'Nguyen Van An' })).toEqual({ [key]: '***' })
      expect(redact({ [key]: { street: 'Lane 12' } })).toEqual({ [key]: '***' })
    },
  )

  it.each([
    ['callback_url', 'https://shop.example/link-callbacks/L-1/S3CRET', 'https://shop.example/***'],
    ['payment_url', 'https://wallet.example/pay?t=S3CRET', 'https://wallet.example/***'],
    ['web_url', 'https://wallet.example/#S3CRET', 'https://wallet.example/***'],
    ['linkedPaymentUrl', 'https://pay.example/pay/1/linked?key=S3CRET', 'https://pay.example/***'],
    ['redirect_uri', 'https://user:S3CRET@shop.example/', 'https://shop.example/***'],
    ['qr_code', '00020101021238S3CRET', '***'],
    ['web_url', 'wallet://pay/S3CRET', '***'],
    ['callback_url', 'https://shop.example', 'https://shop.example'],
    ['callback_url', '', ''],
  ])('reduces the address in %s to its origin: %s', (key, address, shown) => {
    expect(redact({ [key]: address })).toEqual({ [key]: shown })
    expect(redact([{ [key]: [address] }])).toEqual([{ [key]: [shown] }])
  })

  it.each(['userToken', 'User-Token', 'accessToken', 'key', 'Authorization'])(
    'recognizes %s in any spelling',
    (key) => {
      expect(redact({ [key]: 'SECRET' })).toEqual({ [key]: '***' })
    },
  )

  it('redacts inside texts that are JSON', () => {
    const extra_data = '{"user_token":"SECRET","order_info":"{\\"otp\\":\\"SECRET\\"}"}'

    expect(JSON.stringify(redact({ extra_data }))).not.toContain('SECRET')
  })

  it('does not change its input', () => {
    const value = { otp: '123456', list: [{ phone: '0912345678' }] }

    redact(value)

    expect(value).toEqual({ otp: '123456', list: [{ phone: '0912345678' }] })
  })

  it('removes a one-time password, whatever surrounds it', () => {
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

describe('redactText', () => {
  it.each([
    ['call 0912 345 678 now', 'call *******678 now'],
    ['call 091.234.5678', 'call *******678'],
    ['call (091) 234 56 78', 'call *******678'],
    ['call (024) 3825 1678', 'call ********678'],
    ['call (+84)912345678, please', 'call *********678, please'],
    ['call (+84) 912 345 678', 'call *********678'],
    ['call +84 (0) 912 345 678', 'call **********678'],
    ['call 0084 912 345 678', 'call **********678'],
    ['call 0912\u00A0345\u00A0678', 'call *******678'],
    ['call 0912\u2013345\u2013678', 'call *******678'],
    [
      '"Bearer S3CRET.x-y_z~+/=\\n" is an invalid header value',
      '"Bearer ***\\n" is an invalid header value',
    ],
    ['code 4000001 (of 20260301T00100015912)', 'code 4000001 (of 20260301T00100015912)'],
    ['Authorization: Bearer with the value', 'Authorization: Bearer with the value'],
    ['mail to an.nguyen@shop.example', 'mail to ***@shop.example'],
    ['fetch of https://shop.example/cb/T-1?a=b failed', 'fetch of https://shop.example/*** failed'],
    ['see https://shop.example for help', 'see https://shop.example for help'],
    ['refused: user_token=T-1', 'refused: user_token=[redacted]'],
    ['on 2026-03-02 10:00:00 at 120000', 'on 2026-03-02 10:00:00 at 120000'],
  ])('writes %j as %j', (text, shown) => {
    expect(redactText(text)).toBe(shown)
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
      '{"url":"https://a.example/[redacted]","x":"y"}',
    ],
    ['{"note":"a?otp=1&x=2"}', '{"note":"a?otp=[redacted]&x=2"}'],
    [
      '{"payment_url":"https:\\/\\/w.example\\/p\\/T"}',
      '{"payment_url":"https://w.example/[redacted]"}',
    ],
    ['{"callback_url":"https://a.example/cb/T', '{"callback_url":"https://a.example/[redacted]"'],
    [
      '?callback_url=https%3A%2F%2Fa.example%2Fcb%2FT&x=1',
      '?callback_url=https://a.example/[redacted]&x=1',
    ],
    ['otp=1&x=2', 'otp=[redacted]&x=2'],
    ['?us%65r_token=T-1', '?us%65r_token=[redacted]'],
    ['{"\\u006ftp":"1"}', '{"\\u006ftp":"[redacted]"}'],
    ['{"extra_data":"{\\"otp\\":\\"1\\"}"}', '{"extra_data":"{\\"otp\\":\\"[redacted]\\"}"}'],
    ['{"email":"an@shop.example","dob":"1990-01-01"}', '{"email":"[redacted]","dob":"[redacted]"}'],
  ])('turns %s into %s', (text, expected) => {
    expect(redactWire(text)).toBe(expected)
  })

  it.each([
    '{"description":"otp 0912345678"}',
    '{"meta":{"code":4000001,"message":"no"},"data":{"order_amount":912345678}}',
    '{"transaction_id":"0912345678","store_code":"0912345678"}',
    '{"description":"a \\"quoted\\" word \\u00e9"}',
    '{"email":"","address":"","callback_url":""}',
    'POST;/merchant-integration/v1/orders;X-Nonce;1700000000',
  ])('leaves %s as it is', (text) => {
    expect(redactWire(text)).toBe(text)
  })

  it.each(secrets)('removes %s as text, number and parameter', (name) => {
    const text = `{"${name}":"S3CRET","inner":{"${name}" : 53327}} ?a=1&${name}=S3CRET`

    expect(redactWire(text)).not.toMatch(/S3CRET|53327/)
  })
})

it.each(hostile)('reads %s in linear time', (_what, text) => {
  expect(redactText(text).length).toBeGreaterThan(0)
})
