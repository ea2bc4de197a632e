import { and, eq, sql } from 'drizzle-orm'
import { attempts, disputedPayments, orders, type JournalData } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, updateOne, type Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrderRows } from '../orders/order-view.ts'
import type { OrdersContext } from '../orders-context.ts'
import { transactionsNamedInstead } from '../payments/contradicted-payment.ts'
import type { AttemptRow } from './linked-attempt.ts'

/** Whether nothing but the verdict of an operator names the transaction of the order's payment. */
function isNamedByPerson({ order, disputedPayments: disputed }: OrderRows, attempt: AttemptRow) {
  const { reference, method, state, transactionId } = attempt
  return (
    method === 'linked-wallet' &&
    state === 'paid' &&
    order.confirmedBy === 'person' &&
    order.paidReference === reference &&
    order.paidTransactionId === transactionId &&
    // The service has named what was in question.
    disputed.every((payment) => payment.transactionId !== transactionId)
  )
}

/**
 * The row of the partner file of this day: the verdict before had none, because it named no wallet
 * transaction code.
 */
function rowOf(
  { id, amountVnd }: OrderRows['order'],
  { atMs, reference, source }: { atMs: number; reference: string; source: JournalData },
): readonly Transition[] {
  const { wallet_code, service_code, file, file_sha256, file_date, file_time } = source
  if (typeof wallet_code !== 'string' || typeof file !== 'string') return []
  const ofFile = { file, file_sha256, wallet_code, service_code, file_date, file_time }
  const known = Object.entries(ofFile).filter(([, value]) => value !== undefined)
  return [
    entryOnce({
      atMs,
      kind: 'transaction.known',
      orderId: id,
      dedupe: `transaction.known:1:${wallet_code}`,
      evidence: 'daily file of the service',
      data: { reference, amount_vnd: amountVnd, type: '1', ...Object.fromEntries(known) },
    }),
  ]
}

/**
 * Replaces the transaction under which a verdict has called a payment with a linked wallet paid by
 * the one that the service has named. The order stays paid, by the same money; the shop gets
 * `order.payment_corrected`.
 *
 * @returns whether it was corrected; `undefined` when the payment is not one to correct
 * @throws TypeError when the service has not named the transaction, or another order has it
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
  const { reference, transactionId: before } = attempt
  const { order } = rows
  if (before === null || before === transactionId || !isNamedByPerson(rows, attempt))
    return undefined
  const named = await transactionsNamedInstead(context, { orderId: order.id, reference })
  // What the service has named itself stays.
  if (named.size === 0 || named.has(before)) return undefined
  const source = named.get(transactionId)
  if (source === undefined) {
    const codes = [...named.keys()].join(', ')
    throw new TypeError(
      `The verdict's transactionId must be one that the service has named for it: ${codes}.`,
    )
  }
  const atMs = context.now()
  const data = { ...source, ...verdict, transaction_id_before: before }
  const isOthers = sql`(EXISTS (SELECT 1 FROM ${orders} WHERE paid_transaction_id = ${transactionId})
    OR EXISTS (SELECT 1 FROM ${disputedPayments} WHERE transaction_id = ${transactionId}))`
  const correction: Transition = {
    decide: update(orders, {
      set: { paidTransactionId: transactionId, version: sql`${orders.version} + 1` },
      where: and(
        eq(orders.id, order.id),
        eq(orders.paidReference, reference),
        eq(orders.paidTransactionId, before),
        eq(orders.confirmedBy, 'person'),
        sql`NOT ${isOthers}`,
      ),
    }),
    require: [
      updateOne(attempts, { key: attempts.reference, equals: reference, set: { transactionId } }),
    ],
    journal: {
      atMs,
      kind: 'payment.corrected',
      orderId: order.id,
      dedupe: `payment.corrected:${reference}:${transactionId}`,
      evidence: 'word of a person',
      data,
    },
    event: {
      atMs,
      orderId: order.id,
      type: 'order.payment_corrected',
      once: transactionId,
      data,
    },
  }
  const row = rowOf(order, { atMs, reference, source })
  const isRecorded: Transition[] = [correction, ...row]
  return (await transactAll(context, { transitions: isRecorded })).happened(correction)
}
