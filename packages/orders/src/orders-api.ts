import type { AttemptState, OrderState, RefundState } from './order-state.ts'

/** How the customer pays one attempt. */
export type PaymentMethod = 'web-payment' | 'transaction-qr'

/** An order as the shop's backend announces it. */
export interface NewOrder {
  /** The merchant's own order id: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly id: string
  /** Price in whole VND, greater than 0. */
  readonly amountVnd: number
  /** What the customer reads, at most 255 characters. */
  readonly description?: string
  /** Time in which the order can be paid, 3 to 1,440 minutes; 15 when left out. */
  readonly expiresInMinutes?: number
  /** Where the return page offers to lead; its origin must be on the configured list. */
  readonly returnUrl?: string
}

/** What happened to an announced order. */
export type OpenOutcome =
  /** The order is new and on disk. */
  | { readonly outcome: 'opened'; readonly order: OrderView }
  /** The same order was announced before; nothing changed. */
  | { readonly outcome: 'existing'; readonly order: OrderView }
  /** The id is taken by an order with another amount; nothing changed. */
  | { readonly outcome: 'conflict'; readonly order: OrderView }

/** What the customer is to do next. */
export type PaymentOutcome =
  /** Send the browser to the hosted page. */
  | { readonly outcome: 'redirect'; readonly paymentUrl: string; readonly expiresAt: number }
  /** Show this text as a QR. */
  | { readonly outcome: 'qr'; readonly qrCode: string; readonly expiresAt: number }
  /** The order cannot be paid now; its state says why (paid, expired, ...). */
  | { readonly outcome: 'closed'; readonly order: OrderView }
  /** Another request is creating the payment right now; ask again in a second. */
  | { readonly outcome: 'busy' }
  /** The service refused; the reason and remedy are for the merchant, not for the customer. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
    }
  /** The service gave no trustworthy answer; the attempt is kept as `create_unknown`. */
  | { readonly outcome: 'unknown'; readonly message: string }
  | { readonly outcome: 'not_found' }

/** A verified payment callback on its way to the journal. */
export interface CallbackRecord {
  /** Our reference from the callback's path; absent when the order was created elsewhere. */
  readonly reference?: string
  /** Our amount in VND from the path's token; absent when the order was created elsewhere. */
  readonly amountVnd?: number
  /** The signed fields, verified. */
  readonly signed: {
    readonly pay_status: string
    readonly transaction_id: string
    readonly order_id: string
  }
  /** The unsigned fields, as text; stored apart and never used for money. */
  readonly hints: Readonly<Record<string, string>>
  /** Id of the public key that verified the signature. */
  readonly keyId: string
}

/** What became of a callback; each of them is on disk when it is returned. */
export type RecordOutcome = 'recorded' | 'duplicate' | 'orphan'

/** A refund as the shop's backend asks for it. */
export interface NewRefund {
  /** The merchant's own refund id: 1 to 35 characters of `A-Z a-z 0-9 _ -`, used once. */
  readonly id: string
  /** Money to return, in whole VND. */
  readonly vnd?: number
  /** Points to return. */
  readonly points?: number
  /** Why, for the service and the timeline. */
  readonly reason?: string
  /** Who refunds, for the service and the timeline. */
  readonly staffId?: string
}

export type RefundOutcome =
  /** The refund is known; its state says what it came to. */
  | { readonly outcome: 'known'; readonly refund: RefundView; readonly order: OrderView }
  /** The refund id exists with other amounts or for another order. */
  | { readonly outcome: 'conflict'; readonly refund: RefundView }
  /** More than what is left, or the order is not paid; nothing was sent. */
  | { readonly outcome: 'not_refundable'; readonly remedy: string; readonly order: OrderView }
  | { readonly outcome: 'not_found' }

export interface AttemptView {
  /** order_reference_id of this attempt at the service. */
  readonly reference: string
  readonly method: PaymentMethod
  readonly state: AttemptState
  /** Order id of the service, once known. */
  readonly serviceOrderId?: string
  /** When the attempt expires, in seconds since 1970, once known. */
  readonly expiresAt?: number
  readonly createdAt: number
}

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
  /** What the signed query confirmed; absent until then. */
  readonly payment?: {
    readonly transactionId: string
    readonly serviceOrderId: string
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

/** Something a person should look at. */
export interface Alert {
  readonly id: number
  /** `possible_double_payment`, `amount_mismatch`, `orphan_callback`, `dead_letter`, ... */
  readonly kind: string
  readonly subject: string
  readonly at: number
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** What a sweep did; every number is a count of rows. */
export interface SweepReport {
  readonly polled: number
  readonly confirmed: number
  readonly expired: number
  readonly orphansMatched: number
  readonly refundsSettled: number
  readonly delivered: number
  readonly failed: number
  readonly sealed: number
}

/**
 * What the orders Worker offers to the other Workers over RPC. Every method is safe to repeat: a
 * call whose answer got lost can be made again with the same arguments.
 */
export interface OrdersApi {
  /** Puts a new order on disk. */
  open(order: NewOrder): Promise<OpenOutcome>
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /** Creates a payment at the service, or returns the one that is still payable. */
  startPayment(id: string, method: PaymentMethod): Promise<PaymentOutcome>
  /** Puts a verified callback on disk; only after this returns may the callback be acknowledged. */
  record(callback: CallbackRecord): Promise<RecordOutcome>
  /**
   * Reserves, calls the service, settles; a repeat with the same id resumes or returns the result.
   */
  refund(orderId: string, refund: NewRefund): Promise<RefundOutcome>
  /** Alerts, newest first, at most 100. */
  alerts(): Promise<readonly Alert[]>
  /** Does all work that is due: polls, confirmations, orphans, expiries, refunds, deliveries. */
  sweep(): Promise<SweepReport>
}
