import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { attempts, disputedPayments, orders, type JournalData } from '../database/schema.ts'
import { attemptsIn, ordersIn } from '../database/states-in-sql.ts'
import { transact, transactAll, transactWithOthers } from '../database/transact.ts'
import { update, type Read, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { discountOf } from '../rules/point-value.ts'
import { recordOtherTransaction } from './contradicted-payment.ts'
import type { DisputeReason, PaymentSource } from './payments-api.ts'
import { countedIsKnown } from './disputes/confirmed-by-service.ts'
import { disputeOrder } from './disputes/dispute-order.ts'
import { nextCallOf } from './next-call.ts'
import { releaseSuperfluousHold } from './release-superfluous-hold.ts'

/** A payment that is known to have succeeded. */
export interface ReportedPayment {
  readonly orderId: string
  readonly reference: string
  /** Order id of the service; a payment with a linked wallet has none. */
  readonly serviceOrderId: string | null
  readonly transactionId: string
  /** The paid amounts, from the service's answer or from our signed request. */
  readonly status: Pick<OrderStatus, 'order_amount' | 'vnd_amount' | 'point_amount' | 'updated_at'>
  /** What reported the payment. */
  readonly foundBy: PaymentSource
  /** The evidence; written into the journal. */
  readonly evidence: EvidenceSource
  /** Number of the transaction in the daily files, when the service tells it. */
  readonly walletNumber?: string | null
  /** Booking time in the service's file, in milliseconds since 1970. */
  readonly fileTimeMs?: number | undefined
  /**
   * Promotion in VND from an unsigned field of a callback; it is used only to explain parts that do
   * not add up.
   */
  readonly claimedDiscountVnd?: number | undefined
  /** Further data for the journal. */
  readonly data?: JournalData
  /** Whether money of a linked wallet may be held for the order; `false` skips the look-up. */
  readonly mayBeHeld?: boolean
  /** A further condition, such as {@link isAttemptAsRead}; without it nothing is stored. */
  readonly where?: SQL
  /**
   * When the service is asked to capture the money, because it may be held and only a verdict says
   * that it was taken; not asked when left out.
   */
  readonly askAtMs?: number | null
  /** Further transitions for the batch that makes the order `paid`, after it. */
  readonly behind?: readonly Transition[]
}

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

interface PaidParts {
  readonly vnd: number
  readonly points: number
  /** Exact points with a fraction; the fraction is not stored and cannot be refunded. */
  readonly exactPoints: number
  /**
   * The parts do not add up to the price, and no promotion named by the callback explains it. Only
   * the price is compared exactly, so this only raises an alert.
   */
  readonly differ: boolean
}

function partsOf(
  { status, claimedDiscountVnd = 0 }: Pick<ReportedPayment, 'status' | 'claimedDiscountVnd'>,
  amountVnd: number,
): PaidParts {
  const vnd = status.vnd_amount ?? 0
  const exactPoints = status.point_amount ?? 0
  if (vnd === 0 && exactPoints === 0) {
    return { vnd: amountVnd, points: 0, exactPoints, differ: true }
  }
  return {
    vnd: Math.min(vnd, amountVnd),
    points: Math.floor(exactPoints),
    exactPoints,
    differ: discountOf(status) !== claimedDiscountVnd && discountOf(status) !== 0,
  }
}

/** The paid amounts as stored: whole VND within the price, and whole points. */
export function amountsOf(
  status: ReportedPayment['status'],
): Readonly<Record<'vnd' | 'points', number>> {
  const { vnd, points } = partsOf({ status }, status.order_amount)
  return { vnd, points }
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

async function whyNotPaid(
  context: OrdersContext,
  payment: ReportedPayment,
): Promise<'already_paid' | 'said_paid' | 'contradicted' | DisputeReason> {
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
  if (owners.some(({ id }) => id === order.id)) {
    const isSaid = order.confirmedBy === 'person' && payment.foundBy !== 'person'
    return isSaid && order.paidReference === payment.reference ? 'said_paid' : 'already_paid'
  }
  const isCounted = order.paidReference === payment.reference && order.confirmedBy === 'person'
  const isDisputed = done
    .rows(ofPerson)
    .some(({ transactionId }) => transactionId !== payment.transactionId)
  // The call was made once: the service names another transaction for the same money.
  if (payment.foundBy === 'linked-wallet' && (isCounted || isDisputed)) return 'contradicted'
  if (order.paidTransactionId !== null) return 'possible_double_payment'
  if (owners.length > 0) return 'transaction_of_other_order'
  if (kept.some(({ orderId }) => orderId !== order.id)) return 'transaction_of_other_order'
  return order.amountVnd === payment.status.order_amount
    ? 'payment_of_disputed_order'
    : 'amount_mismatch'
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
  const { orderId, reference, transactionId, status } = payment
  const isLinked = payment.foundBy === 'linked-wallet'
  // A price that differs fails the condition on amount_vnd below, whatever the parts are.
  const parts = partsOf(payment, status.order_amount)
  if (await markPaid(context, payment, parts)) return 'paid'
  const reason = await whyNotPaid(context, payment)
  if (reason === 'already_paid') return reason
  if (reason === 'said_paid') {
    await transact(context, countedIsKnown(payment, context.now()))
    // A person may have said that it was never made since it was read.
    return (await whyNotPaid(context, payment)) === reason
      ? 'already_paid'
      : settlePayment(context, payment)
  }
  if (reason === 'contradicted') {
    await recordOtherTransaction(context, payment, payment)
    // A person may have called the other one never made meanwhile: then this one counts.
    return (await whyNotPaid(context, payment)) === reason
      ? reason
      : settlePayment(context, payment)
  }
  const isDisputed = await disputeOrder(context, {
    orderId,
    reference,
    transactionId,
    reason,
    evidence: payment.evidence,
    where: isLinked ? and(isNotNamedOtherwise(payment), payment.where) : payment.where,
    askAtMs: payment.askAtMs,
    data: { order_amount: status.order_amount, ...payment.data },
    paid: {
      ...amountsOf(status),
      serviceOrderId: payment.serviceOrderId,
      foundBy: payment.foundBy,
      serviceTime: status.updated_at,
      walletNumber: payment.walletNumber,
      fileTimeMs: payment.fileTimeMs,
      hasRow: payment.data?.['has_row'] === true,
    },
  })
  if (isDisputed) return 'disputed'
  // A verdict may have come since the order was read.
  if (!isLinked || (await whyNotPaid(context, payment)) !== 'contradicted') return 'overtaken'
  await recordOtherTransaction(context, payment, payment)
  return 'contradicted'
}
