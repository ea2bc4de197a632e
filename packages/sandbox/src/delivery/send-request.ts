import type { HostClock } from '../clock/host-clock.ts'

/** Time after which the sandbox gives up on an answer. */
const timeoutMs = 10_000

/** Most characters of an answer that are kept, and most bytes that are read of it. */
const keptChars = 200
const readBytesMax = 1024

/** The first characters of an answer; the rest is not read. */
export async function beginningOf(answer: Response): Promise<string> {
  if (answer.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of answer.body) {
    bytes += piece.byteLength
    text += decoder.decode(piece, { stream: true })
    if (bytes >= readBytesMax) break
  }
  return text.slice(0, keptChars)
}

/** Result of one try to send a callback. */
export interface SentRequest {
  /** HTTP status of the answer; null when there was none. */
  readonly httpStatus: number | null
  /** First characters of the answer, or why there was none. */
  readonly outcome: string
  readonly durationMs: number
}

/** How a callback is sent: a GET, or a POST of JSON. */
export type CallbackRequest =
  | { readonly url: string; readonly method: 'GET' }
  | { readonly url: string; readonly method: 'POST'; readonly json: object }

/** Sends one callback; it does not follow redirects, and never throws. */
export async function sendRequest(host: HostClock, request: CallbackRequest): Promise<SentRequest> {
  const startedAt = host.nowMs()
  const headers = new Headers({ accept: '*/*', 'user-agent': 'merchant-edge-sandbox' })
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      redirect: 'manual',
      headers,
      signal: host.timeout(timeoutMs),
      ...(request.method === 'POST' && { body: JSON.stringify(request.json) }),
    })
    const outcome = await beginningOf(answer)
    return { httpStatus: answer.status, outcome, durationMs: host.nowMs() - startedAt }
  } catch (error) {
    const outcome = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return {
      httpStatus: null,
      outcome: outcome.slice(0, 200),
      durationMs: host.nowMs() - startedAt,
    }
  }
}

/** Columns of a delivery that a try changes. */
export type StateAfterTry =
  | { readonly state: 'delivered' | 'failed' }
  | {
      /** Another try is to come. */
      readonly state: 'due'
      /** In milliseconds of the sandbox's clock. */
      readonly dueAtMs: number
      /** Seconds between the tries after it. */
      readonly retrySeconds: readonly number[]
    }

/**
 * State of a delivery after a try: any 2xx delivers it.
 *
 * @param row seconds between the tries that were still to come
 * @param httpStatus status of the answer; null when there was none
 * @param nowMs the sandbox's clock
 */
export function stateAfterTry(
  row: { readonly retrySeconds: readonly number[] },
  httpStatus: number | null,
  nowMs: number,
): StateAfterTry {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { state: 'delivered' }
  const [waitSeconds, ...retrySeconds] = row.retrySeconds
  if (waitSeconds === undefined) return { state: 'failed' }
  return { state: 'due', dueAtMs: nowMs + waitSeconds * 1000, retrySeconds }
}
