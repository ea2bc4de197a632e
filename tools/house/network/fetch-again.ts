import { setTimeout as sleep } from 'node:timers/promises'

// The pauses add up to half a minute: a Worker that closes a day reads no connection for seconds.
const tries = 8
const firstPauseMs = 100

/**
 * Sends a request to a Worker, and again when the connection was lost: a busy workerd closes
 * connections that it did not read in time. Only for requests that may be processed twice.
 */
export async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let made = 1; ; made += 1) {
    try {
      return await ask()
    } catch (error) {
      // fetch throws this when no answer came.
      if (!(error instanceof TypeError) || made === tries) throw error
      await sleep(firstPauseMs * 2 ** made)
    }
  }
}

/**
 * Like `fetch`, with the retries of {@link askAgain}.
 *
 * @param patienceMs longest time of one try until the answer is read, in milliseconds
 * @throws TimeoutError when that is over; such a request is not sent again
 */
export function fetchAgain(request: Request, patienceMs = 30_000): Promise<Response> {
  return askAgain(() => fetch(request.clone(), { signal: AbortSignal.timeout(patienceMs) }))
}
