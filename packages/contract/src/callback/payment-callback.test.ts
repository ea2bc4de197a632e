import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { unsignedCallbackFields, signedCallbackFields } from './payment-callback.ts'

const signed = {
  pay_status: 'SUCCESS',
  transaction_id: 'TX20260302000077',
  order_id: '20260302T00100015912',
}

describe('signedCallbackFields', () => {
  it('accepts the three signed parameters', () => {
    expect(v.parse(signedCallbackFields, signed)).toEqual(signed)
  })

  it.each([
    ['order_id', '2020030200100015912'],
    ['order_id', 'A-0001'],
    ['order_id', 'Đơn:7/1'],
    ['transaction_id', 'TX.2026+03=02'],
  ])('accepts %s that is %j (G-125)', (field, value) => {
    expect(v.is(signedCallbackFields, { ...signed, [field]: value })).toBe(true)
  })

  it.each([
    ['pay_status', 'SUCCESS;TX'],
    ['pay_status', ''],
    ['pay_status', 'S'.repeat(33)],
    ['transaction_id', 'TX;20260302T1'],
    ['transaction_id', 'TX 1'],
    ['transaction_id', 'T'.repeat(65)],
    ['order_id', '20260302T1;'],
    ['order_id', 'O'.repeat(65)],
    ['order_id', '..'],
  ])('refuses %s that is %j', (field, value) => {
    expect(v.is(signedCallbackFields, { ...signed, [field]: value })).toBe(false)
  })

  it.each(Object.keys(signed))('refuses a callback without %s', (field) => {
    expect(v.is(signedCallbackFields, { ...signed, [field]: undefined })).toBe(false)
  })

  it('reads at most one set of fields from a signed text', () => {
    const part = fc.string({ unit: fc.constantFrom('A', '1', ':', ';', '.', '%'), minLength: 1 })
    fc.assert(
      fc.property(part, part, part, (pay_status, transaction_id, order_id) => {
        const fields = { pay_status, transaction_id, order_id }
        if (!v.is(signedCallbackFields, fields)) return

        const text = `${pay_status};${transaction_id};${order_id}`
        expect(text.split(';')).toEqual([pay_status, transaction_id, order_id])
      }),
    )
  })
})

describe('unsignedCallbackFields', () => {
  it('keeps the unsigned parameters as text and drops what is unknown', () => {
    const unsignedFields = v.parse(unsignedCallbackFields, {
      vnd_amount: '58000',
      extra_data: '',
      other: 'x',
    })

    expect(unsignedFields).toEqual({ vnd_amount: '58000', extra_data: '' })
  })
})
