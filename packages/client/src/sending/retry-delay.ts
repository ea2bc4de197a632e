import type { AnyEndpoint } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import type { Client } from '../client.ts'
import type { PreparedRequest } from '../request/prepare-request.ts'
import type { AttemptResult } from './send-attempt.ts'

const firstDelayMs = 200
const maxDelayMs = 2_000

/** Inputs of the retry decision, besides the last attempt. */
export interface RetryContext {
  readonly client: Client
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
}

/** The state of a call between two attempts. */
export interface CallProgress {
  /** Number of requests sent. */
  readonly attempts: number
  /** Whether this call has already corrected the clock. */
  clockCorrected: boolean
}

/**
 * Exponential backoff with jitter: doubles each time, and is shortened at random by up to a half,
 * so that many clients do not retry at the same time.
 *
 * @param attempt the attempt that has just failed, from 1 on
 * @param random from 0 to 1
 * @returns milliseconds, at most 2,000
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1)) * (1 - random / 2)
}

/**
 * Corrects the clock after a refused timestamp.
 *
 * @returns whether the correction helped; `undefined` when the result is no such refusal
 */
function correctClock(
  { client, endpoint }: RetryContext,
  result: AttemptResult,
): boolean | undefined {
  if (result.kind !== 'answered') return undefined
  const { envelope, date, timestamp } = result
  const reason = refusalOf(endpoint, envelope.code)?.reason
  if (reason === 'timestamp_in_future') return client.clock.correct(date, { inFuture: timestamp })
  if (reason === 'request_expired') return client.clock.correct(date, { expired: timestamp })
  return undefined
}

function isTransient(endpoint: AnyEndpoint, result: AttemptResult): boolean {
  if (result.kind === 'answered') {
    const refusal = refusalOf(endpoint, result.envelope.code)
    // A used nonce means that the request has arrived twice, and that the answer to the first copy
    // is lost: the same as no answer.
    if (refusal?.reason === 'nonce_reused') return true
    // A write that the service answered with an error of its own is left to the caller: after a
    // retry, "exists already" could not distinguish a failed refund from a successful one.
    const isSettled = refusal?.applied === 'no' || endpoint.effect === 'read'
    return refusal?.retry === 'same-id' && isSettled
  }
  if (result.kind !== 'invalid-response') return result.kind !== 'not-sent'
  const { status } = result
  // A redirect in a browser has the status 0. 429 is read as a rate limit that is independent of the
  // request. Assumes G-140.
  return (status > 0 && status < 300) || status >= 500 || status === 408 || status === 429
}

/**
 * Decides whether a request is sent again, and when. It also corrects the clock after a refused
 * timestamp, for later calls too.
 *
 * @returns milliseconds until the next attempt, or `undefined` when there must not be one
 */
export function retryDelayMs(
  context: RetryContext,
  progress: CallProgress,
  result: AttemptResult,
): number | undefined {
  const { client, endpoint, prepared } = context
  const clockHelped = correctClock(context, result)
  if (progress.attempts >= client.attempts) return undefined
  if (clockHelped !== undefined) {
    // The request was refused for its timestamp before anything else was checked, so even a write
    // without an id may be sent again. Only once: a clock that is still wrong after the correction
    // stays wrong.
    if (!clockHelped || progress.clockCorrected) return undefined
    progress.clockCorrected = true
    return 0
  }
  const mayRetry = prepared.repeatable && isTransient(endpoint, result)
  return mayRetry ? backoffMs(progress.attempts, client.random()) : undefined
}
