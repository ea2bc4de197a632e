import type { AnyEndpoint } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import { KeyError } from '@merchant-edge/signing'
import type { ReceivedAnswer } from '../answer/answer.ts'
import { KeyInvalidError } from '../answer/wallet-error.ts'
import type { Client } from '../client.ts'
import type { PreparedRequest } from '../request/prepare-request.ts'
import { signBody } from '../request/sign-body.ts'
import { orAborted, startDeadline } from '../time/deadline.ts'
import { retryDelayMs, type CallProgress } from './retry-delay.ts'
import { sendAttempt, type AttemptResult } from './send-attempt.ts'
import { unansweredError, type EndedBy } from './unanswered-error.ts'

/** A validated request with everything needed to send it, without the types of its endpoint. */
export interface PreparedCall {
  readonly client: Client
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
  readonly requestId: string | undefined
  /** Time for the whole call, in milliseconds. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
}

async function requireKey({ client, endpoint }: PreparedCall): Promise<void> {
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
  preparedCall: PreparedCall,
  number: number,
  remainingMs: number,
): Promise<{ result: AttemptResult; endedBy: EndedBy }> {
  const { client, endpoint, prepared, requestId, timeoutMs, signal } = preparedCall
  const mayRetry = prepared.repeatable && client.attempts > 1
  const attemptMs = mayRetry ? (client.attemptTimeoutMs ?? timeoutMs / 2) : timeoutMs
  // The call needs no timer of its own, because neither an attempt nor a pause can exceed its
  // timeout.
  const deadline = startDeadline(client, Math.min(attemptMs, remainingMs), signal)
  try {
    const result = await sendAttempt({ client, endpoint, prepared, requestId, number, deadline })
    if (deadline.timedOut) return { result, endedBy: 'timeout' }
    return { result, endedBy: deadline.signal.aborted ? 'aborted' : 'connection' }
  } catch (cause) {
    // A nonce source that fails on a retry must not hide that an earlier attempt may have taken
    // effect.
    if (number === 1) throw cause
    return { result: { kind: 'not-sent', cause }, endedBy: 'connection' }
  } finally {
    deadline.dispose()
  }
}

function mayHaveTakenEffect(endpoint: AnyEndpoint, result: AttemptResult): boolean {
  if (result.kind !== 'answered') return result.kind !== 'not-connected'
  return refusalOf(endpoint, result.envelope.code)?.applied !== 'no'
}

/** HTTP status of a response that is not an answer of the service. */
function unclearStatusOf(result: AttemptResult): number | undefined {
  return 'status' in result ? result.status : undefined
}

interface Progress extends CallProgress {
  attempts: number
  unknownBefore: boolean
  unclearStatus: number | undefined
}

function retryReason(endpoint: AnyEndpoint, result: AttemptResult, endedBy: EndedBy): string {
  if (result.kind === 'invalid-response') return 'ERR_RESPONSE_INVALID'
  if (result.kind !== 'answered') return endedBy === 'connection' ? 'ERR_NETWORK' : 'ERR_TIMEOUT'
  return refusalOf(endpoint, result.envelope.code)?.reason ?? 'unlisted'
}

/**
 * Sends a request, and retries it while there is no answer, a retry is safe and the time allows it.
 * Every attempt has a nonce, a timestamp and a signature of its own.
 *
 * @throws WalletError when there is no trustworthy answer
 */
export async function sendWithRetries(unsigned: PreparedCall): Promise<ReceivedAnswer> {
  const { client, endpoint } = unsigned
  await requireKey(unsigned)
  const prepared = await signBody(client, unsigned.prepared, endpoint.bodySignature)
  const preparedCall = { ...unsigned, prepared }
  const { signal } = preparedCall
  const endMs = client.now() + preparedCall.timeoutMs
  const remainingMs = () => endMs - client.now()
  const progress: Progress = {
    attempts: 0,
    unknownBefore: false,
    unclearStatus: undefined,
    clockCorrected: false,
  }
  for (;;) {
    const number = progress.attempts + 1
    const { result, endedBy } = await attemptOnce(preparedCall, number, remainingMs())
    if (result.kind !== 'not-sent') progress.attempts += 1
    const isOver = signal?.aborted === true || remainingMs() <= 0
    const delayMs = isOver ? undefined : retryDelayMs(preparedCall, progress, result)
    progress.unclearStatus ??= unclearStatusOf(result)
    const { attempts, unknownBefore, unclearStatus } = progress
    if (delayMs === undefined || delayMs >= remainingMs()) {
      if (result.kind === 'answered') {
        const { envelope } = result
        const unclear = unclearStatus === undefined ? {} : { unclearStatus }
        return { envelope, attempts, repeatedAfterUnknown: unknownBefore, ...unclear }
      }
      throw unansweredError({ ...preparedCall, ...progress, result, endedBy })
    }
    progress.unknownBefore ||= mayHaveTakenEffect(endpoint, result)
    client.hooks?.repeating({
      endpoint: endpoint.name,
      attempt: attempts + 1,
      delayMs,
      because: retryReason(endpoint, result, endedBy),
    })
    // When the signal ends the wait, the next attempt ends before it is sent and says why.
    const pause = client.sleep(delayMs, signal)
    await (signal === undefined ? pause : orAborted(pause, signal)).catch(() => undefined)
  }
}
