import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../endpoint.ts'
import { gatewayTopUpPoints } from '../gateway/gateway-top-up-points.ts'
import { topUpPoints } from './top-up-points.ts'

const receipt = {
  name: 'Công ty Trà Sen',
  address: 'Số 1, ngõ Đình, Hà Nội',
  email: 'ke.toan@shop.example',
  tax_code: '0100000000',
}
const topUp = {
  phone_number: '0900000321',
  store_code: 'STORE01',
  pos_code: 'POS01',
  point_amount: 100,
  order_id: 'HĐ-0001',
  txn_id: 'STORE01-0001',
  send_receipt: false,
}
const gatewayTopUp = {
  'X-Merchant-ID': 'STORE01',
  'X-Terminal-ID': 'POS01',
  phone_no: '0900000321',
  point_amount: 100,
  invoice_no: 'HD-0001',
  send_receipt: false,
}

const forms: readonly (readonly [string, AnyEndpoint, object])[] = [
  ['topUpPoints', topUpPoints, topUp],
  ['gatewayTopUpPoints', gatewayTopUpPoints, gatewayTopUp],
]

describe.each(forms)('the points of %s', (_name, endpoint, base) => {
  const takes = (change: object): boolean => v.is(endpoint.request, { ...base, ...change })

  it('are 50 to 20,000,000 without a receipt', () => {
    const points = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 19_999_900, max: 20_000_100 }),
      fc.integer(),
    )
    fc.assert(
      fc.property(points, (point_amount) => {
        expect(takes({ point_amount })).toBe(point_amount >= 50 && point_amount <= 20_000_000)
      }),
    )
  })

  it('are 50 to 19,999 with a receipt', () => {
    const points = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 19_900, max: 20_100 }),
      fc.integer(),
    )
    fc.assert(
      fc.property(points, (point_amount) => {
        const taken = takes({ point_amount, send_receipt: true, receipt_info: receipt })

        expect(taken).toBe(point_amount >= 50 && point_amount < 20_000)
      }),
    )
  })

  it('are a whole number', () => {
    const parts = fc.double({ min: 50, max: 20_000_000, noNaN: true })
    fc.assert(
      fc.property(parts, (point_amount) => {
        expect(takes({ point_amount })).toBe(point_amount % 1 === 0)
      }),
    )
  })
})

describe.each(forms)('the receipt of %s', (_name, endpoint, base) => {
  const takes = (change: object): boolean => v.is(endpoint.request, { ...base, ...change })

  it('needs all of its four fields, each no longer than its limit', () => {
    const text = (limit: number) =>
      fc.option(
        fc.integer({ min: 1, max: limit + 3 }).map((chars) => 'ă'.repeat(chars)),
        { nil: undefined },
      )
    const ending = '@shop.example'
    const email = fc.option(
      fc.integer({ min: 1, max: 60 }).map((chars) => 'a'.repeat(chars) + ending),
      { nil: undefined },
    )
    const info = fc.record({ name: text(50), address: text(100), email, tax_code: text(32) })
    const fits = (value: string | undefined, limit: number): boolean =>
      value !== undefined && value.length <= limit
    fc.assert(
      fc.property(info, (receipt_info) => {
        const { name, address, email: to, tax_code } = receipt_info
        const right = fits(name, 50) && fits(address, 100) && fits(to, 50) && fits(tax_code, 32)

        expect(takes({ send_receipt: true, receipt_info })).toBe(right)
      }),
    )
  })

  it('has limits for its fields also when it is not sent', () => {
    expect(takes({ receipt_info: { ...receipt, name: 'ă'.repeat(51) } })).toBe(false)
    expect(takes({ receipt_info: receipt })).toBe(true)
  })
})

describe('the txn_id of topUpPoints', () => {
  const printable = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 30,
  })
  const takes = (change: object): boolean => v.is(topUpPoints.request, { ...topUp, ...change })

  it('is the store code and any suffix, together at most 23 characters', () => {
    fc.assert(
      fc.property(printable, (suffix) => {
        const txn_id = `STORE01${suffix}`

        expect(takes({ txn_id })).toBe(txn_id.length <= 23)
      }),
    )
  })

  it('is more than the store code', () => {
    expect(takes({ txn_id: 'STORE01' })).toBe(false)
  })

  it('begins with the store code of the same request', () => {
    const id = fc.string({
      unit: fc.constantFrom('A', 'B', '1'),
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(id, id, (store_code, txn_id) => {
        expect(takes({ store_code, txn_id })).toBe(
          txn_id.indexOf(store_code) === 0 && txn_id !== store_code,
        )
      }),
    )
  })
})

describe('the invoice_no of gatewayTopUpPoints', () => {
  it('has 1 to 23 characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (chars) => {
        const taken = v.is(gatewayTopUpPoints.request, {
          ...gatewayTopUp,
          invoice_no: '7'.repeat(chars),
        })

        expect(taken).toBe(chars >= 1 && chars <= 23)
      }),
    )
  })
})
