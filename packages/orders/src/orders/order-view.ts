import type { attempts, journal, orders, refunds } from '../database/schema.ts'
import type { AttemptMethod } from '../orders-api.ts'
import { attemptStates, otpTriesMax, type AttemptState } from '../states/attempt-state.ts'
import type { OrderState } from '../states/order-state.ts'
import type { RefundState } from '../states/refund-state.ts'
import { refusalView } from './refusal-view.ts'

/** An attempt to pay. */
export interface AttemptView {
  /** order_reference_id of this attempt at the service. */
  readonly reference: string
  readonly method: AttemptMethod
  readonly state: AttemptState
  /** Order id of the service, once known. */
  readonly serviceOrderId?: string
  /** When the attempt expires, in seconds since 1970, once known. */
  readonly expiresAt?: number
  readonly createdAt: number
  /** Whether money of a linked wallet may have moved, may be moving or is held. */
  readonly mayHaveMoved: boolean
  /** One-time codes that the customer may still type, where one may be typed. */
  readonly otpTriesLeft?: number
}

/** A refund. */
export interface RefundView {
  readonly id: string
  readonly state: RefundState
  readonly vnd: number
  readonly points: number
  readonly reason?: string
  /** Refusal of the service, when it refused. */
  readonly refusal?: { readonly code: number; readonly reason: string; readonly remedy: string }
  readonly createdAt: number
  readonly updatedAt: number
}

/** One line of an order's history: what happened, and how it is known. */
export interface TimelineEntry {
  /** Place in the journal. */
  readonly seq: number
  /** Seconds since 1970. */
  readonly at: number
  /** `order.opened`, `attempt.created`, `callback.received`, `payment.confirmed`, ... */
  readonly kind: string
  /** Facts that prove the line: ids, amounts, codes. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** An order as the other Workers and the shop see it. */
export interface OrderView {
  readonly id: string
  readonly state: OrderState
  /** Grows with every change of the order. */
  readonly version: number
  readonly amountVnd: number
  readonly description: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly returnUrl?: string
  /** The shop's customer whose linked wallet may pay, when the shop named one. */
  readonly linkedCustomerId?: string
  /** Whether the money of a linked wallet is held first. */
  readonly holdPayment: boolean
  /** What was confirmed; absent until then. */
  readonly payment?: {
    readonly transactionId: string
    /** Order id of the service; a payment with a linked wallet has none. */
    readonly serviceOrderId?: string
    readonly vnd: number
    readonly points: number
    readonly confirmedAt: number
  }
  /** Money and points returned or reserved for a refund under way. */
  readonly refunded: { readonly vnd: number; readonly points: number }
  readonly attempts: readonly AttemptView[]
  readonly refunds: readonly RefundView[]
  readonly timeline: readonly TimelineEntry[]
}

/** Everything that an order's view is made of. */
export interface OrderRows {
  readonly order: typeof orders.$inferSelect
  readonly attempts: readonly (typeof attempts.$inferSelect)[]
  readonly refunds: readonly (typeof refunds.$inferSelect)[]
  readonly journal: readonly (typeof journal.$inferSelect)[]
}

/** Whole seconds of an instant in milliseconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}

function attemptView(row: OrderRows['attempts'][number]): AttemptView {
  const triesLeft = Math.max(0, otpTriesMax - row.otpTries)
  const takesOtp =
    row.state === 'awaiting_otp' || (row.state === 'payment_unknown' && row.transactionId !== null)
  return {
    reference: row.reference,
    method: row.method,
    state: row.state,
    ...(row.serviceOrderId !== null && { serviceOrderId: row.serviceOrderId }),
    ...(row.paymentUrl !== null || row.qrCode !== null || row.state === 'awaiting_otp'
      ? { expiresAt: toSeconds(row.expiresAtMs) }
      : {}),
    createdAt: toSeconds(row.createdAtMs),
    mayHaveMoved: attemptStates[row.state].mayHaveMoved,
    ...(takesOtp && triesLeft > 0 && { otpTriesLeft: triesLeft }),
  }
}

/** A refund as the API shows it. */
export function refundView(row: OrderRows['refunds'][number]): RefundView {
  return {
    id: row.id,
    state: row.state,
    vnd: row.vnd,
    points: row.points,
    ...(row.reason !== null && { reason: row.reason }),
    ...refusalView(row),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}

function timelineEntry(row: OrderRows['journal'][number]): TimelineEntry {
  return {
    seq: row.seq,
    at: toSeconds(row.atMs),
    kind: row.kind,
    facts: { ...row.data, known: row.evidence },
  }
}

function paymentOf(order: OrderRows['order']): Pick<OrderView, 'payment'> {
  const { paidTransactionId, paidServiceOrderId, confirmedAtMs } = order
  if (paidTransactionId === null || confirmedAtMs === null) return {}
  return {
    payment: {
      transactionId: paidTransactionId,
      ...(paidServiceOrderId !== null && { serviceOrderId: paidServiceOrderId }),
      vnd: order.paidVnd,
      points: order.paidPoints,
      confirmedAt: toSeconds(confirmedAtMs),
    },
  }
}

/** An order as the API shows it: no address of a payment page, no token, no unsigned field. */
export function orderView(rows: OrderRows): OrderView {
  const { order } = rows
  return {
    id: order.id,
    state: order.state,
    version: order.version,
    amountVnd: order.amountVnd,
    description: order.description,
    createdAt: toSeconds(order.createdAtMs),
    expiresAt: toSeconds(order.expiresAtMs),
    ...(order.returnUrl !== null && { returnUrl: order.returnUrl }),
    ...(order.linkedCustomerId !== null && { linkedCustomerId: order.linkedCustomerId }),
    holdPayment: order.holdsPayment,
    ...paymentOf(order),
    refunded: { vnd: order.refundedVnd, points: order.refundedPoints },
    attempts: rows.attempts.map(attemptView),
    refunds: rows.refunds.map(refundView),
    timeline: rows.journal.map(timelineEntry),
  }
}
