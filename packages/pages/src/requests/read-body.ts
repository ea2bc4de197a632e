/** Why a body was not read. */
export type BodyProblem = 'too_large' | 'too_slow' | 'broken_off'

/** How much of a body is read. */
export interface ReadLimit {
  /** Maximum length in bytes. */
  readonly maxBytes: number
  /** Aborts when reading takes too long. */
  readonly late: AbortSignal
}

/**
 * Reads a body until it ends, is too long or too slow; the rest is not read.
 *
 * `@merchant-edge/oidc` and `@merchant-edge/client` have their own readers, because they are
 * published without this package, and because the client distinguishes the failures of answers.
 */
export async function readBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, late }: ReadLimit,
): Promise<Uint8Array<ArrayBuffer> | BodyProblem> {
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  // Cancelling the stream ends a pending read.
  late.addEventListener('abort', stop)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const piece = late.aborted ? undefined : await reader.read()
      if (piece === undefined || late.aborted) {
        stop()
        return 'too_slow'
      }
      if (piece.done) return joined(pieces, size)
      size += piece.value.byteLength
      if (size > maxBytes) {
        stop()
        return 'too_large'
      }
      pieces.push(piece.value)
    }
  } catch {
    // A cancelled stream ends in some runtimes, and fails in workerd.
    return late.aborted ? 'too_slow' : 'broken_off'
  } finally {
    late.removeEventListener('abort', stop)
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}
