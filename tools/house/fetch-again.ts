import { setTimeout as sleep } from 'node:timers/promises'

const tries = 6
const firstPauseMs = 100

/**
 * Asks a Worker, and asks it again when the connection was lost: a busy one closes connections which it did not get round
 * to reading in time. Only for what may be done twice.
 */
export async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let made = 1; ; made += 1) {
    try {
      return await ask()
    } catch (error) {
      // What fetch throws when no answer came.
      if (!(error instanceof TypeError) || made === tries) throw error
      await sleep(firstPauseMs * 2 ** made)
    }
  }
}

/** Sends a request as {@link askAgain} asks. */
export function fetchAgain(request: Request): Promise<Response> {
  return askAgain(() => fetch(request.clone()))
}
