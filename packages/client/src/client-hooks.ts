import { checkOptions } from '@merchant-edge/signing/options'
import { redact, redactText } from '@merchant-edge/contract/redaction'

/** A request that is about to be sent. */
export interface RequestEvent {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** 1 for the first request of a call. */
  readonly attempt: number
  /** HTTP method. */
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

/** An answer whose body was read completely. */
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

/** A request that will be sent again. */
export interface RetryEvent {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Number of the next attempt, from 2 on. */
  readonly attempt: number
  /** Time until the next attempt, in milliseconds. */
  readonly delayMs: number
  /** Why: `ERR_NETWORK`, `ERR_TIMEOUT`, `ERR_RESPONSE_INVALID`, or the reason of the refusal. */
  readonly because: string
}

/**
 * Callbacks for logs and metrics. Events hold redacted values only. Errors thrown by a hook are
 * ignored, because a failing log must not lose the outcome of a payment.
 */
export interface ClientHooks {
  /** Before each request. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /** After each answer, accepted or refused. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Before the wait that precedes another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/**
 * Calls a hook. The event is built only when the hook is set; errors of building it and of the hook
 * are ignored.
 */
function emit<Event>(hook: ((event: Event) => unknown) | undefined, makeEvent: () => Event): void {
  if (hook === undefined) return
  new Promise((resolve) => {
    resolve(hook(makeEvent()))
  }).catch(() => undefined)
}

/**
 * The `hooks` of a client. They see no one-time passwords, tokens, signatures, names or addresses,
 * and of phone numbers the last three digits: what `redact` of `@merchant-edge/contract/redaction`
 * leaves.
 *
 * It is separate from `createClient`, so that a bundle without logging does not contain the
 * redaction code.
 *
 * @example
 * ```ts
 * import { RedactedHooks } from '@merchant-edge/client/hooks'
 *
 * export const hooks = new RedactedHooks({
 *   onRequest: ({ endpoint, request }) => console.log(endpoint, request),
 *   onRetry: ({ endpoint, because }) => console.warn(endpoint, because),
 * })
 * ```
 */
export class RedactedHooks {
  // A private field, so that no plain object, which would receive unredacted values, is assignable
  // to this class.
  readonly #hooks: ClientHooks

  /** @throws TypeError naming a hook that does not exist, or is no function */
  constructor(hooks: ClientHooks) {
    checkOptions('RedactedHooks', hooks, {
      onRequest: 'function',
      onResponse: 'function',
      onRetry: 'function',
    })
    this.#hooks = hooks
  }

  /** Called by the client with a request and its fields as sent. */
  sending(event: RequestEvent): void {
    emit(this.#hooks.onRequest, () => ({ ...event, request: redact(event.request) }))
  }

  /** Called by the client with an answer as received. */
  received(event: ResponseEvent): void {
    emit(this.#hooks.onResponse, () => ({
      ...event,
      message: redactText(event.message),
      data: redact(event.data),
    }))
  }

  /** Called by the client before a retry. */
  repeating(event: RetryEvent): void {
    emit(this.#hooks.onRetry, () => event)
  }
}
