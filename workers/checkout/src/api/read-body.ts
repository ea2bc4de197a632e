import type { Context } from 'hono'

/** Why a body was not read. */
export type BodyProblem = 'too_large' | 'too_slow' | 'broken_off'

/** A body that was not read whole. */
export class BodyError extends Error {
  readonly problem: BodyProblem

  constructor(problem: BodyProblem, options?: ErrorOptions) {
    super(`The body is ${problem.replace('_', ' ')}.`, options)
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

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  largestBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > largestBytes) throw new BodyError('too_large')
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/**
 * Reads the body of a request, and stops as soon as it is too large or takes too long.
 *
 * @throws BodyError when it was not read whole
 */
export async function readBody(c: Context, largestBytes: number): Promise<Uint8Array> {
  const { body } = c.req.raw
  if (body === null) return new Uint8Array()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const done = new AbortController()
  const tooSlow = c.var.sleep(longestBodyMs, done.signal).then(() => {
    throw new BodyError('too_slow')
  })
  try {
    return await Promise.race([readChunks(reader, largestBytes), tooSlow])
  } catch (error) {
    const failure =
      error instanceof BodyError ? error : new BodyError('broken_off', { cause: error })
    // The answer does not wait for whoever sends no end.
    reader.cancel(failure).catch(() => {})
    throw failure
  } finally {
    done.abort()
    tooSlow.catch(() => {})
  }
}

/** The type that a request says its body has, in small letters and without parameters; empty without one. */
export function bodyType(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
