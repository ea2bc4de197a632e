import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { orders } from '../database/schema.ts'
import { randomDigits, randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LinkedPurchase } from './purchases.ts'

/** The order that a purchase becomes when its money is the merchant's. */
export interface CapturedOrder {
  readonly orderId: string
  /** Stores the order. */
  readonly statement: Statement
}

/**
 * Makes the order of a purchase, paid and under the merchant's transaction_reference_number, so that
 * refunds and lists of orders know it.
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
