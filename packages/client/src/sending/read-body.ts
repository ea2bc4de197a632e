import type { Deadline } from '../time/deadline.ts'

/** Largest body that is read, where its endpoint names no other; most have a few kilobytes. */
export const maxBodyBytes = 1024 * 1024

/** Joins chunks; a body of one chunk, as those of the service are, is not copied. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = new Uint8Array(length)
  let place = 0
  for (const chunk of chunks) {
    bytes.set(chunk, place)
    place += chunk.byteLength
  }
  return bytes
}

/**
 * Reads a body up to a limit.
 *
 * @param maxBytes the limit, in bytes; 1 MiB when left out
 * @returns the bytes, or `undefined` when there are more
 * @throws the error of the stream or of the deadline
 */
export async function readBody(
  response: Response,
  deadline: Pick<Deadline, 'race'>,
  maxBytes = maxBodyBytes,
): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  try {
    for (;;) {
      const { done, value } = await deadline.race(reader.read())
      isWhole = done
      if (done) return joined(chunks, length)
      length += value.byteLength
      if (length > maxBytes) return undefined
      chunks.push(value)
    }
  } finally {
    // Cancelling frees the connection when a rest is unread; a failed stream has nothing to cancel.
    if (!isWhole) reader.cancel().catch(() => undefined)
  }
}
