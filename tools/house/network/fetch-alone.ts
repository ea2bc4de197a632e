import { Agent } from 'undici'

const patienceMs = 60_000

/**
 * Sends a request on a new connection. workerd closes a kept-alive connection that was idle for
 * five seconds, even if the machine was blocked for that time and a request is waiting on it. It is
 * then unknown whether the request was processed, and a request that moves money must not be
 * repeated blindly.
 *
 * @throws TimeoutError after a minute, if the request has no signal of its own
 */
export async function fetchAlone(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const connection = new Agent()
  const signal = init?.signal ?? AbortSignal.timeout(patienceMs)
  const onItsOwn = { ...init, signal, dispatcher: connection }
  try {
    return await fetch(input, onItsOwn)
  } finally {
    // Closes once the answer has been read.
    void connection.close()
  }
}
