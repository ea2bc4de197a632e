/** What a command line asks for, as it stands in the address that it opens. */
export interface AskedSignIn {
  /** SHA-256 of the secret that it keeps, as 64 hex digits. */
  readonly challenge: string
  /** Port of this machine on which it waits. */
  readonly port: number
  /** Comes back to it, so that it knows its own answer. */
  readonly state: string
}

const leastPort = 1_024
const mostPort = 65_535

/**
 * Reads what a command line asks for from the query of an address.
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
    Number(port) >= leastPort &&
    Number(port) <= mostPort &&
    /^[\w-]{43}$/.test(state)
  return isFit ? { challenge, port: Number(port), state } : undefined
}

/** Where the program waits, on this machine only. */
export function loopbackOrigin({ port }: AskedSignIn): string {
  return `http://127.0.0.1:${port}`
}

/** The code that the page and the command line both show: the first eight digits of the challenge. */
export function shownCode({ challenge }: AskedSignIn): string {
  return `${challenge.slice(0, 4)}-${challenge.slice(4, 8)}`.toUpperCase()
}
