/** A request that is about to go out. */
export interface RequestEvent {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** 1 for the first request of a call. */
  readonly attempt: number
  readonly method: 'GET' | 'POST'
  /** Path without the query. */
  readonly path: string
  /** X-Key-Code, which is no secret. */
  readonly keyCode: string
  /** X-Timestamp, in seconds since 1970. */
  readonly timestamp: number
  /** X-Request-ID, if the caller gave one. */
  readonly requestId: string | undefined
  /** The fields of the request, redacted. */
  readonly request: unknown
}

/** An answer that was read to its end. */
export interface ResponseEvent {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** 1 for the first request of a call. */
  readonly attempt: number
  /** HTTP status. */
  readonly status: number
  /** Time from sending to the end of the body, in milliseconds. */
  readonly durationMs: number
  /** `meta.code`; absent when the answer has no envelope. */
  readonly code: number | undefined
  /** The service's own words, redacted; empty when there are none. */
  readonly message: string
  /** `data` of the answer, redacted. */
  readonly data: unknown
}

/** A request that will be repeated. */
export interface RetryEvent {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Number of the attempt that is to come, from 2 on. */
  readonly attempt: number
  /** Time until then, in milliseconds. */
  readonly delayMs: number
  /** Code of the error or reason of the refusal that led to it. */
  readonly because: string
}

/**
 * What a caller may watch, for logs and metrics. Events hold redacted values only. An error that a hook
 * throws is dropped: a log must not lose the outcome of a payment.
 */
export interface ClientHooks {
  /** Before each request. */
  readonly onRequest?: (event: RequestEvent) => void
  /** After each answer, whatever it says. */
  readonly onResponse?: (event: ResponseEvent) => void
  /** Before the wait that precedes a repeat. */
  readonly onRetry?: (event: RetryEvent) => void
}

/**
 * Tells a hook. The event is made only when somebody listens, and what making it or hearing it throws
 * is dropped.
 */
export function tell<Event>(
  hook: ((event: Event) => unknown) | undefined,
  makeEvent: () => Event,
): void {
  if (hook === undefined) return
  new Promise((resolve) => {
    resolve(hook(makeEvent()))
  }).catch(() => undefined)
}
