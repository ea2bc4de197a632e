/** An address that receives events, as it is configured. */
export interface WebhookEndpoint {
  /** Name of the endpoint, for ever: what waits for it is kept under this name. */
  readonly id: string
  /** Absolute address that receives the events. */
  readonly url: string
  /** Which events it receives: `*`, a type such as `order.paid`, or all of a group such as `order.*`. */
  readonly events: readonly string[]
  /**
   * Keys that sign, each `whsec_` or `whsk_` and base64. Every one of them signs, so that a receiver finds
   * the one that it knows while a key is replaced.
   */
  readonly secrets: readonly string[]
}

/** What decides which endpoints an event is kept for. */
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
