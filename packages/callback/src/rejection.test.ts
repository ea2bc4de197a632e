import { describe, expect, it } from 'vitest'
import { reject } from './rejection.ts'

describe('reject', () => {
  it.each([
    ['method_not_allowed', 405],
    ['url_too_long', 414],
    ['bad_encoding', 400],
    ['parameter_missing', 400],
    ['parameter_repeated', 400],
    ['field_malformed', 400],
    ['signature_not_base64', 400],
    ['signature_length', 401],
    ['signature_mismatch', 401],
    ['key_expired', 401],
    ['key_not_yet_valid', 401],
    ['no_key', 503],
  ] as const)('answers %s with %i, with separate cause and remedy', (reason, status) => {
    const rejected = reject(reason)

    expect(rejected).toMatchObject({ verified: false, reason, status })
    expect(rejected).not.toHaveProperty('subject')
    expect(rejected.cause).toMatch(/^\w.+\.$/)
    expect(rejected.remedy).toMatch(/^\w.+\.$/)
    expect(rejected.remedy).not.toBe(rejected.cause)
  })

  it('names what it is about', () => {
    expect(reject('parameter_missing', 'order_id')).toMatchObject({ subject: 'order_id' })
  })
})
