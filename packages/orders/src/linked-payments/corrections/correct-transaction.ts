import { and, eq, sql, type SQL } from 'drizzle-orm'
import { attempts, journal, orders, type JournalData } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { update, updateOne, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import type { OrdersContext } from '../../orders-context.ts'
import {
  isNamedByService,
  paymentNamedByPerson,
  transactionsNamedInstead,
} from '../../payments/contradicted-payment.ts'
import { orderHasTransaction } from '../../payments/disputes/disputed-payment.ts'
import { isAttemptAsRead, settlePayment } from '../../payments/settle-payment.ts'
import { partsOfPrice } from '../../rules/point-value.ts'
import {
  belongsToNoOrder,
  correctionOf,
  isStillUnconfirmed,
  keyOfCorrection,
  type Correction,
} from './correction.ts'
import { correctedDispute } from './correct-disputed-payment.ts'
import type { AttemptRow } from '../linked-attempt.ts'

/**
 * The line for the partner file of this day: the earlier verdict has no row there, because it named
 * no wallet transaction code.
 *
 * @param when a condition; a correction that is not made must not leave a row of another payment
 */
function rowOf(
  { id, amountVnd }: OrderRows['order'],
  { atMs, reference, source }: Pick<Correction, 'atMs' | 'reference' | 'source'>,
  when?: SQL,
): readonly [] | readonly [Transition] {
  const { wallet_code, service_code, file, file_sha256, file_date, file_time } = source
  if (typeof wallet_code !== 'string' || typeof file !== 'string') return []
  const ofFile = { file, file_sha256, wallet_code, service_code, file_date, file_time }
  const known = Object.entries(ofFile).filter(([, value]) => value !== undefined)
  return [
    entryOnce(
      {
        atMs,
        kind: 'transaction.known',
        orderId: id,
        dedupe: `transaction.known:1:${wallet_code}`,
        evidence: 'daily file of the service',
        data: { reference, amount_vnd: amountVnd, type: '1', ...Object.fromEntries(known) },
      },
      when,
    ),
  ]
}

/** The correction of the payment that counts as the order's. */
function correctedOrder(correction: Correction): Transition {
  const { orderId, reference, before, transactionId } = correction
  return {
    decide: update(orders, {
      set: { paidTransactionId: transactionId, version: sql`${orders.version} + 1` },
      where: and(
        eq(orders.id, orderId),
        eq(orders.paidReference, reference),
        eq(orders.paidTransactionId, before),
        eq(orders.confirmedBy, 'person'),
        isStillUnconfirmed(correction),
        belongsToNoOrder(transactionId),
      ),
    }),
    require: [
      updateOne(attempts, { key: attempts.reference, equals: reference, set: { transactionId } }),
    ],
    ...correctionOf(correction),
  }
}

/**
 * After the wrong transaction was released to another order, this order no longer counted the
 * payment. Now it counts again, like a payment that has just arrived.
 */
async function payAfterRelease(
  context: OrdersContext,
  { order }: OrderRows,
  { attempt, correction }: { readonly attempt: AttemptRow; readonly correction: Correction },
): Promise<boolean> {
  const { reference, before, transactionId, data } = correction
  const settlement = await settlePayment(context, {
    orderId: order.id,
    reference,
    serviceOrderId: null,
    transactionId,
    status: partsOfPrice(order.amountVnd, attempt.points),
    foundBy: 'person',
    evidence: 'word of a person',
    where: sql`${isAttemptAsRead(attempt)} AND ${belongsToNoOrder(transactionId)}`,
    data,
  })
  // Also where an earlier correction stopped between the two steps.
  const named: Transition = {
    decide: update(attempts, {
      set: { transactionId },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.transactionId, before),
        orderHasTransaction({ orderId: order.id, transactionId }),
      ),
    }),
  }
  // When the payment counts, its own journal line makes the row.
  const row = settlement === 'paid' || settlement === 'already_paid' ? [] : rowOf(order, correction)
  const naming: Transition = { ...named, ...(row[0] !== undefined && { optional: row[0] }) }
  return (await transactAll(context, { transitions: [naming] })).happened(naming)
}

/**
 * Replaces the transaction under which a verdict has recorded a payment with a linked wallet as paid by
 * the one that the service has named. The payment stays what it is, by the same money: that
 * of its order, or a disputed one with its refunds; the shop gets `order.payment_corrected`. Where
 * the wrong transaction was released to another order, the payment counts from now on.
 *
 * @returns whether it was corrected; `undefined` when the payment is not one to correct
 * @throws TypeError when the service has not named the transaction
 */
export async function correctTransaction(
  context: OrdersContext,
  rows: OrderRows,
  {
    attempt,
    transactionId,
    data: verdict,
  }: {
    readonly attempt: AttemptRow
    readonly transactionId: string
    readonly data: JournalData
  },
): Promise<boolean | undefined> {
  const { reference } = attempt
  const { order } = rows
  const payment = paymentNamedByPerson(rows, attempt)
  if (payment === undefined || payment.transactionId === transactionId) return undefined
  const { disputed, transactionId: before } = payment
  const named = await transactionsNamedInstead(context, { orderId: order.id, reference })
  // A transaction that the service itself has named is not replaced.
  if (named.size === 0 || named.has(before)) return undefined
  if (await isNamedByService(context, { orderId: order.id, reference }, before)) return undefined
  const source = named.get(transactionId)
  if (source === undefined) {
    const codes = [...named.keys()].join(', ')
    throw new TypeError(
      `The verdict's transactionId must be one that the service has named for it: ${codes}.`,
    )
  }
  const correction: Correction = {
    atMs: context.now(),
    orderId: order.id,
    reference,
    before,
    transactionId,
    source,
    data: { ...source, ...verdict, transaction_id_before: before },
  }
  if (disputed?.state === 'released') {
    return payAfterRelease(context, rows, { attempt, correction })
  }
  const corrected =
    disputed === undefined
      ? correctedOrder(correction)
      : correctedDispute(rows, { disputed, correction })
  const isCorrected = sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${keyOfCorrection(correction)})`
  const transitions = [corrected, ...rowOf(order, correction, isCorrected)]
  return (await transactAll(context, { transitions })).happened(corrected)
}
