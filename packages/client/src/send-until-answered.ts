import type { AnyEndpoint } from '@merchant-edge/contract'
import type { Envelope } from '@merchant-edge/contract/envelope'
import { KeyError } from '@merchant-edge/signing'
import { tell } from './client-hooks.ts'
import type { Client } from './client.ts'
import { startDeadline, wait, type Deadline } from './deadline.ts'
import { delayBeforeRepeat } from './delay-before-repeat.ts'
import { noAnswer, type Ending } from './no-answer.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { refusalOf } from '@merchant-edge/contract/refusals'
import { sendAttempt, type AttemptResult } from './send-attempt.ts'
import { signBody } from './sign-body.ts'
import { KeyInvalidError } from './wallet-error.ts'

/** A request on its way, without the types of its endpoint. */
export interface Sending {
  readonly client: Client
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
  readonly requestId: string | undefined
  /** Time for the whole call, in milliseconds. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
}

/** An answer of the service, and what it took to get it. */
export interface Answered {
  readonly envelope: Envelope
  /** How many requests went out. */
  readonly attempts: number
  /** Whether an earlier attempt ended without anybody knowing if it took effect. */
  readonly repeatedAfterUnknown: boolean
}

async function requireKey({ client, endpoint }: Sending): Promise<void> {
  try {
    await client.key()
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause
    throw new KeyInvalidError(`${endpoint.name} was not sent. ${cause.message}`, {
      sent: 'no',
      attempts: 0,
      cause,
    })
  }
}

async function attemptOnce(
  sending: Sending,
  number: number,
  deadline: Deadline,
): Promise<{ result: AttemptResult; ending: Ending }> {
  const { client, endpoint, prepared, requestId, timeoutMs } = sending
  const mayRepeat = prepared.repeatable && client.attempts > 1
  const attemptMs = mayRepeat ? (client.attemptTimeoutMs ?? timeoutMs / 2) : timeoutMs
  const attemptDeadline = startDeadline(attemptMs, deadline.signal)
  const { name, method } = endpoint
  const { signal } = attemptDeadline
  try {
    const attempt = { client, endpoint: name, method, prepared, requestId, number, signal }
    const result = await sendAttempt(attempt)
    if (attemptDeadline.timedOut) return { result, ending: 'attempt-timeout' }
    if (!signal.aborted) return { result, ending: 'own' }
    return { result, ending: deadline.timedOut ? 'timeout' : 'aborted' }
  } catch (cause) {
    // A nonce source that fails now must not hide that an earlier attempt may have taken effect.
    if (number === 1) throw cause
    return { result: { kind: 'unsent', cause }, ending: 'own' }
  } finally {
    attemptDeadline.dispose()
  }
}

function isUnknown(endpoint: AnyEndpoint, result: AttemptResult): boolean {
  if (result.kind !== 'answered') return true
  return refusalOf(endpoint, result.envelope.code)?.applied !== 'no'
}

function because(endpoint: AnyEndpoint, result: AttemptResult, ending: Ending): string {
  if (result.kind === 'garbled') return 'ERR_RESPONSE_INVALID'
  if (result.kind !== 'answered') return ending === 'own' ? 'ERR_NETWORK' : 'ERR_TIMEOUT'
  return refusalOf(endpoint, result.envelope.code)?.reason ?? 'unlisted'
}

/**
 * Sends a request until it is answered, as often as that is safe and the time allows. Every attempt has
 * a nonce, a timestamp and a signature of its own.
 *
 * @throws WalletError when no trustworthy answer came
 */
export async function sendUntilAnswered(unsigned: Sending): Promise<Answered> {
  const { client, endpoint } = unsigned
  await requireKey(unsigned)
  const sending = { ...unsigned, prepared: await signBody(client, unsigned.prepared) }
  const deadline = startDeadline(sending.timeoutMs, sending.signal)
  const course = { attempts: 0, unknownBefore: false, clockCorrected: false }
  try {
    for (;;) {
      const { result, ending } = await attemptOnce(sending, course.attempts + 1, deadline)
      if (result.kind !== 'unsent') course.attempts += 1
      const isOver = deadline.signal.aborted
      const delayMs = isOver ? undefined : delayBeforeRepeat(sending, course, result)
      const { attempts, unknownBefore } = course
      if (delayMs === undefined || delayMs >= deadline.remainingMs()) {
        if (result.kind !== 'answered') throw noAnswer({ ...sending, ...course, result, ending })
        return { envelope: result.envelope, attempts, repeatedAfterUnknown: unknownBefore }
      }
      course.unknownBefore ||= isUnknown(endpoint, result)
      tell(client.hooks.onRetry, () => ({
        endpoint: endpoint.name,
        attempt: attempts + 1,
        delayMs,
        because: because(endpoint, result, ending),
      }))
      // When the signal ends the wait, the next attempt ends before it is sent and says why.
      await wait(delayMs, deadline.signal).catch(() => undefined)
    }
  } finally {
    deadline.dispose()
  }
}
