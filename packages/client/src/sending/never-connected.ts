/** System calls of Node that fail before a connection is made. */
const connectingSteps: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])
/** Part of Deno's message when its HTTP client could not connect. */
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
 * Whether a failed request was certainly not sent, because no connection was made: refused,
 * unreachable, or unknown host name. Only unambiguous errors count: Node and Deno name the step.
 * workerd reports a refused connection like a broken one, so it never counts there.
 */
export function neverConnected(failure: unknown): boolean {
  if (!(failure instanceof TypeError)) return false
  return isConnecting(failure.cause) || failure.message.includes(connectingInDeno)
}
