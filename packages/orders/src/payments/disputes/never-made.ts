import { and, sql, type SQL } from 'drizzle-orm'
import { isNeverMadeIn, isTakenByService } from '../../database/confirmed-in-sql.ts'
import {
  attempts,
  disputedPayments,
  journal,
  orders,
  refunds,
  type JournalData,
} from '../../database/schema.ts'
import { updateOne, type RequiredChange } from '../../database/transition.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import { nextCallOf } from '../next-call.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]
type Attempt = OrderRows['attempts'][number]

/** A payment that a verdict has called paid: a disputed one, or the one that counts. */
export type PaymentByVerdict = Pick<
  DisputedPayment,
  'orderId' | 'transactionId' | 'reference' | 'foundBy'
>

/** Why a payment may be released, and what changes with it. */
export interface Ground {
  readonly where: SQL
  readonly require: readonly RequiredChange[]
  readonly data: JournalData
}

/** The payment with a linked wallet that a verdict has made a disputed payment. */
export function linkedAttemptOf(
  rows: Pick<OrderRows, 'attempts'>,
  { foundBy, reference }: Pick<DisputedPayment, 'foundBy' | 'reference'>,
): Attempt | undefined {
  if (foundBy !== 'person') return undefined
  return rows.attempts.find(
    (attempt) => attempt.reference === reference && attempt.method === 'linked-wallet',
  )
}

/**
 * When the service is asked to capture or release the money, as the newer verdict says: at once
 * where the money may be held, and no answer has said what became of it.
 */
export function askAtMsOf(rows: OrderRows, attempt: Attempt, atMs: number): number | null {
  const has = (kind: string) =>
    rows.journal.some(({ dedupe }) => dedupe === `${kind}:${attempt.reference}`)
  const mayBeHeld = rows.order.holdsPayment || attempt.heldAtMs !== null || has('hold.contradicted')
  return mayBeHeld && !has('hold.known') ? atMs : null
}

/**
 * Condition: the attempt has not changed since it was read, and no call about its money waits for
 * an answer.
 */
export function isAtRest({ reference, state, calls }: Attempt, atMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempts}
    WHERE reference = ${reference} AND state = ${state} AND calls = ${calls}
      AND (next_call_at_ms IS NULL OR lease_until_ms <= ${atMs}))`
}

/** Condition: a signed callback, or another payment of the order, has the transaction. */
function isNamedElsewhere({ orderId, transactionId, reference }: PaymentByVerdict): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${journal} c WHERE c.order_id = ${orderId}
      AND c.kind = 'callback.received' AND json_extract(c.facts, '$.transaction_id') = ${transactionId})
    OR EXISTS (SELECT 1 FROM ${attempts} a WHERE a.order_id = ${orderId}
      AND a.reference <> ${reference} AND a.transaction_id = ${transactionId}))`
}

/**
 * Condition: the service has said that a refund of the payment was made, which a person has called not
 * returned. What was never made cannot be returned.
 */
function isReturnedByService({ orderId, transactionId }: PaymentByVerdict): SQL {
  return sql`EXISTS (SELECT 1 FROM ${journal} c JOIN ${refunds} r ON r.id = c.facts ->> '$.refund_id'
    WHERE c.order_id = ${orderId} AND c.kind = 'refund.contradicted' AND r.order_id = ${orderId}
      AND coalesce(r.transaction_id, (SELECT paid_transaction_id FROM ${orders}
        WHERE id = ${orderId})) = ${transactionId})`
}

/**
 * The transaction that the attempt keeps: one that the service itself has named, when it asked for
 * a code or held the money. The name of a verdict goes with the verdict.
 */
export function keptTransaction({
  orderId,
  reference,
}: Pick<Attempt, 'orderId' | 'reference'>): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${journal} n WHERE n.order_id = ${orderId}
      AND n.kind IN ('payment.otp_awaited', 'payment.held')
      AND json_extract(n.facts, '$.reference') = ${reference}
      AND json_extract(n.facts, '$.transaction_id') = ${attempts.transactionId})
    THEN ${attempts.transactionId} END`
}

/**
 * The payment was never made: only a verdict says that it was, and nothing of the service confirms
 * it. The payment with the linked wallet counts as not paid then. Where its money may be held, the
 * service is asked to release it.
 *
 * @returns `undefined` when no verdict has made this payment
 */
export function neverMade(
  rows: OrderRows,
  payment: PaymentByVerdict,
  atMs: number,
): Ground | undefined {
  const attempt = linkedAttemptOf(rows, payment)
  if (attempt?.state !== 'paid' || attempt.transactionId !== payment.transactionId) return undefined
  const { orderId, reference } = attempt
  const askAtMs = askAtMsOf(rows, attempt, atMs)
  return {
    where: sql`${and(
      isAtRest(attempt, atMs),
      sql`NOT ${isTakenByService(sql`${orderId}`, sql`${reference}`)}`,
      sql`NOT ${isNamedElsewhere(payment)}`,
      sql`NOT ${isReturnedByService(payment)}`,
    )}`,
    require: [
      updateOne(attempts, {
        key: attempts.reference,
        equals: reference,
        set: {
          state: 'refused',
          transactionId: keptTransaction(attempt),
          ...nextCallOf({ askAtMs }, atMs),
        },
      }),
    ],
    data: { never_made: true },
  }
}

/** SQL condition: the order has the payment, and a verdict has ended it as never made. */
export function isEndedAsNeverMade({
  orderId,
  transactionId,
}: Pick<DisputedPayment, 'orderId' | 'transactionId'>): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${disputedPayments} d WHERE d.order_id = ${orderId}
      AND d.transaction_id = ${transactionId} AND d.state = 'released')
    AND ${isNeverMadeIn(sql`${orderId}`, 'transaction_id', sql`${transactionId}`)})`
}
