import type { OrderView } from '../orders/orders-api.ts'

/** Outcome of a payment with a linked wallet. */
export type LinkedPaymentOutcome =
  /** The service has taken the money. */
  | { readonly outcome: 'paid'; readonly order: OrderView }
  /** The service holds the money until `capture` or `release`. */
  | { readonly outcome: 'held'; readonly order: OrderView }
  /** The customer has to type the one-time code that the service has sent. */
  | {
      /** `otp_needed`: the customer has to type the one-time code that the service has sent. */
      readonly outcome: 'otp_needed'
      /** Remaining tries for the code. */
      readonly triesLeft: number
      /** Deadline for the code, in seconds since 1970. */
      readonly expiresAt: number
      /**
       * Points that the payment takes; absent for none. The wallet's money pays the rest of the
       * price.
       */
      readonly points?: number
      /** Phone number of the wallet; only its last three digits are readable. */
      readonly phone: string
      /** Whether the last code was wrong. */
      readonly wasWrong: boolean
    }
  /** No money has moved; the customer may try again or pay in another way. */
  | { readonly outcome: 'failed'; readonly code: number; readonly reason: string }
  /** It is unknown whether money has moved. The customer must not pay again. */
  | { readonly outcome: 'unsettled'; readonly order: OrderView }
  /**
   * Another request is paying right now, or the service does not say whether a page of the order is
   * paid; ask again in a second.
   */
  | { readonly outcome: 'busy' }
  /** The order cannot be paid now; its state says why. */
  | { readonly outcome: 'closed'; readonly order: OrderView }
  /** The order names no customer, or the customer has no linked wallet. */
  | { readonly outcome: 'not_linked' }
  | { readonly outcome: 'not_found' }

/**
 * Why held money cannot be captured or released: it was already captured or released, the opposite
 * was already requested, or a payment of the order is under way, disputed or unknown (`in_question`).
 */
export type HoldConflict = 'captured' | 'released' | 'capturing' | 'releasing' | 'in_question'

/** Outcome of capturing or releasing the money that is held for an order. */
export type HoldOutcome =
  /** The held money was captured, as requested. */
  | { readonly outcome: 'captured'; readonly order: OrderView }
  /** The money was released to the wallet, as requested. */
  | { readonly outcome: 'released'; readonly order: OrderView }
  /** The service has not answered; the call is retried until it does. */
  | { readonly outcome: 'pending'; readonly order: OrderView }
  /** The request conflicts with the state of the hold, and nothing was done: `hold` says why. */
  | { readonly outcome: 'conflict'; readonly hold: HoldConflict; readonly order: OrderView }
  /** No money is held for this order. */
  | { readonly outcome: 'not_held'; readonly order: OrderView }
  | { readonly outcome: 'not_found' }

/** A verdict of an operator on a payment of unknown outcome. */
export interface LinkedPaymentVerdict {
  /** Our reference of the payment attempt. */
  readonly reference: string
  /** `paid`: the money was captured; `not_paid`: no money was captured and none is held. */
  readonly result: 'paid' | 'not_paid'
  /** Transaction id of the service; required for `paid` when it is not known yet. */
  readonly transactionId?: string
  /** Reason, and where the operator looked it up, 1 to 255 characters. */
  readonly reason: string
  /** Name of the operator, 1 to 64 characters. */
  readonly staffId: string
}

/** Methods of the orders Worker for payments with linked wallets. Every method is idempotent. */
export interface LinkedPaymentsApi {
  /**
   * Pays an order with the linked wallet of its customer, or returns the state of a payment that
   * was already started.
   *
   * @param points loyalty points of the customer to take, a whole number greater than 0 and worth
   *   no more than the price (`too_many_points`); the wallet's money pays the rest, and all of it
   *   when left out
   */
  payWithLink(orderId: string, points?: number): Promise<LinkedPaymentOutcome>
  /**
   * Has the wallet send a new one-time code: ends the payment that waits for a code and begins
   * another one with the same points. As long as the code is less than a minute old, or when no
   * payment waits for one, as {@link payWithLink}.
   */
  requestNewCode(orderId: string): Promise<LinkedPaymentOutcome>
  /**
   * Confirms the pending payment with the customer's one-time code, which is never stored.
   *
   * @param otp as the customer typed it, 1 to 64 characters
   */
  confirmOtp(orderId: string, otp: string): Promise<LinkedPaymentOutcome>
  /** Captures the full held amount, on fulfilment. */
  captureOrder(orderId: string): Promise<HoldOutcome>
  /** Releases the full held amount to the customer, when the order is not fulfilled. */
  releaseOrder(orderId: string): Promise<HoldOutcome>
}
