import type { OrderView } from '../orders/orders-api.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'

/** Why a payment that arrived makes its order disputed. */
export type DisputeReason =
  | 'amount_mismatch'
  | 'token_amount_mismatch'
  | 'possible_double_payment'
  | 'payment_of_disputed_order'
  | 'transaction_of_other_order'

/**
 * Source of the information about a payment: a callback, a poll, the answer to a call, a person, or
 * the daily file.
 */
export type PaymentSource = 'callback' | 'poll' | 'linked-wallet' | 'person' | 'file'

/**
 * Verdict of an operator on a disputed payment: it counts as the payment of its order, or it
 * belongs to another order or is another name of the payment that counts.
 */
export interface DisputeVerdict {
  /** Transaction id of the service. */
  readonly transactionId: string
  /** Why, 1 to 255 characters. */
  readonly reason: string
  /** Name of the operator, 1 to 64 characters. */
  readonly staffId: string
}

/** Verdict of an operator that accepts a disputed payment. */
export interface AcceptVerdict extends DisputeVerdict {
  /**
   * Transaction of the payment that counts as the order's until now, when it was never made: only a
   * person has called a payment with a linked wallet paid. The disputed payment takes its place.
   */
  readonly insteadOf?: string
}

/** Verdict of an operator that releases a disputed payment. */
export interface ReleaseVerdict extends DisputeVerdict {
  /**
   * Whether the payment was never made, although a person has called it paid. Otherwise it belongs
   * to another order, or is another name of the payment that counts.
   */
  readonly neverMade?: boolean
}

/**
 * A person's decision that a payment was not made, which a callback reports or whose id the service
 * does not know.
 */
export interface DenialVerdict {
  /** Reason, and where the operator looked it up, 1 to 255 characters. */
  readonly reason: string
  /** Name of the operator, 1 to 64 characters. */
  readonly staffId: string
}

/** Outcome of a person's decision that an order is not paid. */
export type DenialOutcome =
  | VerdictOutcome<{ readonly order: OrderView }>
  /**
   * The service neither denies the payment nor says that it does not know its id, or the order can
   * still be paid; nothing changed.
   */
  | { readonly outcome: 'not_denied'; readonly why: string; readonly order: OrderView }

/**
 * Why a page asks for the state of a payment: the customer has returned to it, or the page stays
 * open.
 */
export type RefreshOccasion = 'return' | 'watch'

/** The next step for the customer. */
export type PaymentOutcome =
  /** Send the browser to the hosted page. */
  | { readonly outcome: 'redirect'; readonly paymentUrl: string; readonly expiresAt: number }
  /** Show this text as a QR. */
  | {
      /** `qr`: a QR for the customer to scan. */
      readonly outcome: 'qr'
      /** Text of the QR. */
      readonly qrCode: string
      /** Until when it can be paid, in seconds since 1970. */
      readonly expiresAt: number
    }
  /** Let the shop's app hand this over to the wallet app. Assumes G-127. */
  | {
      /** `app`: values that the shop's app passes to the wallet app. */
      readonly outcome: 'app'
      /** The service's id of the order, which the shop's app hands over with the signature. */
      readonly serviceOrderId: string
      /** Signature of the service over its order. */
      readonly signature: string
      /** Until when it can be paid, in seconds since 1970. */
      readonly expiresAt: number
    }
  /** The order cannot be paid now; its state says why (paid, expired, ...). */
  | { readonly outcome: 'closed'; readonly order: OrderView }
  /** Another request is creating the payment; retry in a second. */
  | { readonly outcome: 'busy' }
  /** The service refused; the reason and remedy are for the merchant, not for the customer. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
    }
  /** The service gave no trustworthy answer; the attempt is stored as `create_unknown`. */
  | { readonly outcome: 'unknown'; readonly message: string }
  /** Money of a linked wallet may have moved for this order: no other way to pay is offered. */
  | { readonly outcome: 'unsettled'; readonly order: OrderView }
  | { readonly outcome: 'not_found' }
