import type { OrderView, RefundView } from '../orders/orders-api.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'

/** A refund as the shop's backend asks for it. */
export interface NewRefund {
  /** The merchant's own refund id: 1 to 35 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /**
   * Transaction of the payment to return; the payment that counts as the order's when left out. A disputed
   * payment is named by it.
   */
  readonly transactionId?: string
  /** Money to return, in whole VND. */
  readonly vnd?: number
  /** Points to return, as a whole number. */
  readonly points?: number
  /** Why, for the service and the timeline. */
  readonly reason?: string
  /** Who refunds, for the service and the timeline. */
  readonly staffId?: string
  /** The name of who refunds, for the service; kept as long as the reason. */
  readonly staffName?: string
}

/** What became of a refund that the shop asked for. */
export type RefundOutcome =
  /** The refund is known; its state says what it came to. */
  | { readonly outcome: 'known'; readonly refund: RefundView; readonly order: OrderView }
  /** The refund id belongs to another refund; nothing was sent. What was forgotten of an old one counts as the same. */
  | {
      readonly outcome: 'conflict'
      readonly refund: RefundView
      /** In what they differ; `orderId` when it is a refund of another order. */
      readonly differs: readonly ('orderId' | Exclude<keyof NewRefund, 'id'>)[]
    }
  /** More than what is left, or the order is not paid; nothing was sent. */
  | { readonly outcome: 'not_refundable'; readonly remedy: string; readonly order: OrderView }
  | { readonly outcome: 'not_found' }

/** A person's word on a refund whose outcome, or a half of it, is open. */
export interface RefundVerdict {
  readonly result: 'refunded' | 'not_refunded'
  /**
   * With `refunded`, when one half alone is back: its whole amount in VND, or 0. Both halves are back when
   * neither is given; one that is left out beside the other is not.
   */
  readonly vnd?: number
  /** The same for the points. */
  readonly points?: number
  /** Where it is known from, 1 to 255 characters. */
  readonly reason: string
  /** Who says so, 1 to 64 characters. */
  readonly staffId: string
}

/** What became of a person's word on a refund. */
export type RefundVerdictOutcome = VerdictOutcome<{
  readonly refund: RefundView
  readonly order: OrderView
}>
