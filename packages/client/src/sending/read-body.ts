import type { Deadline } from '../time/deadline.ts'

/** Largest body that is read; the answers of the service are a few kilobytes. */
export const largestBodyBytes = 1024 * 1024

/**
 * Reads a body, but no more than 1 MiB of it.
 *
 * @returns the bytes, or `undefined` when there are more
 * @throws what the stream or the deadline fails with
 */
export async function readBody(
  response: Response,
  deadline: Pick<Deadline, 'race'>,
): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await deadline.race(reader.read())
      if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
      length += value.byteLength
      if (length > largestBodyBytes) return undefined
      chunks.push(value)
    }
  } finally {
    // Without this an unread rest would hold the connection; a failed stream has nothing to cancel.
    reader.cancel().catch(() => undefined)
  }
}
