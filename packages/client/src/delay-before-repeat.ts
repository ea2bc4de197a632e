import type { AnyEndpoint } from '@merchant-edge/contract'
import { backoffMs } from './backoff-ms.ts'
import type { Client } from './client.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { refusalOf } from '@merchant-edge/contract/refusals'
import type { AttemptResult } from './send-attempt.ts'

/** What decides about a repeat, besides the last attempt. */
export interface Repeating {
  readonly client: Client
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
}

/** How far a call has come. */
export interface Course {
  /** How many requests went out. */
  readonly attempts: number
  /** Whether this call has already corrected the clock. */
  clockCorrected: boolean
}

/** Whether the clock could be set by a refusal of its date; `undefined` when it is no such refusal. */
function setClock({ client, endpoint }: Repeating, result: AttemptResult): boolean | undefined {
  if (result.kind !== 'answered') return undefined
  const { envelope, date, timestamp } = result
  const reason = refusalOf(endpoint, envelope.code)?.reason
  if (reason === 'timestamp_in_future') return client.clock.learn(date, { tooLate: timestamp })
  if (reason === 'request_expired') return client.clock.learn(date, { tooOld: timestamp })
  return undefined
}

function isWorthRepeating(endpoint: AnyEndpoint, result: AttemptResult): boolean {
  if (result.kind === 'answered') {
    const refusal = refusalOf(endpoint, result.envelope.code)
    // A write that the service answered with an error of its own is for the caller to settle: a repeat
    // that meets "exists already" could not tell a refund that failed from one that landed.
    const isSettled = refusal?.applied === 'no' || endpoint.effect === 'read'
    return refusal?.retry === 'same-id' && isSettled
  }
  if (result.kind !== 'garbled') return result.kind === 'silent'
  const { status } = result
  return status < 300 || status >= 500 || status === 408 || status === 429
}

/**
 * Decides whether an attempt is repeated, and when. It also sets the clock by a refusal of the date,
 * for later calls too.
 *
 * @returns milliseconds until the next attempt, or `undefined` when there must not be one
 */
export function delayBeforeRepeat(
  repeating: Repeating,
  course: Course,
  result: AttemptResult,
): number | undefined {
  const { client, endpoint, prepared } = repeating
  const clockSet = setClock(repeating, result)
  if (course.attempts >= client.attempts) return undefined
  if (clockSet !== undefined) {
    // Refused for its date before anything else was looked at, so also a write without an id may go
    // out again; once, for a clock that is still wrong after the correction stays wrong.
    if (!clockSet || course.clockCorrected) return undefined
    course.clockCorrected = true
    return 0
  }
  const repeats = prepared.repeatable && isWorthRepeating(endpoint, result)
  return repeats ? backoffMs(course.attempts) : undefined
}
