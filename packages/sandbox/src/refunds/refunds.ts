import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { refunds } from './tables.ts'
import type { Move } from '../ledger/ledger.ts'
import type { OrderRow } from '../orders/orders.ts'

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

/** The half of a refund that moves. */
export type RefundHalf = 'money' | 'points'

/** The moves of one half of a refund; the merchant pays for the points as it was paid for them. */
export function refundMoves(
  original: OrderRow,
  refund: { readonly refundTransactionId: string; readonly vnd: number; readonly points: number },
  half: RefundHalf,
): readonly Move[] {
  const wallet = `wallet:${original.walletId ?? ''}` as const
  const merchant = `merchant:${original.merchantCode}` as const
  const common = { kind: 'refund', reference: refund.refundTransactionId } as const
  if (half === 'money') {
    return [{ ...common, from: merchant, to: wallet, unit: 'VND', amount: refund.vnd }]
  }
  const pointsVnd = refund.points * original.pointValueVnd
  return [
    { ...common, from: 'operator', to: wallet, unit: 'POINT', amount: refund.points },
    { ...common, from: merchant, to: 'operator', unit: 'VND', amount: pointsVnd },
  ]
}
