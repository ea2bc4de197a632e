import type { Context, MiddlewareHandler } from 'hono'
import { type BodyProblem, readBody } from './read-body.ts'

/** How much of a body is read. */
export interface BodyLimit {
  /** Bytes that a body may have at most. */
  readonly maximumBytes: number
  /** Makes the signal that aborts when a body has taken too long; called once for each body. */
  readonly deadline: () => AbortSignal
  /** Answers a body that is not read, such as by a page; a line of English does when left out. */
  readonly refuse?: (c: Context, status: BodyRefusal) => Response | Promise<Response>
}

/** Status of a body that broke off, did not end in time, or is too long. */
export type BodyRefusal = 400 | 408 | 413

const refusals: Readonly<Record<BodyProblem, { readonly status: BodyRefusal; text: string }>> = {
  broken_off: { status: 400, text: 'The body broke off. Send the request again.' },
  too_slow: { status: 408, text: 'The body did not arrive in time. Send the request again.' },
  too_large: { status: 413, text: 'The body is longer than this address takes.' },
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
    const { maximumBytes, deadline, refuse } = typeof limitOf === 'function' ? limitOf(c) : limitOf
    const isTooLong = Number(headers.get('content-length') ?? 0) > maximumBytes
    const read = isTooLong ? 'too_large' : await readBody(body, { maximumBytes, late: deadline() })
    if (typeof read === 'string') {
      const { status, text } = refusals[read]
      return refuse === undefined ? c.text(text, status) : refuse(c, status)
    }
    c.req.raw = new Request(c.req.raw, { method, body: read })
    return next()
  }
}
