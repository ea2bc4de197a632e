import type { CallbackMessage } from './callbacks/callback-message.ts'
import type { DailyFilesApi } from './daily-files/daily-files-api.ts'
import type { LinkedPaymentsApi } from './linked-payments/linked-payments-api.ts'
import type { LinksApi } from './links/links-api.ts'
import type { OrderView, RefundView } from './orders/order-view.ts'
import type { TransfersApi } from './transfers/transfers-api.ts'

/** How the customer pays an attempt that the service shows to the customer. */
export type PaymentMethod = 'web-payment' | 'transaction-qr'

/** How an attempt is paid. */
export type AttemptMethod = PaymentMethod | 'linked-wallet'

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
  /** The shop's customer whose linked wallet may pay: 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
  readonly linkedCustomerId?: string
  /**
   * Whether the money of a linked wallet is held first: taken by `capture` on fulfilment, given back by
   * `release`. Other ways to pay do not know it. Needs `linkedCustomerId`.
   */
  readonly holdPayment?: boolean
}

/** What happened to an announced order. */
export type OpenOutcome =
  /** The order is new and on disk. */
  | { readonly outcome: 'opened'; readonly order: OrderView }
  /** The same order was announced before; nothing changed. */
  | { readonly outcome: 'existing'; readonly order: OrderView }
  /** The id is taken by an order with another amount, customer or way of holding; nothing changed. */
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
  /** Money of a linked wallet may have moved for this order: no other way to pay is offered. */
  | { readonly outcome: 'unsettled'; readonly order: OrderView }
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
  readonly unsignedFields: Readonly<Record<string, string>>
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
  /** Links that the service has confirmed, ended or given up. */
  readonly linksSettled: number
  /** Payments with linked wallets that have reached another state. */
  readonly linkedPaymentsSettled: number
  /** Transfers whose call was interrupted and that are unknown from now on. */
  readonly transfersUnknown: number
  readonly delivered: number
  readonly failed: number
  readonly sealed: number
}

/**
 * What the orders Worker offers to the other Workers over RPC. Every method is safe to repeat: a
 * call whose answer got lost can be made again with the same arguments.
 */
export interface OrdersApi extends LinksApi, LinkedPaymentsApi, TransfersApi, DailyFilesApi {
  /** Puts a new order on disk. */
  open(order: NewOrder): Promise<OpenOutcome>
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /** Creates a payment at the service, or returns the one that is still payable. */
  startPayment(id: string, method: PaymentMethod): Promise<PaymentOutcome>
  /** Puts a verified callback on disk; only after this returns may the callback be acknowledged. */
  record(callback: CallbackMessage): Promise<RecordOutcome>
  /**
   * Reserves, calls the service, settles; a repeat with the same id resumes or returns the result.
   */
  refund(orderId: string, refund: NewRefund): Promise<RefundOutcome>
  /** Alerts, newest first, at most 100. */
  alerts(): Promise<readonly Alert[]>
  /** Does all work that is due: polls, confirmations, orphans, expiries, refunds, deliveries. */
  sweep(): Promise<SweepReport>
}
