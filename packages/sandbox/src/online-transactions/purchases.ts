import { and, desc, eq, type SQL } from 'drizzle-orm'
import { linkedPurchases, type purchaseStatuses } from './tables.ts'
import type { PaymentRefusal } from '../payments/payment-request.ts'
import type { Sandbox } from '../sandbox.ts'

/** `transaction_status` of a purchase from a linked wallet. Assumes G-38. */
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** Why a purchase failed. */
export type PurchaseFailure = PaymentRefusal | 'released'

/** A purchase from a linked wallet. Instants are unix seconds, money is whole VND. */
export interface LinkedPurchase {
  /** Transaction id of the service. */
  readonly transactionId: string
  readonly merchantCode: string
  readonly linkId: string
  readonly walletId: string
  /** The merchant's own invoice. */
  readonly invoiceNo: string
  /** The merchant's own id of the purchase; refunds name it as their original. */
  readonly transactionReferenceNumber: string
  readonly storeCode: string
  readonly posCode: string | null
  readonly description: string
  readonly billVnd: number
  /** Wallet money in whole VND. */
  readonly vnd: number
  readonly points: number
  /** What one point is worth in this purchase. */
  readonly pointValueVnd: number
  /** Whether the money is held until confirmOrder. */
  readonly isHoldingEnabled: boolean
  /** State at the current time of the sandbox's clock. */
  readonly status: PurchaseStatus
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  /** Number in the reconciliation files. */
  readonly walletTransactionId: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly updatedAt: number
  /** Until when the one-time code is accepted, in unix seconds; null when no code was needed. */
  readonly codeExpiresAt: number | null
  /** Order under which it is refunded; null until the money is the merchant's. */
  readonly orderId: string | null
}

/** A row of the table of purchases. */
export type PurchaseRow = typeof linkedPurchases.$inferSelect

function codeFailure(row: PurchaseRow, now: number): PurchaseFailure | undefined {
  if (row.status !== 'PROCESSING') return undefined
  if ((row.codeTriesLeft ?? 0) <= 0) return 'otp_wrong'
  return (row.codeExpiresAt ?? 0) <= now ? 'otp_expired' : undefined
}

/** A row as a purchase: one whose code is used up or too old has failed. Assumes G-52. */
export function purchaseOf(sandbox: Sandbox, row: PurchaseRow): LinkedPurchase {
  const { code: _code, codeTriesLeft: _tries, ...fields } = row
  const failure = codeFailure(row, sandbox.clock.nowSeconds())
  return failure === undefined ? fields : { ...fields, status: 'FAIL', failure }
}

async function rowsWhere(
  sandbox: Sandbox,
  condition: SQL | undefined,
): Promise<readonly PurchaseRow[]> {
  return sandbox.database
    .select()
    .from(linkedPurchases)
    .where(condition)
    .orderBy(desc(linkedPurchases.createdAt), desc(linkedPurchases.transactionId))
    .limit(200)
}

/** Purchases from linked wallets, newest first, at most 200. */
export async function listPurchases(sandbox: Sandbox): Promise<readonly LinkedPurchase[]> {
  return (await rowsWhere(sandbox, undefined)).map((row) => purchaseOf(sandbox, row))
}

/** A purchase by the transaction id of the service. */
export async function findPurchase(
  sandbox: Sandbox,
  transactionId: string,
): Promise<LinkedPurchase | undefined> {
  const [row] = await rowsWhere(sandbox, eq(linkedPurchases.transactionId, transactionId))
  return row && purchaseOf(sandbox, row)
}

/** A merchant's purchase by one of its own ids. */
export async function findOwnPurchase(
  sandbox: Sandbox,
  merchantCode: string,
  id: { readonly invoiceNo: string } | { readonly transactionReferenceNumber: string },
): Promise<LinkedPurchase | undefined> {
  const isThis =
    'invoiceNo' in id
      ? eq(linkedPurchases.invoiceNo, id.invoiceNo)
      : eq(linkedPurchases.transactionReferenceNumber, id.transactionReferenceNumber)
  const condition = and(eq(linkedPurchases.merchantCode, merchantCode), isThis)
  const [row] = await rowsWhere(sandbox, condition)
  return row && purchaseOf(sandbox, row)
}

/** A one-time code that a customer has received for a purchase. */
export interface PurchaseCode {
  readonly purchase: LinkedPurchase
  readonly otp: string
  /** Until when it works, in unix seconds. */
  readonly expiresAt: number
}

/** One-time codes that still work, the newest first. They reach the customer only. */
export async function listPurchaseCodes(sandbox: Sandbox): Promise<readonly PurchaseCode[]> {
  const rows = await rowsWhere(sandbox, eq(linkedPurchases.status, 'PROCESSING'))
  return rows.flatMap((row) => {
    const purchase = purchaseOf(sandbox, row)
    const { code, codeExpiresAt } = row
    if (purchase.status !== 'PROCESSING' || code === null || codeExpiresAt === null) return []
    return [{ purchase, otp: code, expiresAt: codeExpiresAt }]
  })
}
