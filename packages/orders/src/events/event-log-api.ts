/** State of the delivery of an event to an endpoint. */
export type EventDeliveryState =
  /** Being sent or retried, or waiting for an earlier event or a paused endpoint. */
  | 'waiting'
  | 'delivered'
  /** Dead letter: retries are exhausted; it may be resent. */
  | 'dead'
  /** No endpoint subscribed to it when it was written. */
  | 'unwanted'

/** An event for one endpoint. */
export interface EventView {
  /** Key of the event for this endpoint. */
  readonly key: string
  /** The `webhook-id`, which is the same for every endpoint. */
  readonly webhookId: string
  /** `order.paid`, `transfer.failed`, `alert.raised`, ... */
  readonly type: string
  /**
   * `waiting`: being sent or retried, or behind an earlier event or a paused endpoint; `delivered`:
   * the endpoint has it; `dead`: given up after all retries; `unwanted`: no endpoint subscribed to
   * it.
   */
  readonly state: EventDeliveryState
  /** Id of the endpoint; missing when no endpoint subscribed to the event. */
  readonly endpoint?: string
  /** Id of the order that the event is about; missing for another event. */
  readonly orderId?: string
  /** Id of the transfer that the event is about; missing for another event. */
  readonly transferId?: string
  /** Number of the alert that the event is about; missing for another event. */
  readonly alertId?: number
  /** When it happened, in seconds since 1970. */
  readonly at: number
  /** When the next delivery is due, in seconds since 1970; only while the event waits. */
  readonly nextAt?: number
  /** Failed deliveries since the event was written or last resent. */
  readonly failures: number
}

/** One delivery of an event. */
export interface DeliveryView {
  /** When it was sent, in seconds since 1970. */
  readonly at: number
  /** Duration in milliseconds. */
  readonly durationMs: number
  /** HTTP status of the answer; missing without one. */
  readonly status?: number
  /**
   * Why the delivery failed: `timeout`: no answer within 15 seconds; `connection`: no connection;
   * `status`: an answer other than 2xx; `no_body`: there was no body to send; `not_signed`: it
   * could not be signed. Missing after 2xx.
   */
  readonly failure?: 'timeout' | 'connection' | 'status' | 'no_body' | 'not_signed'
}

/** An event with its body and its deliveries. */
export interface EventDetails extends EventView {
  /** The body that is sent, identical in every retry; missing before the first delivery. */
  readonly body?: string
  /** The newest 20 deliveries, newest first. */
  readonly deliveries: readonly DeliveryView[]
}

/** Filter of a list of events; without it the list has all of them. */
export interface EventFilter {
  /** State of the delivery to the endpoint. */
  readonly state?: EventDeliveryState
  /**
   * Id of the endpoint that receives the event: one that is configured or paused, or that still has
   * waiting or dead events.
   */
  readonly endpoint?: string
  /** Id of the order that the event is about. */
  readonly orderId?: string
  /** Type of the event, such as `order.paid`. */
  readonly type?: string
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** A page of events, newest first. */
export interface EventPage {
  /** Events, newest first. */
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

/** Outcome of a request to resend an event. */
export type ResendOutcome =
  /** The event is due now, with a new retry schedule and the current keys. */
  | { readonly outcome: 'resent'; readonly event: EventView }
  /** The event is already due, or no endpoint subscribed to it; nothing changed. */
  | { readonly outcome: 'unchanged'; readonly event: EventView }
  | { readonly outcome: 'not_found' }

/** Outcome of a request to resend a page of events. */
export interface ResendReport {
  /** Number of events of the page that are due now. */
  readonly resent: number
  /** Number of events of the page that were due already. */
  readonly unchanged: number
  /** Where the next page begins; missing when all are done. */
  readonly cursor?: string
}

/** The pause of an endpoint. */
export interface EndpointPause {
  /** When it was paused, in seconds since 1970. */
  readonly at: number
  /** `gone` after 410, or the reason given by an operator. */
  readonly reason: string
  /** Operator who paused it; missing when an answer 410 paused it. */
  readonly staffId?: string
}

/** An endpoint and its waiting events. */
export interface EndpointView {
  /** Id of the endpoint, from the configuration. */
  readonly id: string
  /** Whether the endpoint is configured; events of an endpoint that is not configured wait. */
  readonly configured: boolean
  /**
   * Origin of the endpoint's address, followed by `/***` when the address has a path or a query,
   * which may be secret; missing when the endpoint is not configured.
   */
  readonly url?: string
  /** Which events it receives. */
  readonly events: readonly string[]
  /** Number of events that wait for delivery. */
  readonly waiting: number
  /** Number of events that were given up. */
  readonly dead: number
  /** Since when and why it is paused; missing unless it is. */
  readonly paused?: EndpointPause
}

/** Outcome of a request to pause or resume an endpoint. */
export type EndpointOutcome =
  | { readonly outcome: 'changed' | 'unchanged'; readonly endpoint: EndpointView }
  | { readonly outcome: 'not_found' }
