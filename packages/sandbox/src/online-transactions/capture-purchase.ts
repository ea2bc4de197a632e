import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Database, Statement } from '../database/database.ts'
import { orders } from '../orders/tables.ts'
import { moveAmounts, openAccount, type Move } from '../ledger/ledger.ts'
import { randomDigits, randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LinkedPurchase } from './purchases.ts'

/**
 * - `pay`: from the wallet to the merchant.
 * - `hold`: from the wallet to what is held for the merchant.
 * - `capture`: from there to the merchant.
 * - `release`: from there back to the wallet.
 */
export type PurchaseStep = 'pay' | 'hold' | 'capture' | 'release'

type Amounts = Pick<
  LinkedPurchase,
  'transactionId' | 'merchantCode' | 'walletId' | 'vnd' | 'points' | 'pointValueVnd'
>

function movesOf(purchase: Amounts, step: PurchaseStep): readonly Move[] {
  const { vnd, points, pointValueVnd, transactionId: reference } = purchase
  const wallet = `wallet:${purchase.walletId}` as const
  const held = `held:${purchase.merchantCode}` as const
  const merchant = `merchant:${purchase.merchantCode}` as const
  const kind = step === 'pay' ? 'payment' : step
  const from = step === 'pay' || step === 'hold' ? wallet : held
  if (step === 'hold' || step === 'release') {
    const to = step === 'hold' ? held : wallet
    return [
      { kind, reference, from, to, unit: 'VND', amount: vnd },
      { kind, reference, from, to, unit: 'POINT', amount: points },
    ]
  }
  const pointsVnd = points * pointValueVnd
  return [
    { kind, reference, from, to: merchant, unit: 'VND', amount: vnd },
    { kind, reference, from, to: 'operator', unit: 'POINT', amount: points },
    { kind, reference, from: 'operator', to: merchant, unit: 'VND', amount: pointsVnd },
  ]
}

/**
 * Statements that take one step with the money and the points of a purchase. The operator pays the
 * merchant for points at the capture, not while they are held.
 */
export function movePurchase(
  database: Database,
  at: number,
  use: { readonly purchase: Amounts; readonly step: PurchaseStep },
): readonly Statement[] {
  const { purchase, step } = use
  const held = `held:${purchase.merchantCode}` as const
  return [
    openAccount(database, held, 'VND'),
    openAccount(database, held, 'POINT'),
    ...moveAmounts(database, at, movesOf(purchase, step)),
  ]
}

/** The order that a purchase becomes when its money is the merchant's. */
export interface CapturedOrder {
  readonly orderId: string
  /** Stores the order. */
  readonly statement: Statement
}

/**
 * Creates the paid order of a purchase under the merchant's transaction_reference_number, so that
 * refunds and order lists find it.
 *
 * Assumes G-54.
 */
export function capturedOrder(sandbox: Sandbox, purchase: LinkedPurchase): CapturedOrder {
  const now = sandbox.clock.nowSeconds()
  const date = vietnamDate(now)
  const orderId = `${date}T${randomDigits(11)}`
  const row: typeof orders.$inferInsert = {
    orderId,
    merchantCode: purchase.merchantCode,
    orderReferenceId: purchase.transactionReferenceNumber,
    kind: 'linked-account',
    storeCode: purchase.storeCode,
    posCode: purchase.posCode,
    amountVnd: purchase.billVnd,
    description: purchase.description,
    extraData: '',
    callbackUrl: '',
    status: 'SUCCESS',
    createdAt: purchase.createdAt,
    updatedAt: now,
    expiresAt: now,
    payToken: randomToken(),
    qrToken: randomToken(),
    walletId: purchase.walletId,
    transactionId: purchase.transactionId,
    walletTransactionId: purchase.walletTransactionId,
    loyaltyTransactionId: purchase.points > 0 ? `L${date}${randomDigits(12)}` : null,
    paidAt: now,
    paidVnd: purchase.vnd,
    paidPoints: purchase.points,
    pointValueVnd: purchase.pointValueVnd,
  }
  return { orderId, statement: sandbox.database.insert(orders).values(row) }
}
