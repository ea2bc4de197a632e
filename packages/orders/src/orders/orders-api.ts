import type { Amounts } from '../rules/amounts.ts'
import type { ExtraData } from '../rules/extra-data.ts'
import type { AttemptMethod, AttemptState } from '../states/attempt-state.ts'
import type { DisputedPaymentState } from '../states/disputed-payment-state.ts'
import type { OrderState } from '../states/order-state.ts'
import type { RefundOrigin, RefundState } from '../states/refund-state.ts'

/** An order as the shop's backend announces it. */
export interface NewOrder {
  /** The merchant's own order id: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly id: string
  /** Price in whole VND, 1 to 999,999,999,999,999. */
  readonly amountVnd: number
  /** What the customer reads, at most 255 characters. */
  readonly description?: string
  /** Time in which the order can be paid, 3 to 1,440 minutes; 15 when left out. */
  readonly expiresInMinutes?: number
  /** Link that the return page offers; its origin must be one of the configured ones. */
  readonly returnUrl?: string
  /** The shop's customer whose linked wallet may pay: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly linkedCustomerId?: string
  /**
   * Whether the money of a linked wallet is held first, then captured on fulfilment or released.
   * Other ways to pay do not support it. Requires `linkedCustomerId`.
   */
  readonly holdPayment?: boolean
  /** Code of the store, one of the configured stores; the default store when left out. */
  readonly storeCode?: string
  /**
   * Code of the terminal in that store. When left out: the default terminal for the default store,
   * else none.
   */
  readonly posCode?: string
  /**
   * Extra information for the service, which returns it in its callback. QR, hosted page and wallet
   * app support it; a payment with a linked wallet has no field for it.
   */
  readonly extraData?: ExtraData
}

/** Outcome of announcing an order. */
export type OpenOutcome =
  /** The order is new and on disk. */
  | { readonly outcome: 'opened'; readonly order: OrderView }
  /** The same order was announced before; nothing changed. */
  | { readonly outcome: 'existing'; readonly order: OrderView }
  /**
   * The id is taken by a different order; nothing changed. Erased texts of an old order count as
   * equal.
   */
  | {
      readonly outcome: 'conflict'
      readonly order: OrderView
      /** The fields that differ. */
      readonly differs: readonly Exclude<keyof NewOrder, 'id'>[]
    }

/** An attempt to pay an order, as the shop sees it. */
export interface AttemptView {
  /** `order_reference_id` of this attempt at the service. */
  readonly reference: string
  /**
   * `web-payment`: on the hosted page; `transaction-qr`: by QR; `app-to-app`: in the wallet app;
   * `linked-wallet`: from a linked wallet.
   */
  readonly method: AttemptMethod
  /**
   * `creating`: being created at the service; `created`: can be paid; `create_unknown`: the service
   * has not answered; `refused`: not created or not paid; `expired`: its time is over; `paid`:
   * paid. Of a linked wallet also `paying`, `confirming`: a call is under way; `awaiting_otp`: the
   * customer has to type the code; `payment_unknown`: money may have moved; `held`: the money is
   * held; `capturing`, `releasing`: it is being captured or released; `released`: it was released.
   */
  readonly state: AttemptState
  /** Order id of the service, once known. */
  readonly serviceOrderId?: string
  /** When it expires, in seconds since 1970, once known. */
  readonly expiresAt?: number
  /** When it was created, in seconds since 1970. */
  readonly createdAt: number
  /** Points that a payment with a linked wallet uses; absent for none. */
  readonly points?: number
  /** Whether the customer may still pay it. */
  readonly live: boolean
  /** Whether money of a linked wallet may have moved, may be moving or is held. */
  readonly mayHaveMoved: boolean
  /** Remaining tries for the one-time code, while a code may be typed. */
  readonly otpTriesLeft?: number
}

/**
 * A disputed payment of an order: a wrong amount, a second payment, or a payment that belongs to
 * another order too. An operator accepts it, releases it to the other order, or refunds it by its
 * transaction. Money is in whole VND, times are in seconds since 1970.
 */
export interface DisputedPaymentView {
  /** Transaction id of the service. */
  readonly transactionId: string
  /** Attempt on which the money arrived. */
  readonly reference: string
  /**
   * `open`: nobody has decided; `accepted`: it counts as the order's payment; `returned`: all of it
   * is refunded; `released`: it belongs to another order, is another name of the order's payment,
   * or was never made.
   */
  readonly state: DisputedPaymentState
  /**
   * `amount_mismatch`: the amount differs from the price; `token_amount_mismatch`: the address of
   * the callback was made for another amount; `possible_double_payment`: the order has a payment
   * already; `payment_of_disputed_order`: the order was disputed already;
   * `transaction_of_other_order`: the transaction belongs to another order too.
   */
  readonly reason: string
  /** Money paid, in whole VND. */
  readonly vnd: number
  /** Points paid, a whole number. */
  readonly points: number
  /** What of it is returned, or reserved for a refund that is not settled yet. */
  readonly refunded: Amounts
  /** What of `refunded` is back, or presumed to be back. */
  readonly returned: Amounts
  /** When it was recorded, in seconds since 1970. */
  readonly createdAt: number
}

/** Why a refund or a transfer was not made. */
export interface RefusalView {
  /** Code of the service; 0 when the refusal does not come from an answer of the service. */
  readonly code: number
  /** Stable name of the refusal, for programs. */
  readonly reason: string
  /** What to do. */
  readonly remedy: string
}

/** The confirmed payment of an order. */
export interface OrderPayment extends Amounts {
  /** Transaction id of the service. */
  readonly transactionId: string
  /** Order id of the service; a payment with a linked wallet has none. */
  readonly serviceOrderId?: string
  /** Money paid, in whole VND. */
  readonly vnd: number
  /** Points paid, a whole number. */
  readonly points: number
  /** When the payment was confirmed, in seconds since 1970. */
  readonly confirmedAt: number
}

/** A refund of an order, as the shop sees it. Money is whole VND, times are seconds since 1970. */
export interface RefundView {
  /**
   * Id of the refund; `elsewhere:` and the wallet transaction code for a refund that was not made
   * through this system.
   */
  readonly id: string
  /**
   * `reserved`: the service has not answered yet; `refunded`: all of it is back;
   * `presumed_refunded`: no call was answered, but the service knows the id; `part_settled`: of
   * money and points one is back, and the other is owed or not returned; `refund_unknown`: the
   * outcome is unknown; `refused`: nothing is back.
   */
  readonly state: RefundState
  /**
   * `shop`: made by the shop through this system; `elsewhere`: made outside of it, such as on the
   * merchant site.
   */
  readonly origin: RefundOrigin
  /** Money of the refund, in whole VND; 0 for none. */
  readonly vnd: number
  /** Points of the refund, a whole number; 0 for none. */
  readonly points: number
  /** What of it is back, or presumed to be back. */
  readonly returned: Amounts
  /** Amounts that are reserved but not refunded yet: the outcome is open, or a half is owed. */
  readonly owed: Amounts
  /** Disputed payment that it refunds; absent for the payment that counts as the order's. */
  readonly transactionId?: string
  /** Reason of the refund, if one was given; missing once personal data were erased. */
  readonly reason?: string
  /**
   * Why the refund was refused, if it was; code 0 when the refusal does not come from an answer of
   * the service.
   */
  readonly refusal?: RefusalView
  /** When it was recorded, in seconds since 1970. */
  readonly createdAt: number
  /** When it changed last, in seconds since 1970. */
  readonly updatedAt: number
}

/** One line of an order's history: what happened, and the evidence for it. */
export interface TimelineEntry {
  /** Position in the journal, from 1; it grows with every line. */
  readonly seq: number
  /** When it happened, in seconds since 1970. */
  readonly at: number
  /** `order.opened`, `attempt.created`, `callback.received`, `payment.confirmed`, ... */
  readonly kind: string
  /** Evidence for the line: ids, amounts, codes. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** An order as the other Workers and the shop see it. */
export interface OrderView {
  /** The merchant's own order id: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly id: string
  /**
   * `creating`: no payment is created yet; `created`: the customer can pay; `expired`: the time is
   * over without a payment; `paid_unverified`: a callback reports the payment, and the service has
   * not confirmed it yet; `paid`: paid and confirmed; `disputed`: a person has to decide about a
   * payment; `part_refunded`, `refunded`: a part or all of the payment is back; `held`: the money
   * of a linked wallet is held; `cancelled`: held money was released.
   */
  readonly state: OrderState
  /** Grows with every change of the order. */
  readonly version: number
  /** Price in whole VND. */
  readonly amountVnd: number
  /**
   * What the customer reads; empty when the shop gave nothing, or once personal data were erased.
   */
  readonly description: string
  /** When the order was opened, in seconds since 1970. */
  readonly createdAt: number
  /** Until when the order can be paid, in seconds since 1970. */
  readonly expiresAt: number
  /** Link that the return page offers, if the shop gave one. */
  readonly returnUrl?: string
  /** The shop's customer whose linked wallet may pay, when the shop named one. */
  readonly linkedCustomerId?: string
  /** Whether the money of a linked wallet is held first. */
  readonly holdPayment: boolean
  /** Extra information for the service, if the shop gave any. */
  readonly extraData?: ExtraData
  /** Code of the store; absent for orders from before stores were recorded. */
  readonly storeCode?: string
  /** Code of the terminal in that store, when there is one. */
  readonly posCode?: string
  /** The confirmed payment; absent until a payment is confirmed. */
  readonly payment?: OrderPayment
  /**
   * Money in VND and points that are refunded, or reserved for a refund that is not settled yet.
   */
  readonly refunded: Amounts
  /** What of `refunded` is back, or presumed to be back. */
  readonly returned: Amounts
  /** Attempts to pay the order, oldest first. */
  readonly attempts: readonly AttemptView[]
  /** Disputed payments besides the one that counts, oldest first. */
  readonly disputedPayments: readonly DisputedPaymentView[]
  /** Refunds of the order, oldest first. */
  readonly refunds: readonly RefundView[]
  /** What happened to the order, oldest line first. */
  readonly timeline: readonly TimelineEntry[]
}
