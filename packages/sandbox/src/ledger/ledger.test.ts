import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { createOrder } from '../orders/create-order.ts'
import { payOrder } from '../payments/pay-order.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import { settleDueRefunds } from '../refunds/settle-refunds.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { seedMerchant } from '../seed-data.ts'
import { checkLedger } from './ledger.ts'

// Goal: money and points neither appear nor vanish, whatever is paid and refunded. Method: random
// payments and refunds, many of them refused; after each sequence the ledger is checked over the
// balances and over the moves.

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

const payments = fc.array(
  fc.record({
    walletId: fc.constantFrom('U-AN', 'U-AN', 'U-BINH', 'U-CHI', 'U-DUNG'),
    amountVnd: fc.integer({ min: 1, max: 300_000 }),
    points: fc.integer({ min: 0, max: 60 }),
    discountVnd: fc.constantFrom(0, 0, 0, 0, 1000),
    cashbackVnd: fc.constantFrom(0, 0, 0, 0, 500),
  }),
  { minLength: 1, maxLength: 4 },
)

const refunds = fc.array(
  fc.record({
    original: fc.nat(3),
    vnd: fc.integer({ min: 0, max: 60_000 }),
    points: fc.constantFrom(0, 0, 1, 5, 40),
    pending: fc.constantFrom(undefined, 'money' as const, 'points' as const),
  }),
  { minLength: 1, maxLength: 8 },
)

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Four refunds that succeed: of the random ones nearly all may be refused. */
const accepted: [ValueOf<typeof payments>, ValueOf<typeof refunds>] = [
  [{ walletId: 'U-AN', amountVnd: 100_000, points: 5, discountVnd: 0, cashbackVnd: 0 }],
  [
    { original: 0, vnd: 1000, points: 0, pending: undefined },
    { original: 0, vnd: 2000, points: 1, pending: 'money' },
    { original: 0, vnd: 3000, points: 1, pending: 'points' },
    { original: 0, vnd: 4000, points: 0, pending: undefined },
  ],
]

async function pay(payment: ValueOf<typeof payments>[number]): Promise<string> {
  const sandbox = await bench.open()
  const { amountVnd, ...use } = payment
  const order = await createOrder(sandbox, 'EDGE', {
    kind: 'transaction-qr',
    orderReferenceId: freshId('p'),
    storeCode: 'EDGE-STORE-1',
    posCode: undefined,
    amountVnd,
    description: undefined,
    extraData: undefined,
    callbackUrl: '',
  })
  await payOrder(sandbox, { ...use, orderId: order.orderId, skipOtp: true })
  return order.orderReferenceId ?? ''
}

async function refund(one: ValueOf<typeof refunds>[number], paid: readonly string[]) {
  const { original, ...amounts } = one
  if (amounts.vnd + amounts.points === 0) return
  await refundPayment(await bench.open(), seedMerchant, {
    ...amounts,
    orderReferenceId: freshId('r'),
    original: { orderReferenceId: paid[original % paid.length] ?? '' },
    origin: 'api',
    isPendingForGood: false,
    description: '',
    merchantUserId: null,
    merchantUserName: null,
  }).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error
  })
}

describe('the ledger', () => {
  it('sums to zero and never has a negative wallet balance', async () => {
    await fc.assert(
      fc.asyncProperty(payments, refunds, async (toPay, toRefund) => {
        const paid: string[] = []
        for (const payment of toPay) paid.push(await pay(payment))
        for (const one of toRefund) await refund(one, paid)
        const { database } = await bench.open()

        const check = await checkLedger(database)

        expect(check.sums).toEqual({ VND: 0, POINT: 0 })
        expect(check.wrongAccounts).toEqual([])
        const wallets = check.balances.filter(({ account }) => account.startsWith('wallet:'))
        expect(wallets.filter(({ balance }) => balance < 0)).toEqual([])
      }),
      { numRuns: 25, examples: [accepted] },
    )
  })

  it('has returned everything when all pending halves are settled', async () => {
    await bench.control.moveClock({ advanceSeconds: 3600 })
    await settleDueRefunds(await bench.open())

    const made = await bench.control.refunds()

    expect(made.length).toBeGreaterThan(3)
    expect(made.filter(({ state }) => state !== 'done')).toEqual([])
    expect((await bench.control.ledger()).sums).toEqual({ VND: 0, POINT: 0 })
  })
})
