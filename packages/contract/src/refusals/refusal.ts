/**
 * What a caller should do with the same request after a refusal.
 *
 * - `never`: the same request will be refused again; something in it, or at the service, must
 *   change.
 * - `same-id`: retry immediately with the same business id and a fresh nonce, timestamp and
 *   signature.
 * - `later`: the service cannot answer now; retry with the same business id after some minutes.
 */
export type Retry = 'never' | 'same-id' | 'later'

/**
 * What a refusal is about.
 *
 * - `decided`: the service looked at the request itself and refused it.
 * - `not_processed`: the service turned the request away for its key, signature, timestamp or nonce
 *   before it looked at what the request asks for. Nothing was registered under its id; the same
 *   request, with the same id, goes through once the key or the clock is repaired. A nonce that was
 *   used before (4010006) is no such reason: the request that used it may have been processed.
 *
 * @see Specification 5.1, 7
 */
export type RefusalKind = 'decided' | 'not_processed'

/** One refusal code of the service, with everything that a caller needs to handle it. */
export interface Refusal {
  /** Stable name of the refusal in snake_case, for `switch` and for logs. */
  readonly reason: string
  /** Why the service refused, in one sentence. */
  readonly cause: string
  /** What to do about it, in one sentence. */
  readonly remedy: string
  /** Whether and how the same request may be repeated. */
  readonly retry: Retry
  /**
   * Whether the request may have taken effect although it was refused. `maybe` means that money may
   * have moved: treat the outcome as unknown until a query or the daily file settles it.
   */
  readonly applied: 'no' | 'maybe'
  /**
   * `not_processed` when the request was rejected without processing it; `decided` when left out.
   */
  readonly kind?: RefusalKind
  /**
   * HTTP status that the specification gives for it; its leading three digits elsewhere. Assumes
   * G-13.
   */
  readonly httpStatus?: number
}

/** Refusals by `meta.code`. */
export type RefusalTable = { readonly [code: number]: Refusal }

/** Cause and remedy of a refusal in one language. */
export interface RefusalWords {
  /** Why the service refused, in one sentence. */
  readonly cause: string
  /** What to do about it, in one sentence. */
  readonly remedy: string
}
