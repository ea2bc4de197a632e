import { and, eq, sql, type SQL } from 'drizzle-orm'
import { disputedPayments, orders, refunds } from '../../database/schema.ts'
import {
  insertOne,
  update,
  updateOne,
  type RequiredChange,
  type Transition,
} from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import type { AcceptVerdict } from '../payments-api.ts'
import { isPayment, stateAfterDispute } from './disputed-payment.ts'
import { disputeEnded } from './dispute-ended.ts'
import { neverMade, type PaymentByVerdict } from './never-made.ts'

type DisputedPayment = OrderRows['disputedPayments'][number]

/** The payment that counts as the order's because a person has said so, and which was never made. */
function countedByVerdict(
  { order, disputedPayments: disputed }: OrderRows,
  { insteadOf }: AcceptVerdict,
): PaymentByVerdict | undefined {
  const { id: orderId, paidTransactionId: transactionId, paidReference: reference } = order
  if (transactionId === null || transactionId !== insteadOf || reference === null) return undefined
  const accepted = disputed.find((one) => one.transactionId === transactionId)
  const foundBy = accepted?.foundBy ?? order.confirmedBy
  return foundBy === null ? undefined : { orderId, transactionId, reference, foundBy }
}

/** Its row among the disputed payments, released: it comes back if the service names it later. */
function releasedRow(
  { order, disputedPayments: disputed }: OrderRows,
  { orderId, transactionId, reference }: PaymentByVerdict,
  atMs: number,
): RequiredChange {
  if (disputed.some((one) => one.transactionId === transactionId)) {
    return updateOne(disputedPayments, {
      key: disputedPayments.transactionId,
      equals: transactionId,
      also: { key: disputedPayments.orderId, equals: orderId },
      set: { state: 'released' },
    })
  }
  return insertOne(disputedPayments, {
    transactionId,
    orderId,
    reference,
    state: 'released',
    reason: 'possible_double_payment',
    foundBy: 'person',
    paidVnd: order.paidVnd,
    paidPoints: order.paidPoints,
    bookedAtMs: order.confirmedAtMs ?? atMs,
    // The line of its confirmation has made its row, or has left it out.
    hasRow: true,
    createdAtMs: atMs,
  })
}

/**
 * The refunds of the payment that counted stay its own: one that a person has called not returned may
 * be called returned later.
 */
function itsRefunds(rows: OrderRows, { transactionId }: PaymentByVerdict): RequiredChange[] {
  return rows.refunds
    .filter((refund) => refund.transactionId === null)
    .map(({ id }) => updateOne(refunds, { key: refunds.id, equals: id, set: { transactionId } }))
}

/** The order is paid by the disputed payment, with its amount, because a person has said so. */
export function paidBy(payment: DisputedPayment, atMs: number): readonly RequiredChange[] {
  const { orderId, transactionId, reference, serviceOrderId, paidVnd, paidPoints } = payment
  const ofOrder = { key: orders.id, equals: orderId }
  return [
    updateOne(orders, {
      ...ofOrder,
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
    updateOne(orders, { ...ofOrder, set: { state: stateAfterDispute } }),
  ]
}

/** The condition for the disputed payment, and for the order whose payment it replaces. */
function mayReplace(
  payment: DisputedPayment,
  { transactionId }: PaymentByVerdict,
  version: number,
): SQL | undefined {
  return and(
    isPayment(payment),
    sql`${disputedPayments.state} = 'open' AND ${disputedPayments.hasRow} = 1`,
    eq(disputedPayments.refundedVnd, 0),
    eq(disputedPayments.refundedPoints, 0),
    sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${payment.orderId} AND state = 'disputed'
      AND version = ${version} AND paid_transaction_id = ${transactionId}
      AND refunded_vnd = 0 AND refunded_points = 0)`,
  )
}

/**
 * The disputed payment becomes the payment of its order in the place of one that was never made. The
 * conditions for saying that are those of a disputed payment; nothing of the order may be refunded.
 *
 * @returns the transitions; `undefined` when no verdict alone has made the payment that counts
 */
export function acceptedInstead(
  rows: OrderRows,
  payment: DisputedPayment,
  { verdict, atMs }: { readonly verdict: AcceptVerdict; readonly atMs: number },
): readonly [acceptance: Transition, ended: Transition] | undefined {
  const counted = countedByVerdict(rows, verdict)
  const ground = counted && neverMade(rows, counted, atMs)
  if (counted === undefined || ground === undefined) return undefined
  const { transactionId, orderId, reference, serviceOrderId, paidVnd, paidPoints } = payment
  const { version } = rows.order
  const word = { staff_id: verdict.staffId, verdict_reason: verdict.reason }
  const line = `payment.released:${orderId}:${counted.transactionId}:${version}`
  const data = {
    transaction_id: transactionId,
    transaction_id_before: counted.transactionId,
    service_order_id: serviceOrderId,
    reference,
    order_amount: paidVnd + paidPoints * pointValueVnd,
    vnd_amount: paidVnd,
    point_amount: paidPoints,
    ...ground.data,
    ...word,
  }
  const acceptance: Transition = {
    decide: update(disputedPayments, {
      set: { state: 'accepted' },
      where: and(mayReplace(payment, counted, version), ground.where),
    }),
    require: [
      releasedRow(rows, counted, atMs),
      ...itsRefunds(rows, counted),
      ...ground.require,
      ...paidBy(payment, atMs),
    ],
    journal: {
      atMs,
      kind: 'payment.released',
      orderId,
      dedupe: line,
      evidence: 'word of a person',
      data: {
        transaction_id: counted.transactionId,
        reference: counted.reference,
        transaction_id_of_payment: transactionId,
        ...ground.data,
        ...word,
      },
    },
    event: {
      atMs,
      orderId,
      type: 'order.payment_corrected',
      once: `instead:${transactionId}:${version}`,
      data,
    },
    optional: entryOnce({
      atMs,
      kind: 'payment.accepted',
      orderId,
      dedupe: `payment.accepted:${orderId}:${transactionId}:${version}`,
      evidence: 'word of a person',
      data,
    }),
  }
  const once = `accepted:${transactionId}:${version}`
  return [acceptance, disputeEnded({ orderId, atMs, line, once, data })]
}
