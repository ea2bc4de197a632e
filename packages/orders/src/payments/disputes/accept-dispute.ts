import { and, eq, sql } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { disputedPayments, orders } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import { update, type Transition } from '../../database/transition.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { OrderView } from '../../orders/orders-api.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import { checkVerdict } from '../../verdicts/check-verdict.ts'
import { wasDecidedSo } from './decided-before.ts'
import type { VerdictOutcome } from '../../verdicts/verdicts-api.ts'
import { fileTimeOf, isPayment } from './disputed-payment.ts'
import type { AcceptVerdict, DisputeVerdict } from '../payments-api.ts'
import { acceptedInstead, paidBy } from './accept-instead.ts'
import { releaseSuperfluousHold } from '../release-superfluous-hold.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

const verdictRules: OptionRules<AcceptVerdict> = {
  transactionId: 'string!',
  insteadOf: 'string',
  reason: 'any',
  staffId: 'any',
}

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
    require: paidBy(payment, atMs),
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
 * With `insteadOf`, it takes the place of the payment that counts, which was never made: only the
 * verdict of a person has called a payment with a linked wallet paid, nothing of the service
 * confirms it, and nothing of the order is refunded. If the service names that one later, it is a
 * disputed payment.
 *
 * The same verdict of the same person for the same reason is answered like the first one.
 *
 * @returns `not_unknown` when the order is not disputed, already has a payment, or when the payment
 *   is already accepted or being refunded; with `insteadOf`, when not a person alone has said that
 *   the payment that counts was made
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
  verdict: AcceptVerdict,
): Promise<VerdictOutcome<{ readonly order: OrderView }>> {
  checkContext('acceptDispute', context)
  checkArguments('acceptDispute', { verdict }, { orderId })
  checkOptions('acceptDispute', verdict, verdictRules)
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const payment = rows?.disputedPayments.find(
    ({ transactionId }) => transactionId === verdict.transactionId,
  )
  if (rows === undefined || payment === undefined) return { outcome: 'not_found' }
  const atMs = context.now()
  const { reference } = payment
  const said = { transaction_id_before: verdict.insteadOf }
  const decided = { verdict, state: 'accepted', said } as const
  if (await wasDecidedSo(context, rows, decided)) {
    return { outcome: 'settled', order: orderView(rows) }
  }
  const [acceptance, ...ended] =
    verdict.insteadOf === undefined
      ? [accepted(payment, verdict, atMs)]
      : (acceptedInstead(rows, payment, { verdict, atMs }) ?? [])
  if (acceptance === undefined) return { outcome: 'not_unknown', order: orderView(rows) }
  const hold = releaseSuperfluousHold({ orderId, reference, atMs })
  const done = await transactAll(context, { transitions: [acceptance, ...ended, hold] })
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  const isSaid = done.happened(acceptance) || (await wasDecidedSo(context, after, decided))
  return { outcome: isSaid ? 'settled' : 'not_unknown', order: orderView(after) }
}
