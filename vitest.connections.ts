import { Agent, errors, setGlobalDispatcher } from 'undici'

// workerd closes a connection on which nothing came for five seconds. `fetch` would use it again for four, and a busy
// process that reads of its end a second late sends a request on it that nobody answers.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 500 }))

const { fetch: fetchOnce } = globalThis

/** Whether the server ended the connection instead of answering, and may have done so before the request came. */
function isKeptConnectionClosed(error: unknown): boolean {
  if (!(error instanceof TypeError && error.cause instanceof Error)) return false
  const { cause } = error
  if (cause instanceof errors.SocketError) return (cause.socket?.bytesRead ?? 0) > 0
  return 'code' in cause && cause.code === 'ECONNRESET'
}

/**
 * Reads once more on a new connection, as browsers do, when a kept one ends instead of giving the answer: workerd closes
 * it also when it had no time for so long itself, and the request waits on it already.
 */
async function readAgain(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetchOnce(input, init)
  } catch (error) {
    if (!isKeptConnectionClosed(error)) throw error
    const onNewConnection = { ...init, dispatcher: new Agent({ keepAliveTimeout: 1 }) }
    return await fetchOnce(input, onNewConnection)
  }
}

/** Sends once what may change something, on a connection of its own, which nobody can have closed before. */
async function sendAlone(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const connection = new Agent()
  const onItsOwn = { dispatcher: connection, ...init }
  try {
    return await fetchOnce(input, onItsOwn)
  } finally {
    // Closes once the answer has been read.
    void connection.close()
  }
}

function fetchInTests(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  return method === 'GET' ? readAgain(input, init) : sendAlone(input, init)
}

// Test files that share a process each run this.
if (fetchOnce.name !== fetchInTests.name) globalThis.fetch = fetchInTests
