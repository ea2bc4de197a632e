import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

describe('redact', () => {
  it.each([
    'otp',
    'OTP',
    'user_token',
    'signature',
    'access_token',
    'refresh_token',
    'client_secret',
  ])('leaves nothing of %s, however deep it lies', (key) => {
    const copy = redact({ outer: [{ [key]: 'SECRET' }], [key]: { nested: 'SECRET' } })

    expect(copy).toEqual({ outer: [{ [key]: '***' }], [key]: '***' })
  })

  it.each([
    ['phone_number', '0912345678', '*******678'],
    ['receiver_phone_number', '0912345678', '*******678'],
    ['phone_no', 912_345_678, '******678'],
    ['identify', '09123456789', '********789'],
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
