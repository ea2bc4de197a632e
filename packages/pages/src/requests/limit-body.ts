import type { Context, MiddlewareHandler } from 'hono'
import { type BodyProblem, readBody } from './read-body.ts'

/** How much of a body is read. */
export interface BodyLimit {
  /** Bytes that a body may have at most. */
  readonly maxBytes: number
  /** Makes the signal that aborts when a body has taken too long; called once for each body. */
  readonly deadline: () => AbortSignal
  /** Makes the answer to a refused body, such as a page; a line of English text when left out. */
  readonly refuse?: (c: Context, status: BodyRefusal) => Response | Promise<Response>
}

/** Status of a body that was interrupted (400), too slow (408) or too long (413). */
export type BodyRefusal = 400 | 408 | 413

const refusals: Readonly<Record<BodyProblem, { readonly status: BodyRefusal; text: string }>> = {
  broken_off: { status: 400, text: 'The body broke off. Send the request again.' },
  too_slow: { status: 408, text: 'The body did not arrive in time. Send the request again.' },
  too_large: { status: 413, text: 'The body is longer than this address takes.' },
}

/**
 * Middleware that reads the body of a request before the handlers, up to a limit and a deadline:
 * 413 when it is too long, 408 when it does not end in time, 400 when it is interrupted. The
 * handlers find the complete body.
 *
 * @param limitOf the limit, or a function that returns it for a request
 */
export function limitBody(limitOf: BodyLimit | ((c: Context) => BodyLimit)): MiddlewareHandler {
  return async (c, next) => {
    const { body, headers, method } = c.req.raw
    if (body === null) return next()
    const { maxBytes, deadline, refuse } = typeof limitOf === 'function' ? limitOf(c) : limitOf
    const isTooLong = Number(headers.get('content-length') ?? 0) > maxBytes
    const read = isTooLong ? 'too_large' : await readBody(body, { maxBytes, late: deadline() })
    if (typeof read === 'string') {
      const { status, text } = refusals[read]
      return refuse === undefined ? c.text(text, status) : refuse(c, status)
    }
    c.req.raw = new Request(c.req.raw, { method, body: read })
    return next()
  }
}
