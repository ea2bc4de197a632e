import { and, eq, sql, type SQL } from 'drizzle-orm'
import { disputedPayments, orders, refunds } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import {
  insertOne,
  update,
  updateOne,
  type Change,
  type Transition,
} from '../database/transition.ts'
import { paymentInFacts } from './find-refund.ts'
import type { NewRefund } from './refunds-api.ts'

/** What a refund returns. */
export interface RefundAmounts {
  /** In whole VND. */
  readonly vnd: number
  readonly points: number
}

/** A refund that is about to be written down, and the disputed payment that it returns, if it is one. */
export interface Reservation {
  readonly orderId: string
  readonly refund: Omit<NewRefund, 'vnd' | 'points'>
  readonly amounts: RefundAmounts
  readonly transactionId: string | null
  /** Why an operator returns it, for the journal; a reason of the shop may name the customer and stays out of it. */
  readonly verdictReason?: string | undefined
  /** What must hold besides. */
  readonly where?: SQL | undefined
}

function isLeft({ orderId, refund, amounts, transactionId, where }: Reservation): SQL | undefined {
  const { vnd, points } = amounts
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${refund.id})`
  if (transactionId === null) {
    return and(
      eq(orders.id, orderId),
      sql`${orders.state} IN ${ordersIn.refundable}`,
      sql`${orders.refundedVnd} + ${vnd} <= ${orders.paidVnd}`,
      sql`${orders.refundedPoints} + ${points} <= ${orders.paidPoints}`,
      isNew,
      where,
    )
  }
  const { paidVnd, paidPoints, refundedVnd, refundedPoints, state } = disputedPayments
  return and(
    eq(disputedPayments.transactionId, transactionId),
    eq(disputedPayments.orderId, orderId),
    eq(state, 'open'),
    sql`${refundedVnd} + ${vnd} <= ${paidVnd}`,
    sql`${refundedPoints} + ${points} <= ${paidPoints}`,
    isNew,
    where,
  )
}

/** Whether as much is left of the payment, as a condition of another statement. */
export function canBeReserved(reservation: Reservation): SQL {
  const table = reservation.transactionId === null ? orders : disputedPayments
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isLeft(reservation)})`
}

/** Takes money and points out of what is left of the payment that is returned, each by itself. */
function takeOutOfPayment(reservation: Reservation): Change {
  const { amounts, transactionId } = reservation
  const { vnd, points } = amounts
  if (transactionId === null) {
    return update(orders, {
      set: {
        refundedVnd: sql`${orders.refundedVnd} + ${vnd}`,
        refundedPoints: sql`${orders.refundedPoints} + ${points}`,
        version: sql`${orders.version} + 1`,
      },
      where: isLeft(reservation),
    })
  }
  return update(disputedPayments, {
    set: {
      refundedVnd: sql`${disputedPayments.refundedVnd} + ${vnd}`,
      refundedPoints: sql`${disputedPayments.refundedPoints} + ${points}`,
    },
    where: isLeft(reservation),
  })
}

/**
 * Writes the refund down and takes its money and points out of what is left, in one batch and each
 * by itself: however many refunds run at once, their sum stays within the payment. The CHECK of the
 * table stands behind the condition.
 */
export function reservedRefund(reservation: Reservation, now: number): Transition {
  const { orderId, refund, amounts, transactionId, verdictReason } = reservation
  const { vnd, points } = amounts
  const { id } = refund
  return {
    decide: takeOutOfPayment(reservation),
    require: [
      insertOne(refunds, {
        id,
        orderId,
        transactionId,
        state: 'reserved',
        vnd,
        points,
        reason: refund.reason ?? null,
        staffId: refund.staffId ?? null,
        staffName: refund.staffName ?? null,
        nextCallAtMs: now,
        createdAtMs: now,
        updatedAtMs: now,
      }),
      ...(transactionId === null
        ? []
        : [
            updateOne(orders, {
              key: orders.id,
              equals: orderId,
              set: { version: sql`${orders.version} + 1` },
            }),
          ]),
    ],
    journal: {
      atMs: now,
      kind: 'refund.reserved',
      orderId,
      dedupe: `refund.reserved:${id}`,
      evidence: 'own record',
      data: {
        refund_id: id,
        vnd,
        points,
        staff_id: refund.staffId ?? null,
        ...(verdictReason !== undefined && { verdict_reason: verdictReason }),
        ...paymentInFacts({ transactionId }),
      },
    },
  }
}
