import { type BodyProblem, readBody as readStream } from '@merchant-edge/pages'
import type { Context } from 'hono'

/** A body that was not read whole. */
export class BodyError extends Error {
  readonly problem: BodyProblem

  constructor(problem: BodyProblem) {
    super(`The body is ${problem.replace('_', ' ')}.`)
    this.name = 'BodyError'
    this.problem = problem
  }
}

/** Waits for some milliseconds, unless the signal says that it is not needed any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

declare module 'hono' {
  interface ContextVariableMap {
    readonly sleep: Sleep
  }
}

/** The longest time that the whole body of a request may take, in milliseconds. */
export const longestBodyMs = 10_000

/**
 * Reads the body of a request, and stops as soon as it is too large or takes too long.
 *
 * @throws BodyError when it was not read whole
 */
export async function readBody(c: Context, largestBytes: number): Promise<Uint8Array> {
  const { body } = c.req.raw
  if (body === null) return new Uint8Array()
  const late = new AbortController()
  const done = new AbortController()
  const timer = c.var.sleep(longestBodyMs, done.signal).then(() => late.abort())
  try {
    const limit = { maximumBytes: largestBytes, late: late.signal }
    const read = await readStream(body, limit)
    if (typeof read === 'string') throw new BodyError(read)
    return read
  } finally {
    done.abort()
    timer.catch(() => {})
  }
}

/** The type that a request says its body has, in small letters and without parameters; empty without one. */
export function bodyType(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
