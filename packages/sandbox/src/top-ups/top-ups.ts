import { and, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { topUps } from '../database/schema.ts'

/** To whom a receipt goes. @see Specification 4.8 */
export const receiptInfo = v.object({
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
 * - `points_insufficient`: the merchant's own points do not reach,
 * - `campaign_unavailable`: the campaign is closed, or has given away all it may,
 * - `value_over_limit`: the member would get more than allowed in a day,
 * - `transaction_invalid`: more than allowed in one transaction.
 */
export const topUpFailures = [
  'points_insufficient',
  'campaign_unavailable',
  'value_over_limit',
  'transaction_invalid',
] as const

/** Why the loyalty system did not take a top-up. */
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
  /** Null when no receipt was asked for. */
  readonly receipt: ReceiptInfo | null
  /** Whether the member was told by SMS. */
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

/** Top-ups, newest first, at most 200. */
export async function listTopUps(database: Database): Promise<readonly TopUp[]> {
  const rows = await database
    .select()
    .from(topUps)
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
