import { and, eq, sql } from 'drizzle-orm'
import { alertUnlessRaised } from '../../alerts/alerts.ts'
import { attempts, journal, orders } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { transactAll } from '../../database/transact.ts'
import { update, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { Dispute } from './dispute.ts'
import { nextCallOf } from '../next-call.ts'
import { backFromNeverMade, confirmedByService } from './confirmed-dispute.ts'
import { arrivalKey, keepPayment, orderHasTransaction } from './disputed-payment.ts'

/**
 * Makes an order `disputed`, once per reason and transaction, with a journal line, an event for the
 * shop and an alert. A payment that was confirmed before stays unchanged, and the order is not
 * fulfilled again. The disputed payment is stored separately, to be accepted or refunded. A
 * transaction that already counts as the order's payment, or that the order has as a disputed
 * payment, is not disputed again: nothing would be left to decide. One that a verdict has ended as
 * never made is open again.
 *
 * @returns whether the condition of the dispute held
 */
export async function disputeOrder(context: OrdersContext, dispute: Dispute): Promise<boolean> {
  const { orderId, reference, transactionId, reason, evidence, where = sql`TRUE` } = dispute
  const atMs = context.now()
  const data = { reason, transaction_id: transactionId, reference, ...dispute.data }
  const isKnown = orderHasTransaction(dispute)
  const alert = {
    kind: reason,
    subject: `${orderId}:${transactionId}`,
    atMs,
    data: { order_id: orderId, ...data },
  }
  const disputed: Transition = {
    ...entryOnce(
      {
        atMs,
        kind: 'order.disputed',
        orderId,
        dedupe: `order.disputed:${orderId}:${reason}:${transactionId}`,
        evidence,
        data,
      },
      sql`NOT ${isKnown} AND ${where}`,
    ),
    alert,
    optional: {
      decide: update(orders, {
        set: { state: 'disputed', version: sql`${orders.version} + 1` },
        where: and(
          eq(orders.id, orderId),
          sql`(${orders.state} IN ${ordersIn.before('disputed')} OR ${orders.state} = 'disputed')`,
        ),
      }),
      event: {
        atMs,
        orderId,
        type: 'order.disputed',
        once: `${reason}:${transactionId}`,
        data,
      },
    },
  }
  const attemptPaid: Transition = {
    decide: update(attempts, {
      set: {
        state: 'paid',
        transactionId: sql`COALESCE(${attempts.transactionId}, ${transactionId})`,
        // The row of an earlier line in the partner file of its day must not change.
        walletNumber: sql`CASE WHEN EXISTS (SELECT 1 FROM ${journal}
            WHERE dedupe = ${arrivalKey(dispute)} AND at_ms < ${atMs}) THEN ${attempts.walletNumber}
          ELSE COALESCE(${attempts.walletNumber}, ${dispute.paid.walletNumber ?? null}) END`,
        nextPollAtMs: null,
        ...nextCallOf(dispute, atMs),
      },
      where: and(eq(attempts.reference, reference), eq(attempts.orderId, orderId), where),
    }),
  }
  const kept = keepPayment(dispute, dispute.paid, atMs)
  // A leaked secret or a changed price always raises an alert.
  const warned = reason === 'token_amount_mismatch' ? [alertUnlessRaised(alert, isKnown)] : []
  // The attempt last: the condition may be about its state.
  const known = confirmedByService(dispute, atMs)
  const back = backFromNeverMade(dispute, alert)
  const transitions = [...warned, known, disputed, back, kept, attemptPaid]
  return (await transactAll(context, { transitions })).happened(attemptPaid)
}
