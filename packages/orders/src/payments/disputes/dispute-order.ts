import { and, eq, sql } from 'drizzle-orm'
import { alertUnlessRaised } from '../../alerts/alerts.ts'
import type { AlertToRaise } from '../../database/alert-to-raise.ts'
import { readValues } from '../../database/read-values.ts'
import { attempts, disputedPayments, orders } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { transactAll } from '../../database/transact.ts'
import { update, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { Dispute } from './dispute.ts'
import { disputedBelongsTo, referenceOfMisnamed } from './misnamed-payment.ts'
import { nextCallOf } from '../next-call.ts'
import {
  backFromNeverMade,
  confirmedByService,
  isByVerdictUntilNow,
} from './confirmed-by-service.ts'
import { keepPayment, keyAfter, orderHasTransaction, timesRenamed } from './disputed-payment.ts'
import { isEndedAsNeverMade } from './never-made.ts'

/** What the order knows of the payment by a verdict. */
interface ByVerdict {
  /** A verdict has ended it as never made. */
  readonly isNeverMade: boolean
  /** Only a verdict has named it until now. */
  readonly isOnlySaid: boolean
  /** Our reference of the payment with a linked wallet for which a verdict has named it. */
  readonly misnamed: string | undefined
  /** {@link timesRenamed} */
  readonly renamed: number
}

async function readByVerdict(context: OrdersContext, dispute: Dispute): Promise<ByVerdict> {
  const [isNeverMade, isOnlySaid, misnamed, renamed] = await readValues(context, [
    isEndedAsNeverMade(dispute),
    isByVerdictUntilNow(dispute),
    referenceOfMisnamed(dispute),
    timesRenamed(dispute),
  ])
  return {
    isNeverMade: Boolean(isNeverMade),
    isOnlySaid: Boolean(isOnlySaid),
    misnamed: typeof misnamed === 'string' ? misnamed : undefined,
    renamed: Number(renamed),
  }
}

/** The order becomes disputed, with a journal line, an event and an alert. */
function orderDisputed(dispute: Dispute, alert: AlertToRaise, renamed: number): Transition {
  const { orderId, transactionId, reason, evidence, where = sql`TRUE` } = dispute
  const { atMs } = alert
  const { order_id: _, ...data } = alert.data
  return {
    ...entryOnce(
      {
        atMs,
        kind: 'order.disputed',
        orderId,
        dedupe: keyAfter(renamed, `order.disputed:${orderId}:${reason}:${transactionId}`),
        evidence,
        data,
      },
      sql`NOT ${orderHasTransaction(dispute)} AND ${timesRenamed(dispute)} = ${renamed} AND ${where}`,
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
        once: keyAfter(renamed, `${reason}:${transactionId}`),
        data,
      },
    },
  }
}

/**
 * The attempt is paid by the disputed payment. It comes last, because the condition of the dispute
 * may be about its state; not before what a verdict has said of the payment is dealt with.
 */
function attemptPaidBy(dispute: Dispute, atMs: number): Transition {
  const { orderId, reference, transactionId, paid, where } = dispute
  return {
    decide: update(attempts, {
      set: {
        state: 'paid',
        transactionId: sql`COALESCE(${attempts.transactionId}, ${transactionId})`,
        // The row of an earlier line in the partner file of its day must not change.
        walletNumber: sql`CASE WHEN EXISTS (SELECT 1 FROM ${disputedPayments} k
            WHERE k.transaction_id = ${transactionId} AND k.order_id = ${orderId}
              AND k.created_at_ms < ${atMs}) THEN ${attempts.walletNumber}
          ELSE COALESCE(${attempts.walletNumber}, ${paid.walletNumber ?? null}) END`,
        nextPollAtMs: null,
        ...nextCallOf(dispute, atMs),
      },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.orderId, orderId),
        sql`NOT ${isEndedAsNeverMade(dispute)} AND NOT ${isByVerdictUntilNow(dispute)}
          AND ${referenceOfMisnamed(dispute)} IS NULL AND ${timesRenamed(dispute)} = 0`,
        where,
      ),
    }),
  }
}

/** Times that a verdict may come between reading and writing. */
const maxRaces = 4

/**
 * Makes an order `disputed`, once per reason and transaction, with a journal line, an event for the
 * shop and an alert. A payment that was confirmed before stays unchanged, and the order is not
 * fulfilled again. The disputed payment is stored separately, to be accepted or refunded. A
 * transaction that already counts as the order's payment, or that the order has as a disputed
 * payment, is not disputed again: nothing would be left to decide. One that a verdict has ended as
 * never made is open again, and one that only a verdict has named is known by the service now.
 * One that a verdict has named for a payment with a linked wallet becomes that of the payment for
 * which the service names it, and is disputed like any other when that verdict was corrected before.
 *
 * @returns whether the condition of the dispute held
 */
export async function disputeOrder(context: OrdersContext, dispute: Dispute): Promise<boolean> {
  const { orderId, reference, transactionId, reason } = dispute
  // It is rare that a verdict has named the payment before: it is read only when nothing happened.
  let before: ByVerdict = {
    isNeverMade: false,
    isOnlySaid: false,
    misnamed: undefined,
    renamed: 0,
  }
  for (let race = 0; race < maxRaces; race += 1) {
    const atMs = context.now()
    const alert = {
      kind: reason,
      subject: `${orderId}:${transactionId}`,
      atMs,
      data: {
        order_id: orderId,
        reason,
        transaction_id: transactionId,
        reference,
        ...dispute.data,
      },
    }
    const isLeaked = reason === 'token_amount_mismatch'
    const attemptPaid = attemptPaidBy(dispute, atMs)
    const transitions = [
      // A leaked secret or a changed price always raises an alert.
      ...(isLeaked ? [alertUnlessRaised(alert, orderHasTransaction(dispute))] : []),
      orderDisputed(dispute, alert, before.renamed),
      ...(before.isNeverMade ? [backFromNeverMade(dispute, alert)] : []),
      ...(before.isOnlySaid ? [confirmedByService(dispute, atMs)] : []),
      ...(before.misnamed === undefined
        ? []
        : [disputedBelongsTo(dispute, { before: before.misnamed, atMs })]),
      keepPayment(dispute, dispute.paid, { atMs, renamed: before.renamed }),
      attemptPaid,
    ]
    if ((await transactAll(context, { transitions })).happened(attemptPaid)) return true
    const after = await readByVerdict(context, dispute)
    const isSame =
      after.isNeverMade === before.isNeverMade &&
      after.isOnlySaid === before.isOnlySaid &&
      after.misnamed === before.misnamed &&
      after.renamed === before.renamed
    if (isSame) return false
    before = after
  }
  throw new Error(`Verdicts on the order ${orderId} kept changing while it was disputed.`)
}
