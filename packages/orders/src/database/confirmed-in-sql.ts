import { sql, type SQL } from 'drizzle-orm'
import { journal } from './schema.ts'

/**
 * SQL condition: besides a verdict, the service has named the payment with a linked wallet, by a row
 * of its file or by an answer.
 */
export function isPaymentConfirmed(orderId: SQL, reference: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} k WHERE k.order_id = ${orderId}
    AND k.kind IN ('transaction.known', 'payment.contradicted', 'payment.corrected', 'hold.known')
    AND json_extract(k.facts, '$.reference') = ${reference})`
}

/** SQL condition: besides a verdict, the service has named the refund, or a person its wallet code. */
export function isRefundConfirmed(orderId: SQL, refundId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} k WHERE k.order_id = ${orderId}
    AND k.kind IN ('transaction.known', 'refund.contradicted', 'refund.settled')
    AND json_extract(k.facts, '$.refund_id') = ${refundId}
    AND json_extract(k.facts, '$.wallet_code') IS NOT NULL)`
}

/** The key of the journal line that a file names a transfer which a verdict has called made. */
export const transferKnownKey = 'transfer.known:'

/** SQL condition: besides a verdict, the service has named the transfer. */
export function isTransferConfirmed(id: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${transferKnownKey} || ${id})
    OR EXISTS (SELECT 1 FROM ${journal} WHERE dedupe > 'transfer.contradicted:' || ${id} || ':'
      AND dedupe < 'transfer.contradicted:' || ${id} || ';'))`
}
