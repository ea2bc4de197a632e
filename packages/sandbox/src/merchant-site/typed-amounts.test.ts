import { beforeEach, describe, expect, it } from 'vitest'
import { logIn, post, type MerchantSite } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

// In Vietnam a hundred thousand is written 100.000.

let bench: WorkerdBench
let site: MerchantSite

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
  site = await logIn()
})

/** Types an amount, and gives the amounts of what was made. */
const places = {
  async 'a refund'(vnd: string) {
    const { orderId } = await bench.createOrder()
    await bench.control.pay(orderId)
    const { text } = await site.get(`/merchant/transactions/${orderId}`)
    const refundId = /name="refundId" value="(SITE-\d{20})"/.exec(text)?.[1] ?? ''
    await site.post('/merchant/refunds', { orderId, refundId, vnd })
    return (await bench.control.order(orderId)).refunds.map((refund) => refund.vnd)
  },
  async 'a transfer from the bank'(amountVnd: string) {
    await site.post('/merchant/wallet/top-ups', { accountId: 'EDGE-ACCOUNT-1', amountVnd })
    return (await bench.control.bankTopUps()).map((topUp) => topUp.amountVnd)
  },
  async 'a payment over the QR of a store'(amountVnd: string) {
    await post('/store/EDGE-STORE-2', { amountVnd })
    return (await bench.control.orders()).map((order) => order.amountVnd)
  },
  async 'a voucher'(discountValue: string) {
    await site.post('/merchant/vouchers', {
      merchantVoucherCode: 'TYPED',
      discountType: 'amount',
      discountValue,
      to: '2999-12-31',
    })
    const typed = (await bench.control.vouchers()).filter(
      ({ merchantVoucherCode }) => merchantVoucherCode === 'TYPED',
    )
    return typed.map((voucher) => voucher.discountValue)
  },
} as const

describe.each(Object.entries(places))('the amount of %s', (_place, made) => {
  it.each([
    ['100.000', [100_000]],
    ['100000', [100_000]],
    ['1.5', []],
    ['1e5', []],
    ['0x10', []],
  ])('that is typed as %s', async (typed, amounts) => {
    expect(await made(typed)).toEqual(amounts)
  })
})

it('takes a percentage with decimals', async () => {
  await site.post('/merchant/vouchers', {
    merchantVoucherCode: 'TYPED',
    discountType: 'percent',
    discountValue: '12.5',
    to: '2999-12-31',
  })

  expect((await bench.control.vouchers()).map(({ discountValue }) => discountValue)).toContain(12.5)
})
