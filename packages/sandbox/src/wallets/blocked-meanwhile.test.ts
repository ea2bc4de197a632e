import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench } from '../../test/linked-account-bench.ts'
import { sandboxWith } from '../../test/sandbox-meanwhile.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'
import { confirmPurchase } from '../online-transactions/confirm-purchase.ts'
import { makePurchase } from '../online-transactions/make-purchase.ts'
import { payOrder } from '../payments/pay-order.ts'

// Goal: no money leaves a wallet that is blocked between the check of a payment and its first
// write. Method: the operations on a real D1; the wallet is blocked directly before that write.

let bench: WorkerdBench
const walletId = 'U-AN'
const movesAtLeast = 5

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({ otpAboveVnd: 99_999 })
  await bench.control.changeWallet(walletId, { vnd: 1_000_000, points: 100, status: 'active' })
})

async function blocking() {
  return sandboxWith(
    () => bench.control.changeWallet(walletId, { status: 'blocked' }),
    movesAtLeast,
  )
}

async function moneyLeft(): Promise<number> {
  return (await walletBalance((await bench.open()).database, walletId)).vnd
}

async function purchaseFields(isHoldingEnabled: boolean, vnd: number) {
  const { userToken } = await linkedAccountBench(bench).linked(walletId)
  return {
    merchantCode: 'EDGE',
    userToken,
    invoiceNo: freshId('invoice'),
    transactionReferenceNumber: freshId('purchase'),
    storeCode: 'EDGE-STORE-1',
    posCode: 'EDGE-POS-1',
    description: '',
    isHoldingEnabled,
    vnd,
    points: 0,
    billVnd: vnd,
  }
}

describe('a wallet that is blocked meanwhile', () => {
  it('pays no order', async () => {
    const { orderId } = await bench.createOrder()

    const outcome = await payOrder(await blocking(), { orderId, walletId, skipOtp: true })

    expect(outcome).toMatchObject({ outcome: 'refused', reason: 'wallet_blocked' })
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it.each([
    ['a purchase', false],
    ['a purchase whose money is held', true],
  ])('pays nothing for %s', async (_about, isHoldingEnabled) => {
    const purchase = await makePurchase(
      await blocking(),
      await purchaseFields(isHoldingEnabled, 50_000),
    )

    expect(purchase).toMatchObject({ status: 'FAIL', failure: 'wallet_blocked' })
    expect(await moneyLeft()).toBe(1_000_000)
  })

  it.each([
    ['a purchase', false],
    ['a purchase whose money is held', true],
  ])('pays nothing for %s that is confirmed with a code', async (_about, isHoldingEnabled) => {
    const fields = await purchaseFields(isHoldingEnabled, 100_000)
    const { transactionId } = await makePurchase(await bench.open(), fields)
    const { otp } = await bench.control.linkedPurchaseOtp(transactionId)

    const confirmed = await confirmPurchase(await blocking(), { ...fields, transactionId, otp })

    expect(confirmed).toMatchObject({ status: 'FAIL', failure: 'wallet_blocked' })
    expect(await moneyLeft()).toBe(1_000_000)
  })
})
