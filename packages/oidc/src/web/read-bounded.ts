/** Joins the chunks of a body. */
function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/**
 * Reads a body up to a limit. Reading stops when the body is longer or the signal aborts.
 *
 * @param maxBytes maximum length in bytes
 * @param late aborts when reading takes too long
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  late: AbortSignal,
): Promise<Uint8Array | 'too long' | 'too late' | 'broken off'> {
  const reader = body?.getReader()
  // Cancelling the stream ends a pending read.
  const cancel = (): void => void reader?.cancel().catch(() => undefined)
  late.addEventListener('abort', cancel)
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    for (;;) {
      const piece = late.aborted ? undefined : await reader?.read()
      if (late.aborted) return 'too late'
      if (!piece || piece.done) return joined(pieces, size)
      size += piece.value.byteLength
      if (size > maxBytes) {
        cancel()
        return 'too long'
      }
      pieces.push(piece.value)
    }
  } catch {
    return 'broken off'
  } finally {
    late.removeEventListener('abort', cancel)
  }
}
