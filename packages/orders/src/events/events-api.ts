import type { Alert } from '../alerts/alerts-api.ts'
import type { OrderView } from '../orders/orders-api.ts'
import type { TransferView } from '../transfers/transfers-api.ts'

/**
 * Types of events about an order. Events about a refund have its `refund_id` in the facts:
 *
 * - `order.refunded`: `vnd` and `points` have been refunded now; the amounts of a refund's events
 *   of this type add up. With `presumed: true` the service has only said that the refund exists;
 *   with `origin: 'elsewhere'` the refund was made outside this system and found in the service's
 *   file. With `corrected: true` it comes after `order.refund_refused`: an operator had recorded
 *   the refund, or this half of it, as not returned and was wrong.
 * - `order.refund_confirmed`: `vnd` and `points` of a presumed refund are now known to be refunded,
 *   even if the presumption was withdrawn meanwhile, or an operator had wrongly recorded the
 *   refund as not returned (`corrected: true`). For this refund, the amounts of the events of
 *   this type replace the presumed ones.
 * - `order.refund_withdrawn`: the presumption was wrong, and `vnd` and `points` do not count as
 *   refunded any more. The outcome is unknown again; or, with the state `part_settled`, the service
 *   has accepted the refund, and all of it is still owed (`owed_vnd`, `owed_points`).
 * - `order.refund_refused`: nothing, or nothing more, of the refund will be paid; its reservation
 *   is released. A verdict that said so may be corrected later.
 *
 * A `transaction_id` in the facts of a refund names a disputed payment: the refund returns this
 * payment and does not change the payment that counts as the order's.
 *
 * `order.payment_corrected`: an operator had recorded a payment of the order as paid under a
 * wrong transaction (`transaction_id_before`) and has put the one in its place that the service names
 * (`transaction_id`). The order keeps its state, by the same money; a disputed payment and its
 * refunds are named by the right transaction from now on. With `never_made: true` it is other money:
 * the payment that counted was never made, and a disputed payment has taken its place. With
 * `reference_before` the transaction is the same, but the service names it for another payment of the
 * order (`reference`) than an operator had; whether the other one was made is unknown again.
 *
 * `order.dispute_ended`: no payment of the order is in question any more; the state of the order is
 * valid again. The payment that was in question (`transaction_id`) was refunded (`refund_id`, with
 * `presumed: true` when the service has only said that the refund exists), belongs to another
 * order (`order_id_of_payment`), is another name of the payment that counts
 * (`transaction_id_of_payment`), or was never made, although a person had called it paid
 * (`never_made: true`). `order.refund_withdrawn` with a `transaction_id` reopens the
 * dispute. The event is not sent when `order.paid`, `order.expired` or `order.held` says how the
 * dispute ended.
 *
 * `order.expired` without facts: the order was not paid in time. With `reason: 'payment_denied'`: a
 * person has decided that there is no payment, because the service denies it (`pay_status`) or
 * knows no order with its id (`why`). The `transaction_id` names the payment that a callback had
 * reported; it is missing when no callback did. With `order_id_of_payment`: the payment belongs to
 * another order. With `never_made: true`: a person had called the payment paid, and it was not.
 */
export type OrderEventType =
  | 'order.paid'
  | 'order.payment_corrected'
  | 'order.disputed'
  | 'order.dispute_ended'
  | 'order.refunded'
  | 'order.refund_confirmed'
  | 'order.refund_withdrawn'
  | 'order.refund_refused'
  | 'order.expired'
  | 'order.held'
  | 'order.cancelled'

/**
 * Types of events about a transfer; each type happens once at most, except a correction.
 *
 * - `transfer.succeeded`: the money was sent. It comes after `transfer.failed`, with the fact
 *   `corrected`, when an operator had recorded the transfer as not made and was wrong. It comes a second
 *   time, with `corrected` and `transaction_id_before`, when an operator had recorded it as made under a
 *   wrong transaction: nothing more was sent.
 * - `transfer.failed`: no money was sent, and none will be sent under this id; the amount still
 *   owed may be sent under a new id. It comes immediately, or after `transfer.unknown`. A transfer
 *   that the service rejected without processing it (`idReusable` of its refusal) has no event if
 *   none came before: request it again under the same id.
 * - `transfer.unknown`: the outcome is unknown; one of the other events follows. Do not send the
 *   same amount again until then.
 */
export type TransferEventType = 'transfer.succeeded' | 'transfer.failed' | 'transfer.unknown'

/** Types of events about an alert; only endpoints that subscribe to them receive them. */
export type AlertEventType = 'alert.raised' | 'alert.closed'

/** Ids and amounts of an event. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * The JSON body that the shop's backend receives about an order. Events are delivered at least
 * once: deduplicate them by `webhook-id`. Events of one order arrive in the order of their version.
 */
export interface OrderEvent {
  readonly type: OrderEventType
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /**
     * The order at the time when the event was first sent; it may already include changes after the
     * event.
     */
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
    /** The transfer at the time when the event was first sent. */
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
    /** The alert at the time when the event was first sent, with its meaning and remedy. */
    readonly alert: Alert
    /** Grows from event to event of an alert. */
    readonly version: number
    /** Ids and amounts of the event. */
    readonly facts: EventData
  }
}

/** Any event that the shop's backend receives; `type` tells which. */
export type ShopEvent = OrderEvent | TransferEvent
