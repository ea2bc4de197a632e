/** The request of a command line, from the address that it opens. */
export interface AskedSignIn {
  /** SHA-256 of the command line's secret, as 64 hex digits. */
  readonly challenge: string
  /** Local port on which the command line listens. */
  readonly port: number
  /** Returned unchanged, so that the command line recognizes its own answer. */
  readonly state: string
}

const minPort = 1_024
const maxPort = 65_535

/**
 * Reads the request of a command line from the query of an address.
 *
 * @returns `undefined` when a part is missing, malformed or given twice
 */
export function readAskedSignIn(query: URLSearchParams): AskedSignIn | undefined {
  const only = (name: string): string => {
    const values = query.getAll(name)
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  const [challenge, port, state] = [only('challenge'), only('port'), only('state')]
  const isFit =
    /^[0-9a-f]{64}$/.test(challenge) &&
    /^[1-9]\d{3,4}$/.test(port) &&
    Number(port) >= minPort &&
    Number(port) <= maxPort &&
    /^[\w-]{43}$/.test(state)
  return isFit ? { challenge, port: Number(port), state } : undefined
}

/** Origin on which the program listens, on the loopback interface only. */
export function loopbackOrigin({ port }: AskedSignIn): string {
  return `http://127.0.0.1:${port}`
}

/**
 * The code that the page and the command line both show: the first eight digits of the challenge.
 */
export function shownCode({ challenge }: AskedSignIn): string {
  return `${challenge.slice(0, 4)}-${challenge.slice(4, 8)}`.toUpperCase()
}
