import type { OrderView, RefundView } from '../orders/orders-api.ts'
import type { Amounts } from '../rules/amounts.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'

/** A refund as requested by the shop's backend. */
export interface NewRefund {
  /** The merchant's own refund id: 1 to 35 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /**
   * Transaction to refund, required for a disputed payment; when left out, the payment that counts
   * as the order's.
   */
  readonly transactionId?: string
  /** Money to return, in whole VND. */
  readonly vnd?: number
  /** Points to return, as a whole number. */
  readonly points?: number
  /** Reason, for the service and the timeline, 1 to 255 characters. */
  readonly reason?: string
  /** Who refunds, for the service and the timeline, 1 to 64 characters. */
  readonly staffId?: string
  /** Name of the staff member who refunds, for the service; stored as long as the reason. */
  readonly staffName?: string
}

/** Outcome of a refund request of the shop. */
export type RefundOutcome =
  /** The refund is recorded; its state is the result. */
  | { readonly outcome: 'known'; readonly refund: RefundView; readonly order: OrderView }
  /**
   * The refund id belongs to a different refund; nothing was sent. Erased texts of an old refund
   * count as equal.
   */
  | {
      readonly outcome: 'conflict'
      readonly refund: RefundView
      /** The fields that differ; `orderId` when it is a refund of another order. */
      readonly differs: readonly ('orderId' | Exclude<keyof NewRefund, 'id'>)[]
    }
  /** The amount is more than what is left to refund, or the order is not paid; nothing was sent. */
  | { readonly outcome: 'not_refundable'; readonly remedy: string; readonly order: OrderView }
  | { readonly outcome: 'not_found' }

/**
 * Verdict of an operator on a refund whose outcome, or a half of it, is open, or was recorded as
 * not returned by a verdict.
 */
export interface RefundVerdict {
  readonly result: 'refunded' | 'not_refunded'
  /**
   * With `refunded`, when only one half was refunded: its full amount in VND, or 0. When neither
   * `vnd` nor `points` is given, both halves were refunded; when only one is given, the other half
   * was not.
   */
  readonly vnd?: number
  /** The same for the points. */
  readonly points?: number
  /**
   * With `refunded`: wallet transaction code of the refund, as in the service's file, 1 to 30
   * characters. Needed to record a refund as returned that a verdict has recorded as not returned;
   * for a refund of open outcome it makes the row of the partner file.
   */
  readonly walletCode?: string
  /** Reason, and where the operator looked it up, 1 to 255 characters. */
  readonly reason: string
  /** Name of the operator, 1 to 64 characters. */
  readonly staffId: string
}

/**
 * What became of an operator's verdict on a refund of unknown outcome, or of the correction of such
 * a verdict, with the refund and its order as they are now.
 */
export type RefundVerdictOutcome =
  | VerdictOutcome<{ readonly refund: RefundView; readonly order: OrderView }>
  /**
   * More was returned than the payment has left, because later refunds have used it. Nothing
   * changed, and an alert is raised.
   */
  | {
      readonly outcome: 'exceeds'
      /** What the payment has left, in VND and points. */
      readonly left: Amounts
      readonly refund: RefundView
      readonly order: OrderView
    }
