import { and, eq, gt, sql } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { linkedPurchases } from './tables.ts'
import { walletLinks } from '../linked-accounts/tables.ts'
import { linkOfToken } from '../linked-accounts/links.ts'
import { refuseWallet, type PaymentRefusal } from '../payments/payment-request.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet, mustBeActive } from '../wallets/wallets.ts'
import { capturedOrder, movePurchase } from './capture-purchase.ts'
import { findPurchase, type LinkedPurchase } from './purchases.ts'

/** The customer's one-time code for a purchase. */
export interface PurchaseConfirmation {
  readonly merchantCode: string
  readonly userToken: string
  readonly transactionId: string
  readonly transactionReferenceNumber: string
  readonly otp: string
}

function awaitsCode(sandbox: Sandbox, transactionId: string) {
  return and(
    eq(linkedPurchases.transactionId, transactionId),
    eq(linkedPurchases.status, 'PROCESSING'),
    gt(linkedPurchases.codeExpiresAt, sandbox.clock.nowSeconds()),
    gt(linkedPurchases.codeTriesLeft, 0),
  )
}

/**
 * Compares and counts in one statement, so that concurrent guesses never get more than three
 * attempts. The correct code is not counted, so that concurrent equal confirmations do not use it
 * up.
 */
async function tryCode(
  sandbox: Sandbox,
  transactionId: string,
  otp: string,
): Promise<'right' | 'used_up' | { readonly triesLeft: number }> {
  const [tried] = await sandbox.database
    .update(linkedPurchases)
    .set({
      codeTriesLeft: sql`${linkedPurchases.codeTriesLeft} - (${linkedPurchases.code} <> ${otp})`,
    })
    .where(awaitsCode(sandbox, transactionId))
    .returning({ code: linkedPurchases.code, triesLeft: linkedPurchases.codeTriesLeft })
  if (tried === undefined) return 'used_up'
  if (tried.code === otp) return 'right'
  return tried.triesLeft === null || tried.triesLeft <= 0
    ? 'used_up'
    : { triesLeft: tried.triesLeft }
}

async function fail(sandbox: Sandbox, transactionId: string, reason: PaymentRefusal) {
  await sandbox.database
    .update(linkedPurchases)
    .set({ status: 'FAIL', failure: reason, updatedAt: sandbox.clock.nowSeconds() })
    .where(awaitsCode(sandbox, transactionId))
}

/** Moves the money of a confirmed purchase; a guard undoes it when something changed meanwhile. */
async function charge(sandbox: Sandbox, purchase: LinkedPurchase): Promise<void> {
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const order = purchase.isHoldingEnabled ? undefined : capturedOrder(sandbox, purchase)
  await runAtomically(database, [
    database
      .update(walletLinks)
      .set({ state: 'LINKED' })
      .where(and(eq(walletLinks.linkId, purchase.linkId), eq(walletLinks.state, 'LINKED'))),
    mustHaveChangedOne(database),
    database
      .update(linkedPurchases)
      .set({
        status: order === undefined ? 'HOLDING' : 'SUCCESS',
        orderId: order?.orderId ?? null,
        code: null,
        updatedAt: now,
      })
      .where(awaitsCode(sandbox, purchase.transactionId)),
    mustHaveChangedOne(database),
    mustBeActive(database, purchase.walletId),
    ...movePurchase(database, now, { purchase, step: order === undefined ? 'hold' : 'pay' }),
    ...(order === undefined ? [] : [order.statement]),
  ])
}

async function readPurchase(sandbox: Sandbox, use: PurchaseConfirmation): Promise<LinkedPurchase> {
  const link = await linkOfToken(sandbox, use.merchantCode, use.userToken)
  const purchase = await findPurchase(sandbox, use.transactionId)
  if (
    purchase?.linkId !== link.linkId ||
    purchase.transactionReferenceNumber !== use.transactionReferenceNumber
  ) {
    throw new RefusalError(
      4040001,
      'transaction_id: this linked wallet has no purchase with these two ids',
    )
  }
  return purchase
}

/**
 * Confirms a purchase with the customer's one-time code and moves its money. A purchase that no
 * longer waits answers with its result, so that a repeat after a lost answer does no harm. A
 * purchase whose code has expired or was tried too often has failed, and answers so.
 *
 * Assumes G-52.
 *
 * @throws RefusalError 4000001 for a wrong code while attempts remain, 4040001 for an invalid token
 *   or ids that belong to no purchase of the token
 * @see Specification 4.11
 */
export async function confirmPurchase(
  sandbox: Sandbox,
  use: PurchaseConfirmation,
): Promise<LinkedPurchase> {
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const purchase = await readPurchase(sandbox, use)
    if (purchase.status !== 'PROCESSING') return purchase
    const tried = await tryCode(sandbox, purchase.transactionId, use.otp)
    if (typeof tried === 'object') {
      throw new RefusalError(4000001, `otp: is wrong; tries left: ${tried.triesLeft}`)
    }
    if (tried === 'used_up') continue
    const wallet = await findWallet(sandbox.database, purchase.walletId)
    const refused = refuseWallet(wallet, purchase)
    if (refused === undefined) await charge(sandbox, purchase)
    else await fail(sandbox, purchase.transactionId, refused.reason)
  }
  return readPurchase(sandbox, use)
}
