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
import { refundInFacts } from './find-refund.ts'
import type { NewRefund } from './refunds-api.ts'

/** Amounts to return: money, and whole points. */
export interface RefundAmounts {
  /** In whole VND. */
  readonly vnd: number
  readonly points: number
}

/** A refund that is about to be stored, and the disputed payment that it returns, if any. */
export interface Reservation {
  readonly orderId: string
  readonly refund: Omit<NewRefund, 'vnd' | 'points'>
  readonly amounts: RefundAmounts
  /** The disputed payment; null for the one that counts as the order's, named or not. */
  readonly transactionId: string | null
  /**
   * Reason of an operator, for the journal. A reason of the shop is not written there, because it
   * may name the customer.
   */
  readonly verdictReason?: string | undefined
  /** A further condition, without which nothing is reserved. */
  readonly where?: SQL | undefined
}

function hasRoom({ orderId, refund, amounts, transactionId, where }: Reservation): SQL | undefined {
  const { vnd, points } = amounts
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${refund.id})`
  if (transactionId === null) {
    return and(
      eq(orders.id, orderId),
      // Another payment may have taken its place since it was read.
      refund.transactionId === undefined
        ? undefined
        : eq(orders.paidTransactionId, refund.transactionId),
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

/** Condition for another statement: the refundable rest of the payment covers the refund. */
export function canBeReserved(reservation: Reservation): SQL {
  const table = reservation.transactionId === null ? orders : disputedPayments
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${hasRoom(reservation)})`
}

/** Reserves money and points of the refunded payment, each separately. */
function reserveOfPayment(reservation: Reservation): Change {
  const { amounts, transactionId } = reservation
  const { vnd, points } = amounts
  if (transactionId === null) {
    return update(orders, {
      set: {
        refundedVnd: sql`${orders.refundedVnd} + ${vnd}`,
        refundedPoints: sql`${orders.refundedPoints} + ${points}`,
        version: sql`${orders.version} + 1`,
      },
      where: hasRoom(reservation),
    })
  }
  return update(disputedPayments, {
    set: {
      refundedVnd: sql`${disputedPayments.refundedVnd} + ${vnd}`,
      refundedPoints: sql`${disputedPayments.refundedPoints} + ${points}`,
    },
    where: hasRoom(reservation),
  })
}

/**
 * Stores the refund and reserves its money and points separately, in one batch: however many
 * refunds run concurrently, their sum never exceeds the payment. The CHECK of the table backs up
 * the condition.
 */
export function reservedRefund(reservation: Reservation, now: number): Transition {
  const { orderId, refund, amounts, transactionId, verdictReason } = reservation
  const { vnd, points } = amounts
  const { id } = refund
  const facts = refundInFacts({ id, transactionId })
  return {
    decide: reserveOfPayment(reservation),
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
        ...facts,
        vnd,
        points,
        staff_id: refund.staffId ?? null,
        ...(verdictReason !== undefined && { verdict_reason: verdictReason }),
      },
    },
  }
}
