import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { refunds } from '../database/schema.ts'

/** A refund of the service. Instants are unix seconds. */
export interface Refund {
  readonly refundTransactionId: string
  readonly merchantCode: string
  /** The merchant's own id of the refund. */
  readonly orderReferenceId: string
  /** Order id of the payment. */
  readonly orderId: string
  /** Money returned, in whole VND. */
  readonly vnd: number
  /** Points returned. */
  readonly points: number
  /** Whether a half is still to come. */
  readonly state: 'done' | 'points-pending' | 'money-pending'
  /** The refund in the wallet core. */
  readonly walletTransactionId: string
  /** Transaction that returned the points; null without points. */
  readonly loyaltyTransactionId: string | null
  readonly description: string
  readonly merchantUserId: string | null
  readonly merchantUserName: string | null
  readonly createdAt: number
  /** When the pending half is due; null when nothing is pending. */
  readonly settlesAt: number | null
}

/** Refunds, newest first, at most 200. */
export async function listRefunds(
  database: Database,
  search: { readonly orderId?: string | undefined } = {},
): Promise<readonly Refund[]> {
  return database
    .select()
    .from(refunds)
    .where(search.orderId === undefined ? undefined : eq(refunds.orderId, search.orderId))
    .orderBy(desc(refunds.createdAt), desc(refunds.refundTransactionId))
    .limit(200)
}

/** A refund by the merchant's own id. */
export async function findRefund(
  database: Database,
  merchantCode: string,
  orderReferenceId: string,
): Promise<Refund | undefined> {
  const [row] = await database
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.merchantCode, merchantCode), eq(refunds.orderReferenceId, orderReferenceId)),
    )
  return row
}
