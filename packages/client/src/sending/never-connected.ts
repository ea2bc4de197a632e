/** What Node was about when no connection had been made yet. */
const connectingSteps: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])
/** How Deno begins to tell that its HTTP client did not get as far as a connection. */
const connectingInDeno = ': client error (Connect): '

function isConnecting(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every((one) => isConnecting(one))
  }
  if (!(error instanceof Error)) return false
  return (
    connectingSteps.has(Reflect.get(error, 'syscall')) ||
    Reflect.get(error, 'code') === 'UND_ERR_CONNECT_TIMEOUT'
  )
}

/**
 * Whether a request that failed has certainly not left this machine, since no connection was made for it:
 * refused, unreachable, or a name that nobody knows. Only what a runtime says beyond doubt counts: Node and
 * Deno name the step. workerd says the same of a refused connection as of a broken one.
 */
export function neverConnected(failure: unknown): boolean {
  if (!(failure instanceof TypeError)) return false
  return isConnecting(failure.cause) || failure.message.includes(connectingInDeno)
}
