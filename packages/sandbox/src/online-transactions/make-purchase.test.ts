import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench, type LinkedAccountBench } from '../../test/linked-account-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'

let bench: WorkerdBench
let linked: LinkedAccountBench

beforeAll(async () => {
  bench = await workerdBench()
  linked = linkedAccountBench(bench)
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 100, status: 'active' })
})

async function balance(walletId = 'U-AN') {
  return walletBalance((await bench.open()).database, walletId)
}

async function accountOf(account: string): Promise<number> {
  const { balances } = await bench.control.ledger()
  return balances.find((row) => row.account === account)?.balance ?? 0
}

async function expectBalancedBooks() {
  expect(await bench.control.ledger()).toMatchObject({
    sums: { VND: 0, POINT: 0 },
    wrongAccounts: [],
  })
}

describe('a purchase below the threshold', () => {
  // Specification: 2.13.3, 3.6
  it('is paid at once without a further check', async () => {
    const { userToken } = await linked.linked()
    const merchantBefore = await accountOf('merchant:EDGE:VND')

    const paid = await linked.purchase(userToken, { amount: '99999', bill_amount: '99999' })

    expect(paid.message).toBe('OK')
    expect(paid.data).toEqual({
      transaction_id: expect.stringMatching(/^\d{20}$/),
      transaction_ref_number: expect.stringMatching(/^purchase-/),
      transaction_status: 'SUCCESS',
      transaction_wallet_number: expect.stringMatching(/^W\d{20}$/),
      verification_methods: 0,
    })
    expect((await balance()).vnd).toBe(900_001)
    expect((await accountOf('merchant:EDGE:VND')) - merchantBefore).toBe(99_999)
    await expectBalancedBooks()
  })

  it('takes points, whose value the operator pays to the merchant', async () => {
    const { userToken } = await linked.linked()
    const merchantBefore = await accountOf('merchant:EDGE:VND')

    const paid = await linked.purchase(userToken, {
      amount: '30000',
      bill_amount: '50000',
      payment_request_list: [
        { method: 'WALLET', amount: '30000' },
        { method: 'POINT', amount: '20' },
      ],
    })

    expect(paid.data['transaction_status']).toBe('SUCCESS')
    expect(await balance()).toEqual({ vnd: 970_000, points: 80 })
    expect((await accountOf('merchant:EDGE:VND')) - merchantBefore).toBe(50_000)
    await expectBalancedBooks()
  })

  it.each(['', '0'])('may sign "%s" for no points (G-05), and nothing else', async (noPoints) => {
    const { userToken } = await linked.linked()

    const taken = await linked.purchase(userToken, {}, noPoints)
    const refused = await linked.purchase(userToken, {}, '1')

    expect([taken.code, refused.code]).toEqual([200, 4010001])
  })

  it('is read from the items of its list when the fields beside the list are missing (G-134)', async () => {
    const { userToken } = await linked.linked()
    const moved = { currency: 'VND', bill_amount: '50000', amount: '50000' }
    const beside = { currency: undefined, bill_amount: undefined, amount: undefined }

    const paid = await linked.purchase(userToken, {
      ...beside,
      payment_request_list: [moved],
    })

    expect(paid).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
    expect((await balance()).vnd).toBe(950_000)
  })

  it.each([
    ['points first', '30000', { vnd: 970_000, points: 80 }],
    ['points only', '0', { vnd: 1_000_000, points: 80 }],
  ])(
    'never reads points as money when its fields are in the items of its list: %s (G-134)',
    async (_about, amount, left) => {
      const { userToken } = await linked.linked()
      const bill_amount = String(Number(amount) + 20_000)
      const moved = { currency: 'VND', bill_amount }
      const fields = { amount, bill_amount, currency: 'VND' }
      const items = [
        { ...moved, method: 'POINT', amount: '20' },
        ...(amount === '0' ? [] : [{ ...moved, method: 'WALLET', amount }]),
      ]

      const paid = await linked.purchaseOfList(userToken, fields, items)

      expect(paid).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
      expect(await balance()).toEqual(left)
    },
  )

  it('without holding_enabled, or with null, is paid and not held', async () => {
    const { userToken } = await linked.linked()

    const paid = await linked.purchase(userToken, {
      holding_enabled: null,
      currency: null,
      description: '',
      payment_request_list: null,
    })

    expect(paid).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
  })

  it('at the threshold needs no code, and one VND above it does', async () => {
    const { userToken } = await linked.linked()

    const at = await linked.purchase(userToken, { amount: '100000', bill_amount: '100000' })
    const above = await linked.purchase(userToken, { amount: '100001', bill_amount: '100001' })

    expect(at.data['verification_methods']).toBe(0)
    expect(above.data['verification_methods']).toBe(2)
  })

  it('answers the settlement of a hold with a request_id (4.11)', async () => {
    const { userToken } = await linked.linked()
    const invoice_no = freshId('hóa đơn')
    await linked.purchase(userToken, { holding_enabled: true, invoice_no })

    const settled = await linked.settle(invoice_no, 'SUCCESS')
    const unknown = await linked.settle(invoice_no, 'CANCEL')

    expect(settled).toMatchObject({ code: 200, data: { transaction_status: 'SUCCESS' } })
    expect(settled.request_id).toMatch(/^[0-9a-f]{32}$/)
    expect(unknown).toMatchObject({
      code: 4000001,
      message: 'order_status: must be SUCCESS or FAIL',
    })
  })

  it('is charged once when ten equal requests come at the same time', async () => {
    const { userToken } = await linked.linked()
    const fields = {
      invoice_no: freshId('invoice'),
      transaction_reference_number: freshId('purchase'),
    }

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => linked.purchase(userToken, fields)),
    )

    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 4000001)).toHaveLength(9)
    expect((await balance()).vnd).toBe(950_000)
    await expectBalancedBooks()
  })

  it('never takes a wallet below zero when many purchases come at the same time', async () => {
    await bench.control.changeWallet('U-AN', { vnd: 120_000 })
    const { userToken } = await linked.linked()

    const answers = await Promise.all(Array.from({ length: 6 }, () => linked.purchase(userToken)))

    const states = answers.map(({ data }) => data['transaction_status'])
    expect(states.filter((state) => state === 'SUCCESS')).toHaveLength(2)
    expect(states.filter((state) => state === 'FAIL')).toHaveLength(4)
    expect((await balance()).vnd).toBe(20_000)
    await expectBalancedBooks()
  })

  it('fails on a wallet that is blocked', async () => {
    const { userToken } = await linked.linked()
    await bench.control.changeWallet('U-AN', { status: 'blocked' })

    const answer = await linked.purchase(userToken)

    expect(answer).toMatchObject({ code: 200, data: { transaction_status: 'FAIL' } })
    expect((await balance()).vnd).toBe(1_000_000)
  })

  it.each([
    ['an invoice_no', 'invoice_no'],
    ['a transaction_reference_number', 'transaction_reference_number'],
  ])('refuses %s that is taken', async (_what, field) => {
    const { userToken } = await linked.linked()
    const taken = freshId('taken')
    await linked.purchase(userToken, { [field]: taken })

    const again = await linked.purchase(userToken, { [field]: taken })

    expect(again).toMatchObject({ code: 4000001, message: `${field}: ${taken} is taken already` })
    expect((await balance()).vnd).toBe(950_000)
  })

  it('has taken effect when its answer is lost, and is not charged again', async () => {
    const { userToken } = await linked.linked()
    const fields = { invoice_no: freshId('invoice') }

    const lost = await linked.purchase(userToken, {
      ...fields,
      description: 'sandbox:5000001-after',
    })
    const again = await linked.purchase(userToken, fields)
    const settled = await linked.settle(fields.invoice_no, 'SUCCESS')

    expect([lost.code, again.code]).toEqual([5000001, 4000001])
    expect(settled.data).toEqual({ transaction_status: 'SUCCESS' })
    expect((await balance()).vnd).toBe(950_000)
  })

  it('refuses the order_reference_id of another payment as its reference', async () => {
    const { userToken } = await linked.linked()
    const { reference } = await bench.createOrder()

    const answer = await linked.purchase(userToken, { transaction_reference_number: reference })

    expect(answer.code).toBe(4000001)
  })

  it.each([
    ['a store of another merchant', { merchant_id: 'OTHER-STORE-1' }, 4040201],
    ['an unknown terminal', { terminal_id: 'NO-POS' }, 4040201],
    ['the code of another merchant', { merchant_code: 'OTHER' }, 4040201],
    ['the code of another partner', { partner_code: 'OTHER' }, 4040201],
    ['a bill that is not what is paid', { bill_amount: '50001' }, 4000001],
    ['an amount as a number', { amount: 50_000 }, 4000001],
    ['another currency', { currency: 'USD' }, 4000001],
    [
      'a WALLET item that is not the amount',
      { payment_request_list: [{ method: 'WALLET', amount: '1' }] },
      4000001,
    ],
    [
      'an item of another kind',
      { payment_request_list: [{ method: 'CARD', amount: '50000' }] },
      4000001,
    ],
    ['a bar in a signed field', { invoice_no: 'A|1' }, 4000001],
    // Longer than the maximum in a refund (4.5) and in a row of the daily files (2.18).
    ['an id of 36 characters', { transaction_reference_number: 'P'.repeat(36) }, 4000001],
  ])('refuses %s and moves nothing', async (_what, fields, code) => {
    const { userToken } = await linked.linked()

    const answer = await linked.purchase(userToken, fields)

    expect(answer.code).toBe(code)
    expect((await balance()).vnd).toBe(1_000_000)
  })

  it('is refunded by its transaction_reference_number', async () => {
    const { userToken } = await linked.linked()
    const paid = await linked.purchase(userToken, {
      amount: '30000',
      bill_amount: '50000',
      payment_request_list: [{ method: 'POINT', amount: '20' }],
    })

    const refund = await bench.call('/merchant-integration/v1/orders/refund', {
      fields: {
        order_reference_id: freshId('refund'),
        original_order_reference_id: paid.data['transaction_ref_number'],
        vnd_amount: 30_000,
        point_amount: 20,
      },
    })

    expect(refund.message).toBe('OK')
    expect(await balance()).toEqual({ vnd: 1_000_000, points: 100 })
    await expectBalancedBooks()
  })
})

describe('a purchase that holds the money', () => {
  async function held(fields: object = {}) {
    const { userToken } = await linked.linked()
    const invoiceNo = freshId('invoice')
    const answer = await linked.purchase(userToken, {
      holding_enabled: true,
      invoice_no: invoiceNo,
      ...fields,
    })
    return { answer, invoiceNo, userToken }
  }

  const withPoints = {
    amount: '30000',
    bill_amount: '50000',
    payment_request_list: [{ method: 'POINT', amount: '20' }],
  }

  // Specification: 3.3
  it('debits the wallet and does not credit the merchant yet', async () => {
    const heldBefore = await accountOf('held:EDGE:VND')
    const merchantBefore = await accountOf('merchant:EDGE:VND')

    const { answer } = await held(withPoints)

    expect(answer.data['transaction_status']).toBe('HOLDING')
    expect(await balance()).toEqual({ vnd: 970_000, points: 80 })
    expect((await accountOf('held:EDGE:VND')) - heldBefore).toBe(30_000)
    expect(await accountOf('merchant:EDGE:VND')).toBe(merchantBefore)
    await expectBalancedBooks()
  })

  // Specification: 3.4, 3.5
  it('credits the merchant for SUCCESS, once however often it is confirmed', async () => {
    const { invoiceNo } = await held(withPoints)
    const merchantBefore = await accountOf('merchant:EDGE:VND')
    const heldBefore = await accountOf('held:EDGE:VND')

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => linked.settle(invoiceNo, 'SUCCESS')),
    )

    expect(answers.map(({ code, data }) => [code, data['transaction_status']])).toEqual(
      Array.from({ length: 10 }, () => [200, 'SUCCESS']),
    )
    expect((await accountOf('merchant:EDGE:VND')) - merchantBefore).toBe(50_000)
    expect((await accountOf('held:EDGE:VND')) - heldBefore).toBe(-30_000)
    await expectBalancedBooks()
  })

  // Specification: 3.5
  it('returns it for FAIL, once however often it is confirmed', async () => {
    const { invoiceNo } = await held(withPoints)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => linked.settle(invoiceNo, 'FAIL')),
    )

    expect(new Set(answers.map(({ data }) => data['transaction_status']))).toEqual(
      new Set(['FAIL']),
    )
    expect(await balance()).toEqual({ vnd: 1_000_000, points: 100 })
    await expectBalancedBooks()
  })

  it('is never both credited and returned, also when both are requested at the same time', async () => {
    const { invoiceNo } = await held()
    const merchantBefore = await accountOf('merchant:EDGE:VND')

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        linked.settle(invoiceNo, index % 2 === 0 ? 'SUCCESS' : 'FAIL'),
      ),
    )

    const said = new Set(
      answers.filter(({ code }) => code === 200).map(({ data }) => data['transaction_status']),
    )
    expect(said.size).toBe(1)
    expect(answers.filter(({ code }) => code === 4000001)).toHaveLength(5)
    const toMerchant = (await accountOf('merchant:EDGE:VND')) - merchantBefore
    const toWallet = (await balance()).vnd - 950_000
    expect([toMerchant, toWallet].toSorted((a, b) => a - b)).toEqual([0, 50_000])
    await expectBalancedBooks()
  })

  it('cannot be refunded before the capture', async () => {
    const { answer, invoiceNo } = await held()
    const refund = () =>
      bench.call('/merchant-integration/v1/orders/refund', {
        fields: {
          order_reference_id: freshId('refund'),
          original_order_reference_id: answer.data['transaction_ref_number'],
          vnd_amount: 50_000,
        },
      })

    const before = await refund()
    await linked.settle(invoiceNo, 'SUCCESS')
    const after = await refund()

    expect([before.code, after.code]).toEqual([4000802, 200])
    expect((await balance()).vnd).toBe(1_000_000)
  })

  it('is settled even after the wallet was unlinked', async () => {
    const { invoiceNo, userToken } = await held()
    await linked.unlink(userToken)

    const answer = await linked.settle(invoiceNo, 'FAIL')

    expect(answer).toMatchObject({ code: 200, data: { transaction_status: 'FAIL' } })
    expect((await balance()).vnd).toBe(1_000_000)
  })

  it('is not found under an unknown invoice_no', async () => {
    const answer = await linked.settle(freshId('invoice'), 'SUCCESS')

    expect(answer.code).toBe(4040001)
  })
})
