import type { RefusalKind } from '@merchant-edge/contract/refusals'

/**
 * Why there was no answer: timeout, connection failure, invalid response, abort by the caller, or
 * an unusable key.
 */
export type CallFailure = 'timeout' | 'network' | 'not_the_service' | 'aborted' | 'key'

/** Diagnostic details of a call. No decision depends on them. */
export interface CallTrace {
  /** Number of HTTP requests, including retries. */
  readonly requests?: number
  /** `meta.request_id` of the answer. @see Specification 4.11 */
  readonly requestId?: string
  /** Why there was no answer. */
  readonly failure?: CallFailure
  /** HTTP status of a response, to any request of the call, that was no answer of the service. */
  readonly httpStatus?: number
}

interface Traced {
  /** Left out by a port that does not know. */
  readonly trace?: CallTrace
}

/**
 * Outcome of a call.
 *
 * - `accepted`: a success code of the call's own table, with its data.
 * - `refused`: a code that the tables know.
 * - `unlisted`: a code that no table has; whether the call took effect is unknown.
 * - `unknown`: no trustworthy answer; the call may have taken effect. `silent` is true when no
 *   request of the call got any response, not even an HTTP status.
 * - `not_sent`: nothing was sent; the call certainly had no effect.
 *
 * `repeatedAfterUnknown` is true when the answer belongs to a repeat of a request that got none:
 * the earlier request may have taken effect whatever this answer says. `repeatedAfterUnclear` is
 * true when that earlier request was answered, with something that is no answer of the service: a
 * page of a proxy, an empty 500. `kind` distinguishes a refusal of the request itself from one of
 * its authentication (key, signature, time or nonce), after which the same id is still usable.
 */
export type PortAnswer<Data> = Traced & PortOutcome<Data>

type PortOutcome<Data> =
  | {
      readonly outcome: 'accepted'
      readonly code: number
      readonly data: Data
      readonly repeatedAfterUnknown: boolean
    }
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly remedy: string
      readonly applied: 'no' | 'maybe'
      readonly kind: RefusalKind
      readonly repeatedAfterUnknown: boolean
      readonly repeatedAfterUnclear: boolean
    }
  | { readonly outcome: 'unlisted'; readonly code: number; readonly message: string }
  | { readonly outcome: 'unknown'; readonly silent: boolean; readonly message: string }
  | { readonly outcome: 'not_sent'; readonly message: string }

/**
 * Makes a call and turns a thrown error into `unknown`: whatever failed, the call may have taken
 * effect, and a response may have arrived.
 */
export async function answerOf<Data>(
  call: () => Promise<PortAnswer<Data>>,
): Promise<PortAnswer<Data>> {
  try {
    return await call()
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error'
    return { outcome: 'unknown', silent: false, message: `The call broke off (${name}).` }
  }
}

/**
 * Whether the service did not process a call: it rejected the key, the signature, the time or the
 * nonce, or the call was never sent. This says nothing about the requested operation; the same call
 * succeeds once the cause is repaired.
 */
export function isUnprocessed(answer: PortAnswer<unknown>): boolean {
  if (answer.outcome === 'refused') {
    return answer.kind === 'not_processed' && !answer.repeatedAfterUnknown
  }
  return answer.outcome === 'not_sent'
}
