import type { UnmatchedTransaction } from '@merchant-edge/reconcile'
import { sql } from 'drizzle-orm'
import { groupRows } from '../../database/drivers/group-rows.ts'
import { openDatabase } from '../../database/open-database.ts'
import {
  attempts,
  disputedPayments,
  journal,
  orders,
  refunds,
  transfers,
} from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'

/** One of our payments that a refund row names, with its known refunds. */
export interface NamedPayment {
  readonly named: string
  readonly orderId: string
  /** Null for the payment that counts as the order's. */
  readonly transactionId: string | null
  /** The transaction that counts as the order's; null for a disputed payment. */
  readonly countedTransactionId: string | null
  readonly leftVnd: number
  readonly leftPoints: number
  /** Whether the payment is in a state that allows refunds. */
  readonly isRefundable: number
}

/** A refund of an order that a row could describe. */
export interface KnownRefund {
  readonly orderId: string
  readonly id: string
  readonly vnd: number
  readonly points: number
  readonly origin: 'shop' | 'elsewhere'
  /**
   * Whether a row of the file about this refund would have matched our row, or is already known to
   * belong to it.
   */
  readonly isNamed: number
  /** Wallet transaction codes under which it is known, as a JSON list. */
  readonly codes: string
}

/**
 * Invoice codes of our payments, refunds and transfers: a row with one of these codes is never
 * foreign.
 */
export async function ourCodes(
  context: DailyFilesContext,
  found: readonly UnmatchedTransaction[],
): Promise<ReadonlySet<string>> {
  const codes = JSON.stringify(found.map(({ type, invoiceCode }) => [type, invoiceCode]))
  const rows = await openDatabase(context).all<{ code: string }>(sql`
    SELECT (value ->> 0) || (value ->> 1) AS code FROM json_each(${codes})
    WHERE ((value ->> 0) = '1' AND EXISTS (SELECT 1 FROM ${attempts} WHERE reference = (value ->> 1)))
      OR ((value ->> 0) = '-1' AND EXISTS (SELECT 1 FROM ${refunds} WHERE id = (value ->> 1)))
      OR EXISTS (SELECT 1 FROM ${transfers} WHERE reference = (value ->> 1))`)
  return new Set(rows.map(({ code }) => code))
}

/**
 * Our payments that rows name: the payment that counts as its order's, or an open disputed payment.
 */
export async function namedPayments(
  context: DailyFilesContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedPayment>> {
  const list = JSON.stringify([...new Set(names)])
  const rows = await openDatabase(context).all<NamedPayment>(sql`
    SELECT value AS named, o.id AS orderId, NULL AS transactionId,
        o.paid_transaction_id AS countedTransactionId,
        o.paid_vnd - o.refunded_vnd AS leftVnd, o.paid_points - o.refunded_points AS leftPoints,
        o.state IN ${ordersIn.refundable} AS isRefundable
      FROM json_each(${list}) JOIN ${attempts} a ON a.reference = value
      JOIN ${orders} o ON o.id = a.order_id AND o.paid_reference = a.reference
    UNION ALL
    SELECT value, o.id, NULL, value, o.paid_vnd - o.refunded_vnd, o.paid_points - o.refunded_points,
        o.state IN ${ordersIn.refundable}
      FROM json_each(${list}) JOIN ${orders} o ON o.paid_transaction_id = value
    UNION ALL
    SELECT value, d.order_id, d.transaction_id, NULL, d.paid_vnd - d.refunded_vnd,
        d.paid_points - d.refunded_points, d.state = 'open'
      FROM json_each(${list}) JOIN ${disputedPayments} d
        ON d.transaction_id = value OR d.reference = value
      WHERE d.state IN ('open', 'returned')`)
  const payments = new Map<string, NamedPayment>()
  for (const row of rows) if (!payments.has(row.named)) payments.set(row.named, row)
  return payments
}

/** The refunds of some orders, by order id. */
export async function refundsOf(
  context: DailyFilesContext,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownRefund[]>> {
  const rows = await openDatabase(context).all<KnownRefund>(sql`
    SELECT *, state = 'refused' OR codes <> '[]' AS isNamed FROM (
      SELECT r.order_id AS orderId, r.id, r.vnd, r.points, r.origin, r.state,
        (SELECT json_group_array(j.facts ->> '$.wallet_code') FROM ${journal} j
          WHERE j.order_id = r.order_id AND j.kind IN ('refund.settled', 'transaction.known')
            AND j.facts ->> '$.refund_id' = r.id
            AND j.facts ->> '$.wallet_code' IS NOT NULL) AS codes
      FROM ${refunds} r
      WHERE r.order_id IN (SELECT value FROM json_each(${JSON.stringify(orderIds)})))`)
  return groupRows(rows, ({ orderId }) => orderId)
}
