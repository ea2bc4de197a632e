/** System calls of Node that fail before a connection is made. */
const connectingSteps: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])
/** Part of Deno's message when its HTTP client could not connect. */
const connectingInDeno = ': client error (Connect): '
/** What Node and Deno say about a port that is blocked. */
const blockedPort = /: (bad port|Requests to port \d+ are blocked)$/

/** The words of a failure and of the error underneath: Deno 2.9 has its own there. */
export function wordsOf(failure: unknown): string {
  const { message, cause } = Object(failure)
  return cause instanceof Error ? `${message}: ${cause.message}` : `${message}`
}

/**
 * Whether `fetch` refused the port of the address: it never connects to ports of other protocols,
 * such as 6000.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
export function refusedPort(failure: unknown): boolean {
  return blockedPort.test(wordsOf(failure))
}

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
 * unreachable, unknown host name, or a port that `fetch` never connects to. Only unambiguous errors
 * count: Node and Deno name the step. workerd reports a refused connection like a broken one, so it
 * never counts there.
 */
export function neverConnected(failure: unknown): boolean {
  if (!(failure instanceof TypeError)) return false
  return (
    refusedPort(failure) ||
    isConnecting(failure.cause) ||
    wordsOf(failure).includes(connectingInDeno)
  )
}
