import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { merchants } from '../merchants/tables.ts'
import { orders } from '../orders/tables.ts'
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
  /** Origin of the refund: a call of the API, or a person on the merchant site. */
  readonly origin: 'api' | 'site'
  readonly merchantUserId: string | null
  readonly merchantUserName: string | null
  /** Unix seconds. */
  readonly createdAt: number
  /** When the pending half is due, in unix seconds; null when nothing is pending. */
  readonly settlesAt: number | null
}

/** The half of a refund that moves. */
export type RefundHalf = 'money' | 'points'

/** A merchant's request for a refund. */
export interface NewRefund {
  /** The merchant's own id of the refund. */
  readonly orderReferenceId: string
  /**
   * The payment: by the merchant's own id over the API, by the order id of the service on the
   * merchant site.
   */
  readonly original: { readonly orderReferenceId: string } | { readonly orderId: string }
  /** Who asks for it. */
  readonly origin: Refund['origin']
  /** Money to return, in whole VND. */
  readonly vnd: number
  /** Points to return. */
  readonly points: number
  readonly description: string
  readonly merchantUserId: string | null
  readonly merchantUserName: string | null
  /** The half that comes later; both halves move at once when left out. */
  readonly pending: RefundHalf | undefined
  /** Whether the pending half is never settled automatically. */
  readonly isPendingForGood: boolean
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

/** What the wallet app tells a customer about a refund. @see Specification 3 */
export interface RefundNotice {
  readonly refundTransactionId: string
  readonly walletId: string
  readonly merchantName: string
  /** Order id of the payment. */
  readonly orderId: string
  /** Money returned so far, in whole VND. */
  readonly vnd: number
  /** Points returned so far. */
  readonly points: number
  /** The half that is still pending; null when everything was returned. */
  readonly pending: RefundHalf | null
  /** Unix seconds. */
  readonly createdAt: number
}

function pendingHalf(state: Refund['state']): RefundHalf | null {
  if (state === 'done') return null
  return state === 'money-pending' ? 'money' : 'points'
}

/** Notices to customers about refunds, newest first, at most 20. */
export async function listRefundNotices(database: Database): Promise<readonly RefundNotice[]> {
  const rows = await database
    .select({ refund: refunds, walletId: orders.walletId, merchantName: merchants.name })
    .from(refunds)
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .innerJoin(merchants, eq(merchants.code, refunds.merchantCode))
    .orderBy(desc(refunds.createdAt), desc(refunds.refundTransactionId))
    .limit(20)
  return rows.map(({ refund, walletId, merchantName }) => {
    const { refundTransactionId, orderId, vnd, points, state, createdAt } = refund
    const pending = pendingHalf(state)
    return {
      refundTransactionId,
      walletId: walletId ?? '',
      merchantName,
      orderId,
      vnd: pending === 'money' ? 0 : vnd,
      points: pending === 'points' ? 0 : points,
      pending,
      createdAt,
    }
  })
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
