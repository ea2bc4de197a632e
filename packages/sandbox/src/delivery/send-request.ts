import type { HostClock } from '../clock/host-clock.ts'

/** Time after which the sandbox stops waiting for an answer. */
const timeoutMs = 10_000

/** Maximum number of characters of an answer that are stored, and of bytes that are read. */
const keptChars = 200
const maxReadBytes = 1024

/** The first characters of an answer; the rest is not read. */
export async function beginningOf(answer: Response): Promise<string> {
  if (answer.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of answer.body) {
    bytes += piece.byteLength
    text += decoder.decode(piece, { stream: true })
    if (bytes >= maxReadBytes) break
  }
  return text.slice(0, keptChars)
}

/** Result of one attempt to send a callback. */
export interface SentRequest {
  /** HTTP status of the answer; null when there was no answer. */
  readonly httpStatus: number | null
  /** First characters of the answer, or the reason why there was no answer. */
  readonly outcome: string
  readonly durationMs: number
}

/** How a callback is sent: a GET, or a POST of JSON. */
export type CallbackRequest =
  | { readonly url: string; readonly method: 'GET' }
  | { readonly url: string; readonly method: 'POST'; readonly json: object }

/** Sends one callback. The function does not follow redirects and never throws. */
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

/** Columns of a delivery that an attempt changes. */
export type StateAfterTry =
  | { readonly state: 'delivered' | 'failed' }
  | {
      /** Another attempt follows. */
      readonly state: 'due'
      /** In milliseconds of the sandbox's clock. */
      readonly dueAtMs: number
      /** Seconds between the attempts after the next one. */
      readonly retrySeconds: readonly number[]
    }

/**
 * State of a delivery after an attempt: any 2xx status counts as delivered.
 *
 * @param row seconds between the attempts that remained
 * @param httpStatus status of the answer; null when there was no answer
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
