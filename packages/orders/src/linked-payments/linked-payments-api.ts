import type { OrderView } from '../orders/orders-api.ts'

/** What became of a payment with a linked wallet. */
export type LinkedPaymentOutcome =
  /** The service has taken the money. */
  | { readonly outcome: 'paid'; readonly order: OrderView }
  /** The service holds the money until `capture` or `release`. */
  | { readonly outcome: 'held'; readonly order: OrderView }
  /** The customer has to type the one-time code that the service has sent. */
  | {
      readonly outcome: 'otp_needed'
      /** Codes that may still be typed. */
      readonly triesLeft: number
      /** Until when, in seconds since 1970. */
      readonly expiresAt: number
      /** Points that the payment takes; absent for none. The wallet's money pays the rest of the price. */
      readonly points?: number
      /** Phone number of the wallet; only its last three digits are readable. */
      readonly phone: string
      /** Whether the code typed last was not accepted. */
      readonly wasWrong: boolean
    }
  /** No money has moved; the customer may try again or pay in another way. */
  | { readonly outcome: 'failed'; readonly code: number; readonly reason: string }
  /** It is unknown whether money has moved. The customer must not pay again. */
  | { readonly outcome: 'unsettled'; readonly order: OrderView }
  /** Another request is paying right now; ask again in a second. */
  | { readonly outcome: 'busy' }
  /** The order cannot be paid now; its state says why. */
  | { readonly outcome: 'closed'; readonly order: OrderView }
  /** The order names no customer, or the customer has no linked wallet. */
  | { readonly outcome: 'not_linked' }
  | { readonly outcome: 'not_found' }

/**
 * What keeps held money from being taken or given back: it was taken or given back before, that was asked for before,
 * or another payment of the order is being looked into.
 */
export type HoldConflict = 'captured' | 'released' | 'capturing' | 'releasing' | 'in_question'

/** What became of the money that was held for an order. */
export type HoldOutcome =
  /** The held money was taken, as was asked. */
  | { readonly outcome: 'captured'; readonly order: OrderView }
  /** The money is back in the wallet, as was asked. */
  | { readonly outcome: 'released'; readonly order: OrderView }
  /** The service has not answered; it is asked again until it does. */
  | { readonly outcome: 'pending'; readonly order: OrderView }
  /** It cannot be, and nothing was done: `hold` says why. */
  | { readonly outcome: 'conflict'; readonly hold: HoldConflict; readonly order: OrderView }
  /** No money is held for this order. */
  | { readonly outcome: 'not_held'; readonly order: OrderView }
  | { readonly outcome: 'not_found' }

/** A person's word on a payment that nothing else settles. */
export interface LinkedPaymentVerdict {
  /** Our reference of the payment attempt. */
  readonly reference: string
  /** `paid`: the money is taken; `not_paid`: none was taken and none is held. */
  readonly result: 'paid' | 'not_paid'
  /** Transaction id of the service; needed for `paid` where it is not known. */
  readonly transactionId?: string
  /** Where it is known from, 1 to 255 characters. */
  readonly reason: string
  /** Who says so, 1 to 64 characters. */
  readonly staffId: string
}

/** What the orders Worker offers about payments with linked wallets. Every method is safe to repeat. */
export interface LinkedPaymentsApi {
  /**
   * Pays an order with the linked wallet of its customer, or says how far the payment is.
   *
   * @param points loyalty points of the customer to take, a whole number greater than 0 and worth no more than the
   *   price (`too_many_points`); the wallet's money pays the rest, and all of it when left out
   */
  payWithLink(orderId: string, points?: number): Promise<LinkedPaymentOutcome>
  /**
   * Confirms the pending payment with the customer's one-time code, which is stored nowhere.
   *
   * @param otp as the customer typed it, 1 to 64 characters
   */
  confirmOtp(orderId: string, otp: string): Promise<LinkedPaymentOutcome>
  /** Takes all of the money that is held, on fulfilment. */
  captureOrder(orderId: string): Promise<HoldOutcome>
  /** Gives the money that is held back. */
  releaseOrder(orderId: string): Promise<HoldOutcome>
}
