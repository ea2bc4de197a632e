import type { OrderView } from './orders-api.ts'

/** What an event tells. */
export type OrderEventType = 'order.paid' | 'order.disputed' | 'order.refunded' | 'order.expired'

/**
 * The JSON body that the shop's backend receives. Events come at least once: an event is the same
 * event when its `webhook-id` is the same. Events of one order come in the order of their version.
 */
export interface OrderEvent {
  readonly type: OrderEventType
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** The order as it stood when the event was sent; it may have moved on since the event. */
    readonly order: Omit<OrderView, 'timeline'>
    /** Version that the order reached by this event; it grows from event to event of an order. */
    readonly version: number
    /** Ids and amounts of the event. */
    readonly facts: Readonly<Record<string, string | number | boolean | null>>
  }
}
