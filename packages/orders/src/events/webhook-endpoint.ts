/** A configured address that receives events. */
export interface WebhookEndpoint {
  /** Permanent name of the endpoint: its waiting events are stored under this name. */
  readonly id: string
  /** Absolute address that receives the events. */
  readonly url: string
  /**
   * Which events it receives: `*`, a type such as `order.paid`, or all of a group such as
   * `order.*`.
   */
  readonly events: readonly string[]
  /**
   * Signing keys, each `whsec_` or `whsk_` and base64. Every key signs, so that during a key
   * rotation the receiver finds a signature of the key that it knows.
   */
  readonly secrets: readonly string[]
}

/** The fields of an endpoint that decide whether it receives an event. */
export type EndpointFilter = Pick<WebhookEndpoint, 'id' | 'events'>

/** Whether an endpoint receives events of a type. */
export function wantsEvent({ events }: EndpointFilter, type: string): boolean {
  return events.some(
    (wanted) =>
      wanted === '*' ||
      wanted === type ||
      (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  )
}
