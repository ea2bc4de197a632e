import { and, eq, sql } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { attempts, disputedPayments, orders } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { transact } from '../../database/transact.ts'
import { update, updateOne, type Transition } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrderView } from '../../orders/orders-api.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import { wasDecidedSo } from './decided-before.ts'
import type { VerdictOutcome } from '../../verdicts/verdicts-api.ts'
import { isPayment } from './disputed-payment.ts'
import { nextCallOf } from '../next-call.ts'
import type { DisputeVerdict } from '../payments-api.ts'
import {
  askAtMsOf,
  isAtRest,
  isEndedAsNeverMade,
  linkedAttemptOf,
  type Ground,
} from './never-made.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

const verdictRules: OptionRules<DisputeVerdict> = {
  transactionId: 'string!',
  reason: 'any',
  staffId: 'any',
}

/** What else changes when the payment counts again. */
type Paid = Pick<Ground, 'where' | 'require'>

/**
 * The payment with a linked wallet that was ended as never made counts as paid again, if it has not
 * changed since. Where its money may be held, the service is asked to capture it.
 */
function paidAgain(rows: OrderRows, payment: DisputedPayment, atMs: number): Paid | undefined {
  const attempt = linkedAttemptOf(rows, payment)
  if (attempt === undefined || attempt.state === 'paid') return { where: sql`TRUE`, require: [] }
  if (attempt.state !== 'refused') return undefined
  const { reference } = attempt
  const { transactionId } = payment
  const askAtMs = askAtMsOf(rows, attempt, atMs)
  return {
    where: sql`${isEndedAsNeverMade(payment)} AND ${isAtRest(attempt, atMs)}`,
    require: [
      updateOne(attempts, {
        key: attempts.reference,
        equals: reference,
        set: { state: 'paid', transactionId, ...nextCallOf({ askAtMs }, atMs) },
      }),
    ],
  }
}

/**
 * The released payment is a disputed one again. Not where its transaction was only named by a verdict
 * that has been corrected since: the same charge would count twice.
 */
function reopened(
  payment: DisputedPayment,
  verdict: DisputeVerdict,
  { atMs, version, paid }: { readonly atMs: number; readonly version: number; readonly paid: Paid },
): Transition {
  const { transactionId, orderId, reference, reason } = payment
  const data = {
    reason,
    transaction_id: transactionId,
    reference,
    reopened: true,
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
  return {
    decide: update(disputedPayments, {
      set: { state: 'open' },
      where: and(
        isPayment(payment),
        eq(disputedPayments.state, 'released'),
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND version = ${version}
          AND (state IN ${ordersIn.before('disputed')} OR state = 'disputed'))`,
        sql`NOT (${disputedPayments.foundBy} = 'person' AND EXISTS (SELECT 1 FROM ${attempts}
          WHERE reference = ${reference} AND transaction_id <> ${transactionId}))`,
        paid.where,
      ),
    }),
    require: [
      ...paid.require,
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: { state: 'disputed', version: sql`${orders.version} + 1` },
      }),
    ],
    journal: {
      atMs,
      kind: 'payment.reopened',
      orderId,
      dedupe: `payment.reopened:${orderId}:${transactionId}:${version}`,
      evidence: 'word of a person',
      data,
    },
    event: {
      atMs,
      orderId,
      type: 'order.disputed',
      once: `reopened:${transactionId}:${version}`,
      data,
    },
    alert: {
      kind: reason,
      subject: `${orderId}:${transactionId}`,
      atMs,
      data: { order_id: orderId, ...data },
    },
  }
}

/**
 * Takes back the release of a disputed payment, by the decision of an operator whom the journal
 * names: it was a payment of its own after all, or it was made after all. The order is disputed
 * again, and the payment is accepted, refunded or released as before. Nothing is accepted or
 * refunded by this. The same verdict of the same person for the same reason is answered like the
 * first one.
 *
 * @returns `not_unknown` when the payment is not released, when its transaction was only named by a
 *   verdict and the same charge has another one since, or when the order has changed meanwhile
 * @throws TypeError when a field of the verdict is out of its range
 *
 * @example
 * ```ts
 * import { reopenDispute, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function wasPaidTwice(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await reopenDispute(context, orderId, {
 *     transactionId: 'TX-2',
 *     reason: 'the file of the service names two payments',
 *     staffId: 'an',
 *   })
 *   return outcome.outcome === 'settled' ? outcome.order.state : outcome.outcome // "disputed"
 * }
 * ```
 */
export async function reopenDispute(
  context: OrdersContext,
  orderId: string,
  verdict: DisputeVerdict,
): Promise<VerdictOutcome<{ readonly order: OrderView }>> {
  checkContext('reopenDispute', context)
  checkArguments('reopenDispute', { verdict }, { orderId })
  checkOptions('reopenDispute', verdict, verdictRules)
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (rows === undefined || payment === undefined) return { outcome: 'not_found' }
  const decided = { verdict, state: 'open' } as const
  if (await wasDecidedSo(context, rows, decided)) {
    return { outcome: 'settled', order: orderView(rows) }
  }
  const { version } = rows.order
  const atMs = context.now()
  const paid = paidAgain(rows, payment, atMs)
  if (paid === undefined) return { outcome: 'not_unknown', order: orderView(rows) }
  const isReopened = await transact(context, reopened(payment, verdict, { atMs, version, paid }))
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const isSaid = isReopened || (await wasDecidedSo(context, after, decided))
  return { outcome: isSaid ? 'settled' : 'not_unknown', order: orderView(after) }
}
