import type { Alert } from '../alerts/alerts-api.ts'
import type { OrderView } from '../orders/orders-api.ts'
import type { TransferView } from '../transfers/transfers-api.ts'

/**
 * What an event about an order tells. Of a refund, whose `refund_id` is in the facts:
 *
 * - `order.refunded`: `vnd` and `points` are back now; the amounts of a refund's events of this type add up.
 *   With `presumed: true` the service has only said that the refund exists; with `origin: 'elsewhere'` somebody has made
 *   it without us, as the service's file says.
 * - `order.refund_confirmed`: `vnd` and `points` of what was told as presumed are known to be back, also when that was
 *   withdrawn meanwhile. Of this refund, the amounts of the events of this type take the place of the presumed ones.
 * - `order.refund_withdrawn`: what was presumed does not hold; the outcome is unknown again.
 * - `order.refund_refused`: nothing of it, or nothing more of it, comes back; what was reserved for it is free.
 *
 * A `transaction_id` among the facts of a refund is that of a disputed payment: the refund returns that one, and leaves the
 * payment that counts as the order's alone.
 *
 * `order.dispute_released`: a person has said that the payment by which the order was disputed (`transaction_id`) is that of
 * another order (`order_id_of_payment`), and nothing of the order is in question any more: it stands as its state says. Where
 * it is held or over by that, `order.held` or `order.expired` comes instead.
 *
 * `order.expired` without facts: the order was not paid in its time. With `reason: 'payment_denied'` a person has said that
 * there is no payment although a callback told of one (`transaction_id`), since the service denies it (`pay_status`); with
 * `order_id_of_payment`, that the payment is that of another order.
 */
export type OrderEventType =
  | 'order.paid'
  | 'order.disputed'
  | 'order.dispute_released'
  | 'order.refunded'
  | 'order.refund_confirmed'
  | 'order.refund_withdrawn'
  | 'order.refund_refused'
  | 'order.expired'
  | 'order.held'
  | 'order.cancelled'

/**
 * What an event about a transfer tells; each type happens to a transfer once.
 *
 * - `transfer.succeeded`: the money was sent.
 * - `transfer.failed`: no money was sent, and none will be under this id: what is still owed may be sent under a new one.
 *   It comes at once, or behind `transfer.unknown`. A transfer that was turned away unread (`sameIdGoes` of its refusal)
 *   and of which no event came before has none: it is asked for again under its id.
 * - `transfer.unknown`: nobody knows; one of the others follows. Send nothing for the same money until then.
 */
export type TransferEventType = 'transfer.succeeded' | 'transfer.failed' | 'transfer.unknown'

/** What an event about an alert tells; only endpoints that ask for it receive it. */
export type AlertEventType = 'alert.raised' | 'alert.closed'

/** Ids and amounts of an event. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * The JSON body that the shop's backend receives about an order. Events come at least once: an event is
 * the same event when its `webhook-id` is the same. Events of one order come in the order of their
 * version.
 */
export interface OrderEvent {
  readonly type: OrderEventType
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** The order as it stood when the event was first sent; it may have moved on since the event. */
    readonly order: Omit<OrderView, 'timeline'>
    /** Version that the order reached by this event; it grows from event to event of an order. */
    readonly version: number
    /** Ids and amounts of the event. */
    readonly facts: EventData
  }
}

/** The JSON body that the shop's backend receives about a transfer, under the same rules. */
export interface TransferEvent {
  readonly type: TransferEventType
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** The transfer as it stood when the event was first sent. */
    readonly transfer: TransferView
    /** Version that the transfer reached by this event. */
    readonly version: number
    /** Ids and amounts of the event. */
    readonly facts: EventData
  }
}

/** The JSON body that an endpoint receives about an alert, under the same rules. */
export interface AlertEvent {
  readonly type: AlertEventType
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** The alert as it stood when the event was first sent, with what it means and what to do. */
    readonly alert: Alert
    /** Grows from event to event of an alert. */
    readonly version: number
    /** Ids and amounts of the event. */
    readonly facts: EventData
  }
}

/** Any event that the shop's backend receives; `type` tells which. */
export type ShopEvent = OrderEvent | TransferEvent
