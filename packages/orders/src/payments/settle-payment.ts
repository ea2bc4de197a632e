import { and, eq, sql, type SQL } from 'drizzle-orm'
import { attempts, disputedPayments, orders, type JournalData } from '../database/schema.ts'
import { attemptsIn, ordersIn } from '../database/states-in-sql.ts'
import { transact, transactAll, transactWithOthers } from '../database/transact.ts'
import { update, type Read, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { recordOtherTransaction } from './contradicted-payment.ts'
import type { DisputeReason } from './payments-api.ts'
import { countedIsKnown } from './disputes/confirmed-by-service.ts'
import { disputeOrder } from './disputes/dispute-order.ts'
import { countedBelongsTo, otherAmount } from './disputes/misnamed-payment.ts'
import { nextCallOf } from './next-call.ts'
import { releaseSuperfluousHold } from './release-superfluous-hold.ts'
import { arrivedBy, partsOf, type PaidParts, type ReportedPayment } from './reported-payment.ts'

/**
 * What a reported payment did to its order; `contradicted` when an operator has recorded this payment
 * as paid under another transaction, and `overtaken` when the condition of the report did not hold.
 */
export type Settlement = 'paid' | 'already_paid' | 'contradicted' | 'disputed' | 'overtaken'

/**
 * Condition: an attempt has neither changed its state nor got a transaction since it was read.
 * Words of people and rows of files settle an open outcome: of two that name different
 * transactions, only the first may count.
 */
export function isAttemptAsRead({
  reference,
  state,
  transactionId,
}: Pick<typeof attempts.$inferSelect, 'reference' | 'state' | 'transactionId'>): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempts}
    WHERE reference = ${reference} AND state = ${state} AND transaction_id IS ${transactionId})`
}

function dataOf(payment: ReportedPayment, parts: PaidParts): JournalData {
  const { status } = payment
  return {
    transaction_id: payment.transactionId,
    service_order_id: payment.serviceOrderId,
    reference: payment.reference,
    order_amount: status.order_amount,
    vnd_amount: status.vnd_amount ?? null,
    point_amount: status.point_amount ?? null,
    parts_differ_from_amount: parts.differ,
    found_by: payment.foundBy,
    service_time: status.updated_at ?? null,
    ...payment.data,
  }
}

/** The order becomes `paid` when the amount is ours and nothing has paid it yet. */
function orderPaid(payment: ReportedPayment, parts: PaidParts, atMs: number): Transition {
  const { orderId, reference, serviceOrderId, transactionId, status, foundBy, evidence } = payment
  const data = dataOf(payment, parts)
  return {
    decide: update(orders, {
      set: {
        state: 'paid',
        version: sql`${orders.version} + 1`,
        paidReference: reference,
        paidTransactionId: transactionId,
        paidServiceOrderId: serviceOrderId,
        paidVnd: parts.vnd,
        paidPoints: parts.points,
        confirmedAtMs: atMs,
        confirmedBy: foundBy,
      },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.before('paid')}`,
        eq(orders.amountVnd, status.order_amount),
        sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE paid_transaction_id = ${transactionId})`,
        sql`NOT EXISTS (SELECT 1 FROM ${disputedPayments} WHERE transaction_id = ${transactionId})`,
        payment.where,
      ),
    }),
    journal: {
      atMs,
      kind: 'payment.confirmed',
      orderId,
      dedupe: `payment.confirmed:${orderId}`,
      evidence,
      data,
    },
    event: { atMs, orderId, type: 'order.paid', once: '', data },
    ...(parts.differ && {
      alert: { kind: 'paid_parts_differ', subject: orderId, atMs, data },
    }),
    optional: {
      decide: update(attempts, {
        set: {
          state: 'paid',
          transactionId,
          nextPollAtMs: null,
          ...nextCallOf(payment, atMs),
          walletNumber: payment.walletNumber ?? sql`${attempts.walletNumber}`,
        },
        where: and(
          eq(attempts.reference, reference),
          sql`${attempts.state} IN ${attemptsIn.before('paid')}`,
        ),
      }),
      // Only whole points are stored and can be refunded. Assumes G-126.
      ...(parts.points !== parts.exactPoints && {
        alert: {
          kind: 'fractional_points',
          subject: orderId,
          atMs,
          data: { ...data, points_stored: parts.points },
        },
      }),
    },
  }
}

async function markPaid(
  context: OrdersContext,
  payment: ReportedPayment,
  parts: PaidParts,
): Promise<boolean> {
  const atMs = context.now()
  const { orderId, reference } = payment
  const paid = orderPaid(payment, parts, atMs)
  const { mayBeHeld = true, behind = [] } = payment
  const released = mayBeHeld ? [releaseSuperfluousHold({ orderId, reference, atMs })] : []
  return transactWithOthers(context, paid, [...released, ...behind])
}

/**
 * Condition: no verdict has named another transaction for the charge of a linked wallet. Such a call
 * is made once, so that its answer is about the same money.
 */
function isNotNamedOtherwise({ orderId, reference, transactionId }: ReportedPayment): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId}
      AND paid_reference = ${reference} AND confirmed_by = 'person')
    AND NOT EXISTS (SELECT 1 FROM ${disputedPayments} WHERE order_id = ${orderId}
      AND reference = ${reference} AND found_by = 'person' AND state <> 'released'
      AND transaction_id <> ${transactionId})`
}

interface Unpaid {
  readonly reason: 'already_paid' | 'said_paid' | 'misnamed' | 'contradicted' | DisputeReason
  /** Our reference of the payment that counts as the order's. */
  readonly paidReference: string
}

async function whyNotPaid(context: OrdersContext, payment: ReportedPayment): Promise<Unpaid> {
  const ours: Read<typeof orders> = { table: orders, where: eq(orders.id, payment.orderId) }
  const payer: Read<typeof orders> = {
    table: orders,
    where: eq(orders.paidTransactionId, payment.transactionId),
  }
  const disputed: Read<typeof disputedPayments> = {
    table: disputedPayments,
    where: eq(disputedPayments.transactionId, payment.transactionId),
  }
  const ofPerson: Read<typeof disputedPayments> = {
    table: disputedPayments,
    where: sql`${disputedPayments.orderId} = ${payment.orderId}
      AND reference = ${payment.reference} AND found_by = 'person' AND state <> 'released'`,
  }
  const done = await transactAll(context, { reads: [ours, payer, disputed, ofPerson] })
  const [order] = done.rows(ours)
  const owners = done.rows(payer)
  const kept = done.rows(disputed)
  if (order === undefined) throw new Error('A payment was reported for an order that is gone.')
  const { paidReference } = order
  const because = (reason: Unpaid['reason']) => ({ reason, paidReference: paidReference ?? '' })
  if (owners.some(({ id }) => id === order.id)) {
    const isSaid = order.confirmedBy === 'person' && payment.foundBy !== 'person'
    if (!isSaid) return because('already_paid')
    return because(paidReference === payment.reference ? 'said_paid' : 'misnamed')
  }
  const isCounted = paidReference === payment.reference && order.confirmedBy === 'person'
  const isDisputed = done
    .rows(ofPerson)
    .some(({ transactionId }) => transactionId !== payment.transactionId)
  // The call was made once: the service names another transaction for the same money.
  if (payment.foundBy === 'linked-wallet' && (isCounted || isDisputed)) {
    return because('contradicted')
  }
  if (order.paidTransactionId !== null) return because('possible_double_payment')
  const isOfOther = owners.length > 0 || kept.some(({ orderId }) => orderId !== order.id)
  if (isOfOther) return because('transaction_of_other_order')
  const isPrice = order.amountVnd === payment.status.order_amount
  return because(isPrice ? 'payment_of_disputed_order' : 'amount_mismatch')
}

/**
 * Applies a successful payment: the order becomes `paid` when the amount equals ours exactly and no
 * other payment has paid it, and `disputed` otherwise. Applying the payment again changes nothing.
 *
 * @see Specification 2.3
 */
export async function settlePayment(
  context: OrdersContext,
  payment: ReportedPayment,
): Promise<Settlement> {
  const isLinked = payment.foundBy === 'linked-wallet'
  // A price that differs fails the condition on amount_vnd below, whatever the parts are.
  const parts = partsOf(payment, payment.status.order_amount)
  if (await markPaid(context, payment, parts)) return 'paid'
  const { reason, paidReference } = await whyNotPaid(context, payment)
  const isStill = async () => (await whyNotPaid(context, payment)).reason === reason
  if (reason === 'already_paid') return reason
  if (reason === 'misnamed') {
    const misnamed = { before: paidReference, atMs: context.now() }
    const arrived = arrivedBy(payment)
    const differs = otherAmount(arrived, misnamed, payment.status.order_amount)
    await transactAll(context, { transitions: [countedBelongsTo(arrived, misnamed), differs] })
    return 'already_paid'
  }
  if (reason === 'said_paid') {
    await transact(context, countedIsKnown(payment, context.now()))
    // A person may have said that it was never made since it was read.
    return (await isStill()) ? 'already_paid' : settlePayment(context, payment)
  }
  if (reason === 'contradicted') {
    await recordOtherTransaction(context, payment, payment)
    // A person may have called the other one never made meanwhile: then this one counts.
    return (await isStill()) ? reason : settlePayment(context, payment)
  }
  const isDisputed = await disputeOrder(context, {
    ...arrivedBy(payment),
    reason,
    where: isLinked ? and(isNotNamedOtherwise(payment), payment.where) : payment.where,
    askAtMs: payment.askAtMs,
  })
  if (isDisputed) return 'disputed'
  // A verdict may have come since the order was read.
  if (!isLinked || (await whyNotPaid(context, payment)).reason !== 'contradicted')
    return 'overtaken'
  await recordOtherTransaction(context, payment, payment)
  return 'contradicted'
}
