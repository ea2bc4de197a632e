/** Where an event for an endpoint stands. */
export type EventDeliveryState =
  /** It is sent, or tried again, or waits behind an earlier one or for a paused endpoint. */
  | 'waiting'
  | 'delivered'
  /** Given up; it may be resent. */
  | 'dead'
  /** No endpoint wanted it when it was written. */
  | 'unwanted'

/** An event for one endpoint. */
export interface EventView {
  /** Names the event for this endpoint. */
  readonly key: string
  /** The `webhook-id`, which is the same for every endpoint. */
  readonly webhookId: string
  /** `order.paid`, `transfer.failed`, `alert.raised`, ... */
  readonly type: string
  readonly state: EventDeliveryState
  /** Id of the endpoint; missing when no endpoint wanted the event. */
  readonly endpoint?: string
  readonly orderId?: string
  readonly transferId?: string
  readonly alertId?: number
  /** When it happened, in seconds since 1970. */
  readonly at: number
  /** When it is tried next, in seconds since 1970; only while it waits. */
  readonly nextAt?: number
  /** Deliveries that failed since it was written or resent last. */
  readonly failures: number
}

/** One delivery of an event. */
export interface DeliveryView {
  /** When it was sent, in seconds since 1970. */
  readonly at: number
  readonly durationMs: number
  /** HTTP status of the answer; missing without one. */
  readonly status?: number
  /** Why it was no delivery; missing after 2xx. */
  readonly failure?: 'timeout' | 'connection' | 'status' | 'no_body' | 'not_signed'
}

/** An event with what was sent, and what became of it. */
export interface EventDetails extends EventView {
  /** The body as it is sent, the same in every repeat; missing before the first delivery. */
  readonly body?: string
  /** The newest 20 deliveries, newest first. */
  readonly deliveries: readonly DeliveryView[]
}

/** Which events a list shows; without a filter all of them. */
export interface EventFilter {
  readonly state?: EventDeliveryState
  readonly endpoint?: string
  readonly orderId?: string
  readonly type?: string
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** A page of events, newest first. */
export interface EventPage {
  readonly events: readonly EventView[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Why a person acts on events or endpoints, and who that is. */
export interface WebhookDecision {
  /** 1 to 255 characters. */
  readonly reason: string
  /** Who decides, 1 to 64 characters. */
  readonly staffId: string
}

/** What became of a request to resend an event. */
export type ResendOutcome =
  /** It is due now, with a new schedule and the present keys. */
  | { readonly outcome: 'resent'; readonly event: EventView }
  /** It is due already, or no endpoint wanted it; nothing changed. */
  | { readonly outcome: 'unchanged'; readonly event: EventView }
  | { readonly outcome: 'not_found' }

/** What became of a request to resend a page of events. */
export interface ResendReport {
  readonly resent: number
  /** Events of the page that were due already. */
  readonly unchanged: number
  /** Where the next page begins; missing when all are done. */
  readonly cursor?: string
}

/** An endpoint and what waits for it. */
export interface EndpointView {
  readonly id: string
  /** Whether it is in the configuration; events of one that is not wait. */
  readonly configured: boolean
  /**
   * The origin of its address, with `***` for a path or a query, which may be secret; missing when it is not configured.
   */
  readonly url?: string
  /** Which events it receives. */
  readonly events: readonly string[]
  readonly waiting: number
  readonly dead: number
  /** Missing unless it is paused. */
  readonly paused?: {
    /** Seconds since 1970. */
    readonly at: number
    /** `gone` after 410, or what a person has said. */
    readonly reason: string
    /** Who paused it; missing when its own answer did. */
    readonly staffId?: string
  }
}

/** What became of a request to pause or to resume an endpoint. */
export type EndpointOutcome =
  | { readonly outcome: 'changed' | 'unchanged'; readonly endpoint: EndpointView }
  | { readonly outcome: 'not_found' }
