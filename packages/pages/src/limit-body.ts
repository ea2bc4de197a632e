import type { Context, MiddlewareHandler } from 'hono'

/** How much of a body is read. */
export interface BodyLimit {
  /** Bytes that a body may have at most. */
  readonly maximumBytes: number
  /** Makes the signal that aborts when a body has taken too long; called once for each body. */
  readonly deadline: () => AbortSignal
}

type Refusal = 400 | 408 | 413

const texts: Readonly<Record<Refusal, string>> = {
  400: 'The body broke off. Send the request again.',
  408: 'The body did not arrive in time. Send the request again.',
  413: 'The body is longer than this address takes.',
}

/** Reads a body until it ends, is too long or too late; what is left of it is not asked for. */
async function readBody(
  body: ReadableStream<Uint8Array>,
  { maximumBytes, deadline }: BodyLimit,
): Promise<Blob | Refusal> {
  const late = deadline()
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  // A read that is under way ends with the stream.
  late.addEventListener('abort', stop)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (;;) {
      if (late.aborted) return 408
      const { done, value } = await reader.read()
      if (late.aborted) return 408
      if (done) return new Blob(pieces)
      size += value.byteLength
      if (size > maximumBytes) {
        stop()
        return 413
      }
      pieces.push(Uint8Array.from(value))
    }
  } catch {
    // A cancelled stream ends in some runtimes, and fails in workerd.
    return late.aborted ? 408 : 400
  } finally {
    late.removeEventListener('abort', stop)
  }
}

/**
 * Reads the body of a request before anything else looks at it, no further than a limit and no longer than a deadline:
 * 413 to one that is longer, 408 to one that does not end, 400 to one that breaks off. What follows finds a body that is there as a whole.
 *
 * @param limitOf the limit, or what it is for a request
 */
export function limitBody(limitOf: BodyLimit | ((c: Context) => BodyLimit)): MiddlewareHandler {
  return async (c, next) => {
    const { body, headers, method } = c.req.raw
    if (body === null) return next()
    const limit = typeof limitOf === 'function' ? limitOf(c) : limitOf
    const isTooLong = Number(headers.get('content-length') ?? 0) > limit.maximumBytes
    const read = isTooLong ? 413 : await readBody(body, limit)
    if (typeof read === 'number') return c.text(texts[read], read)
    c.req.raw = new Request(c.req.raw, { method, body: read })
    return next()
  }
}
