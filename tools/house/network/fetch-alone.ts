import { Agent } from 'undici'

/**
 * Sends a request on a new connection. workerd closes a kept-alive connection that was idle for
 * five seconds, even if the machine was blocked for that time and a request is waiting on it. It is
 * then unknown whether the request was processed, and a request that moves money must not be
 * repeated blindly.
 */
export async function fetchAlone(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const connection = new Agent()
  const onItsOwn = { ...init, dispatcher: connection }
  try {
    return await fetch(input, onItsOwn)
  } finally {
    // Closes once the answer has been read.
    void connection.close()
  }
}
