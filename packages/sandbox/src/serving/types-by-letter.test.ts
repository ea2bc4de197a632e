import { beforeEach, describe, expect, it } from 'vitest'
import { orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const api = '/merchant-integration/v1'
const text = '{"partner_code":"EDGE"}'
const object = { partner_code: 'EDGE' }
const place = { store_code: 'EDGE-STORE-1', pos_code: 'EDGE-POS-1' }
const verify = { ...place, serial_number: 'NO-VOUCHER', order_info: {} }
const markUsed = {
  ...place,
  serial_number: 'NO-VOUCHER',
  redeem_ref_id: 'R-1',
  merchant_code: 'EDGE',
  merchant_voucher_code: 'V-1',
  merchant_reference_id: 'M-1',
}
const topUp = { ...place, phone_number: '0999999999', txn_id: 'EDGE-STORE-1-1' }
let bench: WorkerdBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

// What the service does with a field of another type than the specification says is open (G-15, G-16, G-135).
// Specification: 2.5.2
describe('a field that is written as text in one place and otherwise in another', () => {
  const cases = [
    ['orders/tqr', () => orderFields(), 'extra_data', text, object, 200],
    ['qr/gen-transaction-qr', () => orderFields(), 'extra_data', text, object, 200],
    ['qr/create-transaction-order', () => orderFields(), 'extra_data', text, object, 200],
    ['orders/web-payment', () => orderFields(), 'extra_data', object, text, 200],
    ['e-voucher/verify', () => verify, 'merchant_staff_id', '7', 7, 4000902],
    ['e-voucher/mark-used', () => markUsed, 'merchant_staff_id', 7, '7', 4000902],
    ['orders/tqr', () => orderFields(), 'order_amount', 50_000, '50000', 200],
    ['orders/web-payment', () => orderFields(), 'order_amount', 50_000, '50000', 200],
    ['loyalty/topup', () => topUp, 'point_amount', 50, '50', 4000315],
  ] as const

  it.each(cases)('is read in both forms by default: %s', async (path, fields, name, ...forms) => {
    const [right, other, code] = forms

    for (const value of [right, other]) {
      const sent = { ...fields(), [name]: value }
      expect(await bench.call(`${api}/${path}`, { fields: sent })).toMatchObject({ code })
    }
  })

  it.each(cases)(
    'is refused in the other form in the profile strict: %s',
    async (path, fields, name, ...forms) => {
      await bench.control.setRules({ profile: 'strict' })
      const [right, other, code] = forms
      const call = (value: unknown) =>
        bench.call(`${api}/${path}`, { fields: { ...fields(), [name]: value } })

      const refused = await call(other)

      expect(refused).toMatchObject({ code: 4000001 })
      expect(refused.message).toContain(`${name}: must be`)
      expect(await call(right)).toMatchObject({ code })
    },
  )

  it('may be an amount as text in the earlier form of a QR order, as its examples have it', async () => {
    await bench.control.setRules({ profile: 'strict' })
    const fields = orderFields({ order_amount: '50000' })

    const answer = await bench.call(`${api}/qr/gen-transaction-qr`, { fields })

    expect(answer).toMatchObject({ code: 200 })
  })
})
