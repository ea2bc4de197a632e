import { toSeconds } from '../clock.ts'
import type { attempts, disputedPayments, journal, orders, refunds } from '../database/schema.ts'
import { attemptStates, maxOtpTries } from '../states/attempt-state.ts'
import type { StoreAndTerminal } from '../stores/stores.ts'
import type {
  AttemptView,
  DisputedPaymentView,
  OrderView,
  RefundView,
  TimelineEntry,
} from './orders-api.ts'
import { refusalView } from './refusal-view.ts'

/** The rows from which the view of an order is made. */
export interface OrderRows {
  readonly order: typeof orders.$inferSelect
  readonly attempts: readonly (typeof attempts.$inferSelect)[]
  readonly refunds: readonly (typeof refunds.$inferSelect)[]
  readonly disputedPayments: readonly (typeof disputedPayments.$inferSelect)[]
  readonly journal: readonly (typeof journal.$inferSelect)[]
}

/** Whether the customer has or had a page, QR or app handover to pay the attempt. */
function isPayable({ paymentUrl, qrCode, appSignature, state }: OrderRows['attempts'][number]) {
  return paymentUrl !== null || qrCode !== null || appSignature !== null || state === 'awaiting_otp'
}

function attemptView(row: OrderRows['attempts'][number]): AttemptView {
  const triesLeft = Math.max(0, maxOtpTries - row.otpTries)
  const takesOtp =
    row.state === 'awaiting_otp' || (row.state === 'payment_unknown' && row.transactionId !== null)
  return {
    reference: row.reference,
    method: row.method,
    state: row.state,
    ...(row.serviceOrderId !== null && { serviceOrderId: row.serviceOrderId }),
    ...(isPayable(row) && { expiresAt: toSeconds(row.expiresAtMs) }),
    createdAt: toSeconds(row.createdAtMs),
    ...(row.points > 0 && { points: row.points }),
    live: attemptStates[row.state].live,
    mayHaveMoved: attemptStates[row.state].mayHaveMoved,
    ...(takesOtp && triesLeft > 0 && { otpTriesLeft: triesLeft }),
  }
}

function owedOf({ state, owedRefused, ...row }: OrderRows['refunds'][number]) {
  const isReserved = state !== 'refused' && !owedRefused
  return {
    vnd: isReserved ? row.vnd - row.settledVnd : 0,
    points: isReserved ? row.points - row.settledPoints : 0,
  }
}

/** A refund as the API shows it. */
export function refundView(row: OrderRows['refunds'][number]): RefundView {
  return {
    id: row.id,
    state: row.state,
    origin: row.origin,
    vnd: row.vnd,
    points: row.points,
    returned: { vnd: row.settledVnd, points: row.settledPoints },
    owed: owedOf(row),
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    ...(row.reason !== null && { reason: row.reason }),
    ...refusalView(row),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}

function disputedPaymentView(row: OrderRows['disputedPayments'][number]): DisputedPaymentView {
  return {
    transactionId: row.transactionId,
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    vnd: row.paidVnd,
    points: row.paidPoints,
    refunded: { vnd: row.refundedVnd, points: row.refundedPoints },
    returned: { vnd: row.settledVnd, points: row.settledPoints },
    createdAt: toSeconds(row.createdAtMs),
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

/** Store and terminal of an order; `undefined` when none was recorded. */
export function storeOf(
  order: Pick<OrderRows['order'], 'storeCode' | 'posCode'>,
): StoreAndTerminal | undefined {
  const { storeCode, posCode } = order
  if (storeCode === null) return undefined
  return { storeCode, ...(posCode !== null && { posCode }) }
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

/** An order as the API shows it, without payment page addresses, tokens and unsigned fields. */
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
    ...(order.extraData !== null && { extraData: order.extraData }),
    ...storeOf(order),
    ...paymentOf(order),
    refunded: { vnd: order.refundedVnd, points: order.refundedPoints },
    returned: { vnd: order.settledVnd, points: order.settledPoints },
    attempts: rows.attempts.map(attemptView),
    disputedPayments: rows.disputedPayments.map(disputedPaymentView),
    refunds: rows.refunds.map(refundView),
    timeline: rows.journal.map(timelineEntry),
  }
}
