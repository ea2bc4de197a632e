import { beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench } from '../../test/linked-account-bench.ts'
import { freshId, orderFields, workerdBench, type BenchAnswer } from '../../test/workerd-bench.ts'

// Goal: a caller who lost the answer learns from the repeat that the first attempt succeeded, even
// if the store was closed since. Method: each call with an id is made, its store is closed, and the
// call is repeated.

const root = '/merchant-integration/v1'
const store_code = 'EDGE-STORE-1'
const pos_code = 'EDGE-POS-1'
const place = { store_code, pos_code }
let bench: Awaited<ReturnType<typeof workerdBench>>

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

function gateway(code: string, fields: object, headers: Record<string, string> = {}) {
  return bench.call(`${root}/gateway`, { headers: { 'X-API-Code': code, ...headers }, fields })
}

function repeated(
  path: string,
  fieldsOf: () => Record<string, unknown>,
): () => () => Promise<BenchAnswer> {
  return () => {
    const fields = fieldsOf()
    return () => bench.call(root + path, { fields })
  }
}

describe('a repeat whose store has closed', () => {
  const calls: readonly (readonly [
    name: string,
    prepare: () => (() => Promise<BenchAnswer>) | Promise<() => Promise<BenchAnswer>>,
    code: number,
  ])[] = [
    ['createTqrOrder', repeated('/orders/tqr', orderFields), 4000001],
    ['genTransactionQr', repeated('/qr/gen-transaction-qr', orderFields), 4000001],
    ['createTransactionOrder', repeated('/qr/create-transaction-order', orderFields), 4000001],
    [
      'createWebPayment',
      repeated('/orders/web-payment', () =>
        orderFields({ redirect_url: 'https://merchant.example/back' }),
      ),
      4000001,
    ],
    [
      'topUpPoints',
      repeated('/loyalty/topup', () => ({
        ...place,
        phone_number: '0900000001',
        point_amount: 50,
        txn_id: `${store_code}-1`,
      })),
      4000307,
    ],
    [
      'gatewayTopUpPoints',
      () => () =>
        gateway(
          'mi_v1_loyalty_transaction_topup',
          { phone_no: '0900000001', point_amount: 50, invoice_no: 'I-1', send_receipt: false },
          { 'X-Merchant-ID': store_code, 'X-Terminal-ID': pos_code },
        ),
      4000307,
    ],
    [
      'orderGiftCodes',
      repeated('/loyalty/gift-code/orders', () => ({
        ...place,
        merchant_order_id: 'G-1',
        order_info: [{ card_type: '50', quantity: 1 }],
      })),
      4000302,
    ],
    [
      'gatewayOrderGiftCodes',
      () => () =>
        gateway('mi_v1_loyalty_giftcode_orders', {
          merchant_code: 'EDGE',
          merchant_id: store_code,
          terminal_id: pos_code,
          order_id: 'G-1',
          order_info: [{ card_type: '50', quantity: 1 }],
        }),
      200200,
    ],
    [
      'createOnlineTransaction',
      async () => {
        const linked = linkedAccountBench(bench)
        const { userToken } = await linked.linked()
        const ids = { invoice_no: freshId('i'), transaction_reference_number: freshId('p') }
        return () => linked.purchase(userToken, ids)
      },
      4000001,
    ],
    [
      'markVoucherUsed',
      repeated('/e-voucher/mark-used', () => ({
        ...place,
        serial_number: 'EV-AMOUNT-1',
        redeem_ref_id: 'R-1',
        merchant_staff_id: 9,
        merchant_code: 'EDGE',
        merchant_voucher_code: 'BOOKS-50K',
        merchant_reference_id: 'A-1',
      })),
      4000902,
    ],
  ]

  it.each(calls)('is answered by %s that its id is taken', async (_name, prepare, code) => {
    const call = await prepare()
    const first = await call()
    await bench.control.changeStore(store_code, { status: 'closed' })

    const again = await call()

    expect([first.code, again.code]).toEqual([200, code])
    expect(again.message).toMatch(/taken|exists already|used already/)
  })
})
