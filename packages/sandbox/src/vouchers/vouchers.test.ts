import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const base = '/merchant-integration/v1/e-voucher'
const daySeconds = 24 * 60 * 60
let bench: WorkerdBench
let serial: string

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.moveClock({ run: true })
  await bench.control.setRules({})
  serial = freshId('EV')
  await issue()
})

async function issue(fields: object = {}) {
  const { now } = (await bench.control.state()).clock
  return bench.control.issueVoucher({
    merchantCode: 'EDGE',
    serial,
    merchantVoucherCode: 'BOOKS-50K',
    availableFrom: now - daySeconds,
    availableTo: now + daySeconds,
    discountType: 'amount',
    discountValue: 50_000,
    ...fields,
  })
}

function verify(fields: object = {}) {
  return bench.call(`${base}/verify`, {
    fields: {
      store_code: 'EDGE-STORE-1',
      pos_code: 'EDGE-POS-1',
      serial_number: serial,
      order_info: {},
      merchant_staff_id: 'staff-9',
      ...fields,
    },
  })
}

function markUsed(fields: object = {}) {
  return bench.call(`${base}/mark-used`, {
    fields: {
      store_code: 'EDGE-STORE-1',
      pos_code: 'EDGE-POS-1',
      serial_number: serial,
      redeem_ref_id: freshId('redeem'),
      merchant_staff_id: 9,
      merchant_code: 'EDGE',
      merchant_voucher_code: 'BOOKS-50K',
      merchant_reference_id: freshId('order'),
      ...fields,
    },
  })
}

function revoke(serials: readonly string[]) {
  return bench.call(`${base}/refund`, { fields: { serials } })
}

async function voucher(which = serial) {
  return (await bench.control.vouchers()).find((one) => one.serial === which)
}

describe('verifyVoucher', () => {
  // Specification: 1.29, 2.12.1
  it('returns validity in seconds and value in VND', async () => {
    const issued = await voucher()

    const answer = await verify()

    expect(answer).toMatchObject({ status: 200, code: 200 })
    expect(answer.data).toEqual({
      available_from: issued?.availableFrom,
      available_to: issued?.availableTo,
      min_order_value: 0,
      discount_value: 50_000,
      discount_type: 'amount',
      apply_in_holiday: true,
      merchant_voucher_code: 'BOOKS-50K',
    })
  })

  it('changes nothing', async () => {
    await verify()
    await verify()

    expect((await voucher())?.state).toBe('active')
  })

  it.each([
    ['a serial nobody has', { serial_number: 'EV-NOBODY' }, 4000902],
    ['a voucher of another merchant', { serial_number: 'EV-OTHER-1' }, 4000902],
    ['an expired one', { serial_number: 'EV-EXPIRED-1' }, 4000902],
    ['a used one', { serial_number: 'EV-USED-1' }, 4000902],
    ['a store nobody has', { store_code: 'NOWHERE' }, 4040201],
    ['a store of another merchant', { store_code: 'OTHER-STORE-1' }, 4040201],
    ['a terminal of no store', { pos_code: 'NOWHERE' }, 4040201],
    ['order_info as text', { order_info: '{}' }, 4000001],
    ['order_info as a list', { order_info: [] }, 4000001],
    ['extra_data as a list', { extra_data: [1] }, 4000001],
    ['no staff', { merchant_staff_id: undefined }, 4000001],
  ])('refuses %s', async (_what, fields, code) => {
    expect((await verify(fields)).code).toBe(code)
  })

  it('accepts a voucher from its first second to its last', async () => {
    const { availableFrom = 0, availableTo = 0 } = (await voucher()) ?? {}
    const codes: number[] = []

    for (const instant of [availableFrom - 1, availableFrom, availableTo, availableTo + 1]) {
      await bench.control.moveClock({ freezeAt: instant })
      codes.push((await verify()).code)
    }

    expect(codes).toEqual([4000902, 200, 200, 4000902])
    expect((await voucher())?.state).toBe('expired')
  })

  it('counts the date in Vietnam for a voucher that does not hold on holidays', async () => {
    serial = freshId('EV')
    await issue({
      availableFrom: Date.parse('2026-04-01T00:00:00Z') / 1000,
      availableTo: Date.parse('2026-06-01T00:00:00Z') / 1000,
      applyInHoliday: false,
    })
    const codes: number[] = []

    // Reunification Day and Labour Day are 30 April and 1 May in Vietnam, which is 7 hours ahead.
    for (const instant of [
      '2026-04-29T16:59:59Z',
      '2026-04-29T17:00:00Z',
      '2026-05-01T16:59:59Z',
      '2026-05-01T17:00:00Z',
    ]) {
      await bench.control.moveClock({ freezeAt: Date.parse(instant) / 1000 })
      codes.push((await verify()).code)
    }

    expect(codes).toEqual([200, 4000902, 4000902, 200])
  })

  it('reads further holidays from the rules', async () => {
    serial = freshId('EV')
    await issue({ applyInHoliday: false })
    const { now } = (await bench.control.state()).clock
    const today = new Date((now + 7 * 60 * 60) * 1000).toISOString().slice(0, 10)
    await bench.control.setRules({ extraHolidays: [today] })

    expect((await verify()).code).toBe(4000902)
  })

  it('refuses an order below the smallest value, when the order names its value', async () => {
    serial = freshId('EV')
    await issue({ minOrderVnd: 200_000, discountType: 'percent', discountValue: 12.5 })

    const codes = [
      (await verify({ order_info: { order_amount: 199_999 } })).code,
      (await verify({ order_info: { amount: '200000' } })).code,
      (await verify({ order_info: { note: 'no value' } })).code,
    ]

    expect(codes).toEqual([4000902, 200, 200])
    expect((await verify()).data).toMatchObject({
      min_order_value: 200_000,
      discount_type: 'percent',
      discount_value: 12.5,
    })
  })

  it('accepts a voucher of one store in that store only', async () => {
    serial = freshId('EV')
    await issue({ storeCode: 'EDGE-STORE-2' })

    const codes = [
      (await verify()).code,
      (await verify({ store_code: 'EDGE-STORE-2' })).code,
      (await markUsed()).code,
    ]

    expect(codes).toEqual([4000902, 200, 4000902])
  })

  it('is refused with 4040901 while the merchant is not set up for vouchers', async () => {
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr'] })

    const codes = [(await verify()).code, (await markUsed()).code, (await revoke([serial])).code]
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr', 'e-voucher'] })

    expect(codes).toEqual([4040901, 4040901, 4040901])
  })
})

describe('markVoucherUsed', () => {
  // Specification: 1.29
  it('stores where and for what the voucher was used', async () => {
    const answer = await markUsed({
      store_code: 'EDGE-STORE-2',
      redeem_ref_id: 'R-1',
      merchant_reference_id: 'A-1',
      merchant_staff_id: 12,
    })

    expect(answer).toMatchObject({ code: 200, data: undefined })
    expect(await voucher()).toMatchObject({
      state: 'used',
      use: {
        storeCode: 'EDGE-STORE-2',
        posCode: 'EDGE-POS-1',
        redeemRefId: 'R-1',
        merchantReferenceId: 'A-1',
        merchantStaffId: '12',
      },
    })
    expect((await verify()).code).toBe(4000902)
  })

  it('marks a voucher once when ten tills use it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => markUsed({ redeem_ref_id: `till-${index}` })),
    )

    const accepted = answers.flatMap(({ code }, index) => (code === 200 ? [`till-${index}`] : []))
    expect(accepted).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 4000902)).toHaveLength(9)
    expect((await voucher())?.use?.redeemRefId).toBe(accepted[0])
  })

  it('refuses a repeat with the same redeem_ref_id, and names it', async () => {
    await markUsed({ redeem_ref_id: 'R-77' })

    const repeated = await markUsed({ redeem_ref_id: 'R-77' })

    expect(repeated.code).toBe(4000902)
    expect(repeated.message).toContain('R-77')
  })

  it.each([
    ['another merchant', { merchant_code: 'OTHER' }, 4040201],
    ['another kind of voucher', { merchant_voucher_code: 'BOOKS-10' }, 4000902],
    ['a member of staff as a list', { merchant_staff_id: ['nine'] }, 4000001],
    ['no redeem_ref_id', { redeem_ref_id: undefined }, 4000001],
  ])('refuses %s', async (_what, fields, code) => {
    expect((await markUsed(fields)).code).toBe(code)
    expect((await voucher())?.state).toBe('active')
  })

  it('has taken effect when the code comes after it', async () => {
    const answer = await bench.call(`${base}/mark-used`, {
      headers: { 'X-Request-ID': 'sandbox:5000001-after' },
      fields: {
        store_code: 'EDGE-STORE-1',
        pos_code: 'EDGE-POS-1',
        serial_number: serial,
        redeem_ref_id: 'R-2',
        merchant_staff_id: 9,
        merchant_code: 'EDGE',
        merchant_voucher_code: 'BOOKS-50K',
        merchant_reference_id: 'A-2',
      },
    })

    expect(answer.code).toBe(5000001)
    expect((await voucher())?.state).toBe('used')
  })
})

describe('revokeVouchers', () => {
  // Specification: 1.29
  it('makes used vouchers usable again', async () => {
    await markUsed()

    const revoked = await revoke([serial, serial])

    expect(revoked.code).toBe(200)
    expect(await voucher()).toMatchObject({ state: 'active', use: null })
    expect([(await markUsed()).code, (await markUsed()).code]).toEqual([200, 4000902])
  })

  it('revokes all of them or none', async () => {
    const used = serial
    await markUsed()

    const answer = await revoke([used, 'EV-NOBODY'])

    expect(answer.code).toBe(4000902)
    expect(answer.message).toContain('EV-NOBODY')
    expect((await voucher(used))?.state).toBe('used')
  })

  it('accepts a repeated revocation, also ten at the same time', async () => {
    await markUsed()

    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke([serial])))

    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect((await voucher())?.state).toBe('active')
  })

  it.each([
    ['a voucher that nobody has used', ['EV-AMOUNT-1'], 4000902],
    ['an expired one that nobody has used', ['EV-EXPIRED-1'], 4000902],
    ['a voucher of another merchant', ['EV-OTHER-1'], 4000902],
    ['no serials', [], 4000001],
    ['more than 100 serials', Array.from({ length: 101 }, (_, index) => `S-${index}`), 4000001],
  ])('refuses %s', async (_what, serials, code) => {
    expect((await revoke(serials)).code).toBe(code)
  })

  it('withdraws unused vouchers finally when the rules say so', async () => {
    await bench.control.setRules({ voucherRevoke: 'withdraws' })
    const first = serial
    serial = freshId('EV')
    await issue()
    await markUsed()

    const codes = [
      (await revoke([serial])).code,
      (await revoke([first])).code,
      (await revoke([first])).code,
      (await verify({ serial_number: first })).code,
    ]

    expect(codes).toEqual([4000902, 200, 200, 4000902])
    expect((await voucher(first))?.state).toBe('revoked')
  })
})

describe('a voucher', () => {
  it('cannot be bound to a store of another merchant, where it would be unusable', async () => {
    const change = bench.control.changeVoucher(serial, { storeCode: 'OTHER-STORE-1' })

    await expect(change).rejects.toThrow('no store OTHER-STORE-1')
    expect((await voucher())?.storeCode).toBeNull()
  })

  it.each([
    ['more than 100 percent', { discountType: 'percent', discountValue: 100.5 }],
    ['half a dong', { discountValue: 0.5 }],
    ['an end before its start', { availableFrom: 10, availableTo: 9 }],
    ['a serial with a space', { serial: 'a b' }],
  ])('is not issued with %s', async (_what, fields) => {
    serial = freshId('EV')

    await expect(issue(fields)).rejects.toMatchObject({ reason: 'input_invalid' })
  })

  it.each([
    ['a serial that is taken', { serial: 'EV-AMOUNT-1' }, 'code_taken'],
    ['a store of another merchant', { serial: 'X', storeCode: 'OTHER-STORE-1' }, 'not_found'],
    ['a merchant nobody knows', { serial: 'X', merchantCode: 'NOBODY' }, 'not_found'],
  ])('is not issued for %s', async (_what, fields, reason) => {
    await expect(issue(fields)).rejects.toMatchObject({ reason })
  })

  it('can be withdrawn, and opened again without its use', async () => {
    await markUsed()

    const withdrawn = await bench.control.changeVoucher(serial, { status: 'revoked' })
    const open = await bench.control.changeVoucher(serial, { status: 'active' })

    expect(withdrawn).toMatchObject({ state: 'revoked', use: null })
    expect(open).toMatchObject({ state: 'active', use: null })
  })

  it('cannot get an end before its beginning', async () => {
    await expect(bench.control.changeVoucher(serial, { availableTo: 1 })).rejects.toMatchObject({
      status: 409,
    })
  })
})
