import { sql, type SQL } from 'drizzle-orm'
import { journal } from './schema.ts'

/**
 * SQL condition: besides a verdict, the service has named the payment with a linked wallet, by a row
 * of its file or by an answer.
 */
export function isPaymentConfirmed(orderId: SQL, reference: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} k WHERE k.order_id = ${orderId}
    AND k.kind IN ('transaction.known', 'payment.contradicted', 'payment.corrected', 'payment.known',
      'hold.known')
    AND json_extract(k.facts, '$.reference') = ${reference})`
}

/**
 * SQL condition: besides a verdict, the service has said that the money of a payment with a linked
 * wallet was taken, by a row of its file or by an answer. That it named or held the payment says
 * nothing about that, nor an answer after which the capture has failed.
 */
export function isTakenByService(orderId: SQL, reference: SQL): SQL {
  const knownAs = (status: string) => sql`EXISTS (SELECT 1 FROM ${journal}
    WHERE dedupe = 'hold.known:' || ${reference} AND json_extract(facts, '$.says') = ${status})`
  return sql`(${knownAs('SUCCESS')} OR EXISTS (SELECT 1 FROM ${journal} k WHERE k.order_id = ${orderId}
    AND k.kind IN ('transaction.known', 'payment.contradicted', 'payment.known', 'payment.reopened')
    AND k.known <> 'word of a person'
    AND json_extract(k.facts, '$.reference') = ${reference}
    AND (k.known = 'daily file of the service' OR NOT ${knownAs('FAIL')})))`
}

/**
 * SQL condition: the newest release of the disputed payment, by its transaction or by the reference
 * of its attempt, says that it was never made.
 */
export function isNeverMadeIn(orderId: SQL, fact: 'reference' | 'transaction_id', value: SQL): SQL {
  return sql`1 = (SELECT json_extract(n.facts, '$.never_made') FROM ${journal} n
    WHERE n.order_id = ${orderId} AND n.kind = 'payment.released'
      AND json_extract(n.facts, ${sql.raw(`'$.${fact}'`)}) = ${value} ORDER BY n.seq DESC LIMIT 1)`
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
