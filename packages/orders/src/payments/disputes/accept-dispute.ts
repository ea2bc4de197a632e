import { and, eq, sql } from 'drizzle-orm'
import { checkContext } from '../../check-context.ts'
import { disputedPayments, orders } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { update, updateOne, type Transition } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrderView } from '../../orders/orders-api.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import type { VerdictOutcome } from '../../verdicts/verdicts-api.ts'
import { checkArguments } from '@merchant-edge/signing/options'
import { fileTimeOf, isPayment, stateAfterDispute } from './disputed-payment.ts'
import type { DisputeVerdict } from '../payments-api.ts'
import { releaseSuperfluousHold } from '../release-superfluous-hold.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

/**
 * The payment becomes the payment of its order. It cannot be accepted while a refund of it is under
 * way or made.
 */
function accepted(payment: DisputedPayment, verdict: DisputeVerdict, atMs: number): Transition {
  const { transactionId, orderId, reference, serviceOrderId, paidVnd, paidPoints } = payment
  const data = {
    transaction_id: transactionId,
    service_order_id: serviceOrderId,
    reference,
    order_amount: paidVnd + paidPoints * pointValueVnd,
    vnd_amount: paidVnd,
    point_amount: paidPoints,
    dispute: payment.reason,
    found_by: 'person',
    ...(payment.hasRow ? { has_row: true } : fileTimeOf(payment)),
    staff_id: verdict.staffId,
    verdict_reason: verdict.reason,
  }
  return {
    decide: update(disputedPayments, {
      set: { state: 'accepted', hasRow: true },
      where: and(
        isPayment(payment),
        eq(disputedPayments.state, 'open'),
        eq(disputedPayments.hasRow, payment.hasRow),
        eq(disputedPayments.refundedVnd, 0),
        eq(disputedPayments.refundedPoints, 0),
        sql`EXISTS (SELECT 1 FROM ${orders}
          WHERE id = ${orderId} AND state = 'disputed' AND paid_transaction_id IS NULL)`,
      ),
    }),
    require: [
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: {
          version: sql`${orders.version} + 1`,
          paidReference: reference,
          paidTransactionId: transactionId,
          paidServiceOrderId: serviceOrderId,
          paidVnd,
          paidPoints,
          confirmedAtMs: atMs,
          confirmedBy: 'person',
        },
      }),
      updateOne(orders, { key: orders.id, equals: orderId, set: { state: stateAfterDispute } }),
    ],
    journal: {
      atMs,
      kind: 'payment.confirmed',
      orderId,
      dedupe: `payment.confirmed:${orderId}`,
      evidence: 'word of a person',
      data,
    },
    event: { atMs, orderId, type: 'order.paid', once: '', data },
  }
}

/**
 * Accepts a disputed payment as the payment of its order, by the decision of an operator whom the
 * journal names. An order with a different paid amount becomes paid with that amount. An order that
 * already has a payment accepts no second one, which must be refunded. A transaction that has paid
 * another order then counts for both orders: the operator has confirmed that money arrived for
 * each.
 *
 * @returns `not_unknown` when the order is not disputed, already has a payment, or when the payment
 *   is already accepted or being refunded
 * @throws TypeError when a field of the verdict is out of its range
 *
 * @example
 * ```ts
 * import { acceptDispute, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function takeIt(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await acceptDispute(context, orderId, {
 *     transactionId: 'TX-1',
 *     reason: 'the customer pays the rest in the shop',
 *     staffId: 'an',
 *   })
 *   return outcome.outcome === 'settled' ? outcome.order.state : outcome.outcome // "paid"
 * }
 * ```
 */
export async function acceptDispute(
  context: OrdersContext,
  orderId: string,
  verdict: DisputeVerdict,
): Promise<VerdictOutcome<{ readonly order: OrderView }>> {
  checkContext('acceptDispute', context)
  checkArguments('acceptDispute', { verdict }, { orderId })
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (payment === undefined) return { outcome: 'not_found' }
  const atMs = context.now()
  const { reference } = payment
  const acceptance = accepted(payment, verdict, atMs)
  const hold = releaseSuperfluousHold({ orderId, reference, atMs })
  const done = await transactAll(context, { transitions: [acceptance, hold] })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const outcome = done.happened(acceptance) ? 'settled' : 'not_unknown'
  return { outcome, order: orderView(after) }
}
