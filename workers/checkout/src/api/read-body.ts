import { type BodyProblem, readBody as readStream } from '@merchant-edge/pages'
import type { Context } from 'hono'

/** A body that could not be read completely. */
export class BodyError extends Error {
  readonly problem: BodyProblem

  constructor(problem: BodyProblem) {
    super(`The body is ${problem.replace('_', ' ')}.`)
    this.name = 'BodyError'
    this.problem = problem
  }
}

/** Waits for some milliseconds, or until the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

declare module 'hono' {
  interface ContextVariableMap {
    readonly sleep: Sleep
  }
}

/** The longest time that the whole body of a request may take, in milliseconds. */
export const maxBodyMs = 10_000

/**
 * Reads the body of a request, and stops as soon as it is too large or takes too long.
 *
 * @throws BodyError when it was not read completely
 */
export async function readBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const { body } = c.req.raw
  if (body === null) return new Uint8Array()
  const late = new AbortController()
  const done = new AbortController()
  const timer = c.var.sleep(maxBodyMs, done.signal).then(() => late.abort())
  try {
    const limit = { maxBytes, late: late.signal }
    const read = await readStream(body, limit)
    if (typeof read === 'string') throw new BodyError(read)
    return read
  } finally {
    done.abort()
    timer.catch(() => {})
  }
}

/**
 * The media type of a request's body, in lower case and without parameters; empty when there is
 * none.
 */
export function bodyType(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
