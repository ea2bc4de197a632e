import { Agent } from 'undici'

/**
 * Sends a request on a connection that has carried no other. workerd closes a kept one on which nothing came for five
 * seconds, also when the machine stood still for so long and a request waits on it: whether that was carried out, nobody
 * knows, and what moves money is not sent again on a guess.
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
