import { and, eq, sql } from 'drizzle-orm'
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
import type { VerdictOutcome } from '../../verdicts/verdicts-api.ts'
import { isPayment } from './disputed-payment.ts'
import { checkArguments } from '@merchant-edge/signing/options'
import type { DisputeVerdict } from '../payments-api.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

/**
 * The released payment is a disputed one again. Not where its transaction was only named by a verdict
 * that has been corrected since: the same charge would count twice.
 */
function reopened(
  payment: DisputedPayment,
  verdict: DisputeVerdict,
  { atMs, version }: { readonly atMs: number; readonly version: number },
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
      ),
    }),
    require: [
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
 * names: it was a payment of its own after all. The order is disputed again, and the payment is
 * accepted, refunded or released as before. Nothing is accepted or refunded by this.
 *
 * @returns `not_unknown` when the payment is not released, when its transaction was only named by a
 *   verdict that has been corrected since, or when the order has changed meanwhile
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
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (rows === undefined || payment === undefined) return { outcome: 'not_found' }
  const { version } = rows.order
  const isReopened = await transact(
    context,
    reopened(payment, verdict, { atMs: context.now(), version }),
  )
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  return { outcome: isReopened ? 'settled' : 'not_unknown', order: orderView(after) }
}
