import { setTimeout as sleep } from 'node:timers/promises'

const tries = 6
const firstPauseMs = 100

/**
 * Sends a request, and sends it again when the connection was lost. A sandbox that is busy closes connections
 * which it did not get round to reading in time. Only for requests that may be repeated.
 */
export async function fetchAgain(request: Request): Promise<Response> {
  for (let made = 1; ; made += 1) {
    try {
      return await fetch(request.clone())
    } catch (error) {
      // What fetch throws when no answer came.
      if (!(error instanceof TypeError) || made === tries) throw error
      await sleep(firstPauseMs * 2 ** made)
    }
  }
}
