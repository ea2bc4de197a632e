import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import type { SQL } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { discountOf } from '../rules/point-value.ts'
import type { Dispute } from './disputes/dispute.ts'
import type { PaymentSource } from './payments-api.ts'

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

/** The parts of a paid amount, as stored. */
export interface PaidParts {
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

/** The parts of a paid amount: whole VND within the price, and whole points. */
export function partsOf(
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

/** The payment as it arrives at an order that it does not pay. */
export function arrivedBy(payment: ReportedPayment): Omit<Dispute, 'reason'> {
  const { orderId, reference, transactionId, evidence, where, status, data } = payment
  return {
    orderId,
    reference,
    transactionId,
    evidence,
    where,
    data: { order_amount: status.order_amount, ...data },
    paid: {
      ...amountsOf(status),
      serviceOrderId: payment.serviceOrderId,
      foundBy: payment.foundBy,
      serviceTime: status.updated_at,
      walletNumber: payment.walletNumber,
      fileTimeMs: payment.fileTimeMs,
      hasRow: data?.['has_row'] === true,
    },
  }
}
