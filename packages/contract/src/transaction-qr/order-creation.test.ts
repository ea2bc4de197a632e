import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { examples } from '../examples.ts'
import { createWebPayment } from '../web-payment/create-web-payment.ts'
import { createTqrOrder } from './create-tqr-order.ts'
import { createTransactionOrder } from './create-transaction-order.ts'
import { genTransactionQr } from './gen-transaction-qr.ts'

/** What each way to create an order demands, copied by hand from Specification 4.2, 4.3 and 8. */
const creations = [
  [
    'createTqrOrder',
    createTqrOrder.request,
    { expires: true, referenceRequired: true, services: 'any' },
  ],
  [
    'genTransactionQr',
    genTransactionQr.request,
    { expires: false, referenceRequired: false, services: 'any' },
  ],
  [
    'createTransactionOrder',
    createTransactionOrder.request,
    { expires: false, referenceRequired: false, services: 'any' },
  ],
  [
    'createWebPayment',
    createWebPayment.request,
    { expires: true, referenceRequired: false, services: 'PURCHASE' },
  ],
] as const

describe.each(creations)('%s', (name, request, { expires, referenceRequired, services }) => {
  const example = examples[name]
  const takes = (change: object): boolean => v.is(request, { ...example, ...change })

  it.each([
    [1, true],
    [0, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    ['10000', false],
    [undefined, false],
  ])('decides about the order_amount %s', (order_amount, accepted) => {
    expect(takes({ order_amount })).toBe(accepted)
  })

  it.each([
    [35, true],
    [36, false],
    [0, false],
  ])('decides about an order_reference_id of %i characters', (length, accepted) => {
    expect(takes({ order_reference_id: 'A'.repeat(length) })).toBe(accepted)
  })

  it(`${referenceRequired ? 'demands' : 'does without'} an order_reference_id`, () => {
    expect(takes({ order_reference_id: undefined })).toBe(!referenceRequired)
  })

  it.each([
    [2, false],
    [3, true],
    [15, true],
    [16, false],
  ])('decides about a lifetime of %i minutes if it has that field', (expired_in, accepted) => {
    expect(takes({ expired_in })).toBe(expires ? accepted : true)
  })

  it('accepts VND and no other currency', () => {
    expect(takes({ order_currency: 'VND' })).toBe(true)
    expect(takes({ order_currency: 'USD' })).toBe(false)
  })

  it(`accepts ${services === 'any' ? 'every kind of service' : 'PURCHASE and no other service'}`, () => {
    expect(takes({ service_type: 'PURCHASE' })).toBe(true)
    expect(takes({ service_type: 'SALE' })).toBe(services === 'any')
    expect(takes({ service_type: '' })).toBe(false)
  })

  it('drops unknown fields', () => {
    expect(v.parse(request, { ...example, unknown_field: 1 })).not.toHaveProperty('unknown_field')
  })
})

describe('extra_data (G-16)', () => {
  // Specification: 2.5.2
  it.each(creations)('of %s is a text or an object, unchanged', (name, request) => {
    const takes = (extra_data: unknown) => v.is(request, { ...examples[name], extra_data })

    expect([takes('{}'), takes({ a: 1 }), takes(1), takes(null), takes([1])]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it.each(creations)(
    'of %s keeps every key, also the name of an inherited property',
    (name, request) => {
      const extra_data: unknown = JSON.parse(
        '{"__proto__":{"a":1},"constructor":2,"prototype":3,"b":4}',
      )

      const output = v.parse(request, { ...examples[name], extra_data })

      expect(JSON.stringify(output)).toContain(JSON.stringify(extra_data))
    },
  )
})
