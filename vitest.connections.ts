const { fetch: fetchFromPool } = globalThis

/**
 * Takes a connection of its own for each request of a test. workerd closes one on which nothing comes for five seconds, and
 * on a busy machine Node reads of that too late: it sends the next request on it and gets no answer.
 */
async function fetchOnOwnConnection(
  ...parameters: Parameters<typeof fetch>
): ReturnType<typeof fetch> {
  const request = new Request(...parameters)
  request.headers.set('connection', 'close')
  return fetchFromPool(request)
}

// Test files that share a process each run this.
if (fetchFromPool.name !== fetchOnOwnConnection.name) globalThis.fetch = fetchOnOwnConnection
