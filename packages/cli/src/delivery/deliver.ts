/** How one delivery of a callback ended. */
export interface Delivery {
  /** HTTP status; absent when no answer came. */
  readonly status?: number
  /** The first characters of the answer's body. */
  readonly body?: string
  /** Why no answer came. */
  readonly failure?: string
  readonly durationMs: number
}

const bodyCharsMax = 2_000

/** Says why a request got no answer; `fetch` hides the reason in causes. */
export function networkFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof AggregateError && error.errors.length > 0) {
    return networkFailure(error.errors[0])
  }
  if (error.cause instanceof Error) return networkFailure(error.cause)
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message
}

/** Reads the beginning of a body, and lets the rest go. */
async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (response.body === null) return text
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= bodyCharsMax) return `${text.slice(0, bodyCharsMax)}…`
  }
  return text
}

/**
 * Sends one GET as the service does: no redirect is followed, and an answer that takes too long is none.
 *
 * @param timeoutMs milliseconds until it gives up
 */
export async function deliver(url: string, timeoutMs: number): Promise<Delivery> {
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { redirect: 'manual', signal })
    const body = await readBeginning(response)
    return { status: response.status, body, durationMs: durationMs() }
  } catch (error) {
    return { failure: networkFailure(error), durationMs: durationMs() }
  }
}
