import { and, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { topUps } from './tables.ts'
import { ledgerAccounts } from '../ledger/tables.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { openAccount } from '../ledger/ledger.ts'
import { ledgerAmount } from '../ledger/ledger-amount.ts'
import type { Sandbox } from '../sandbox.ts'

/** To whom a receipt goes. @see Specification 4.8 */
const receiptInfo = v.object({
  name: v.string(),
  address: v.string(),
  email: v.string(),
  tax_code: v.string(),
})

/** To whom a receipt goes. */
export interface ReceiptInfo extends v.InferOutput<typeof receiptInfo> {}

/**
 * Why the loyalty system did not take a top-up:
 *
 * - `points_insufficient`: the merchant has too few points,
 * - `campaign_unavailable`: the campaign is closed, or its points are used up,
 * - `value_over_limit`: the member would get more than allowed in a day,
 * - `transaction_invalid`: more than allowed in one transaction.
 */
const topUpFailures = [
  'points_insufficient',
  'campaign_unavailable',
  'value_over_limit',
  'transaction_invalid',
] as const

/** Why the loyalty system rejected a top-up. */
export type TopUpFailure = (typeof topUpFailures)[number]

/** A top-up of points, done or failed. */
export interface TopUp {
  readonly merchantCode: string
  /** txn_id of the REST form, invoice_no of the gateway form: one set of ids. Assumes G-40. */
  readonly txnId: string
  /** Wallet of the member. */
  readonly walletId: string
  readonly storeCode: string
  readonly posCode: string
  readonly points: number
  readonly status: 'SUCCESS' | 'ERROR'
  /** Null when it succeeded. */
  readonly failure: TopUpFailure | null
  /** The merchant's invoice id of the REST form; null in the gateway form. */
  readonly orderId: string | null
  /** Null when no receipt was requested. */
  readonly receipt: ReceiptInfo | null
  /** Whether the member was notified by SMS. */
  readonly sendsSms: boolean
  /** The loyalty transaction. */
  readonly transactionId: string
  /** Unix seconds. */
  readonly createdAt: number
}

const storedReceipt = v.nullable(receiptInfo)
const storedFailure = v.nullable(v.picklist(topUpFailures))

function topUpOf(row: typeof topUps.$inferSelect): TopUp {
  return {
    ...row,
    failure: v.parse(storedFailure, row.failure),
    receipt: v.parse(storedReceipt, row.receipt),
  }
}

/** Top-ups of a merchant, or of all of them, newest first, at most 200. */
export async function listTopUps(
  database: Database,
  merchantCode?: string,
): Promise<readonly TopUp[]> {
  const rows = await database
    .select()
    .from(topUps)
    .where(merchantCode === undefined ? undefined : eq(topUps.merchantCode, merchantCode))
    .orderBy(desc(topUps.createdAt), desc(topUps.transactionId))
    .limit(200)
  return rows.map(topUpOf)
}

/** A top-up by the merchant's own id. */
export async function findTopUp(
  database: Database,
  merchantCode: string,
  txnId: string,
): Promise<TopUp | undefined> {
  const [row] = await database
    .select()
    .from(topUps)
    .where(and(eq(topUps.merchantCode, merchantCode), eq(topUps.txnId, txnId)))
  return row && topUpOf(row)
}

/** A new balance of the points that a merchant may give away. */
export const merchantPointsChange = v.strictObject({
  /** Whole, 0 or more; the difference comes from or goes to the operator. */
  points: ledgerAmount,
})

/** Points that a merchant has left to give away. */
export interface MerchantPoints {
  readonly merchantCode: string
  readonly points: number
}

/** Points that a merchant has left to give away; 0 when it never had any. */
export async function merchantPoints(
  database: Database,
  merchantCode: string,
): Promise<MerchantPoints> {
  const [row] = await database
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `merchant-points:${merchantCode}:POINT`))
  return { merchantCode, points: row?.balance ?? 0 }
}

/** Sets the number of points that a merchant can still give away. */
export async function setMerchantPoints(
  sandbox: Sandbox,
  { merchantCode, points }: MerchantPoints,
): Promise<MerchantPoints> {
  const { database, clock } = sandbox
  const owner = `merchant-points:${merchantCode}` as const
  for (let attempt = 0; attempt < 5; attempt++) {
    const { points: balance } = await merchantPoints(database, merchantCode)
    const broken = await runAtomically(database, [
      openAccount(database, owner, 'POINT'),
      ...adjustBalance(database, clock.nowSeconds(), {
        owner,
        unit: 'POINT',
        reference: merchantCode,
        balance,
        wanted: points,
      }),
    ])
    if (broken === undefined) return { merchantCode, points }
  }
  throw new Error(`The points of ${merchantCode} kept changing while they were being set.`)
}
