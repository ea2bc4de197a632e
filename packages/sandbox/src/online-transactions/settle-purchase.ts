import { and, eq } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { linkedPurchases } from './tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { capturedOrder, movePurchase } from './capture-purchase.ts'
import { findOwnPurchase, type LinkedPurchase } from './purchases.ts'

/** What a merchant decides about a purchase whose money is held. Assumes G-39. */
export interface PurchaseSettlement {
  readonly merchantCode: string
  readonly invoiceNo: string
  /** `SUCCESS` takes the money, `FAIL` gives it back. */
  readonly wanted: 'SUCCESS' | 'FAIL'
}

/** Ends a purchase in one step with its money; a guard undoes it when the purchase has moved on. */
async function settle(
  sandbox: Sandbox,
  purchase: LinkedPurchase,
  wanted: PurchaseSettlement['wanted'],
): Promise<void> {
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const order = wanted === 'SUCCESS' ? capturedOrder(sandbox, purchase) : undefined
  const step = order === undefined ? 'release' : 'capture'
  const isHeld = purchase.status === 'HOLDING'
  await runAtomically(database, [
    database
      .update(linkedPurchases)
      .set({
        status: wanted,
        failure: wanted === 'FAIL' ? 'released' : null,
        orderId: order?.orderId ?? null,
        code: null,
        updatedAt: now,
      })
      .where(
        and(
          eq(linkedPurchases.transactionId, purchase.transactionId),
          eq(linkedPurchases.status, purchase.status),
        ),
      ),
    mustHaveChangedOne(database),
    ...(isHeld ? movePurchase(database, now, { purchase, step }) : []),
    ...(order === undefined ? [] : [order.statement]),
  ])
}

function refuseOther(purchase: LinkedPurchase, wanted: PurchaseSettlement['wanted']): void {
  const { status, invoiceNo } = purchase
  if (status === 'PROCESSING' && wanted === 'SUCCESS') {
    const message = `order_status: the purchase ${invoiceNo} waits for its one-time code`
    throw new RefusalError(4000001, message)
  }
  if (status === 'SUCCESS' || status === 'FAIL') {
    const remedy = status === 'SUCCESS' ? 'refund it' : 'make a new purchase'
    const message = `order_status: the purchase ${invoiceNo} is ${status} already; ${remedy}`
    throw new RefusalError(4000001, message)
  }
}

/**
 * Captures or releases the money that a purchase holds. Repeating the same decision returns the
 * same answer and moves nothing; the opposite decision is refused. A purchase that still waits for
 * its one-time code can be cancelled.
 *
 * Assumes G-53.
 *
 * @throws RefusalError 4000001 when the decision comes too early or too late for the purchase,
 *   4040001 for an invoice_no that the merchant has not used
 * @see Specification 4.11
 */
export async function settlePurchase(
  sandbox: Sandbox,
  settlement: PurchaseSettlement,
): Promise<LinkedPurchase> {
  const { merchantCode, invoiceNo, wanted } = settlement
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const purchase = await findOwnPurchase(sandbox, merchantCode, { invoiceNo })
    if (purchase === undefined) {
      throw new RefusalError(4040001, `invoice_no: you have no purchase ${invoiceNo}`)
    }
    if (purchase.status === wanted) return purchase
    refuseOther(purchase, wanted)
    await settle(sandbox, purchase, wanted)
  }
  throw new RefusalError(5000001, 'The purchase kept changing while it was being settled')
}
