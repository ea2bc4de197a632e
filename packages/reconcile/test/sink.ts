import type { ByteSource } from '../src/csv/byte-source.ts'

/** A stream that keeps what is written to it. */
export function sink() {
  const pieces: Uint8Array[] = []
  let state: 'open' | 'closed' | 'aborted' = 'open'
  const stream = new WritableStream<Uint8Array>({
    write(piece) {
      pieces.push(piece.slice())
    },
    close() {
      state = 'closed'
    },
    abort() {
      state = 'aborted'
    },
  })
  return {
    stream,
    state: () => state,
    text: () => pieces.map((piece) => new TextDecoder().decode(piece)).join(''),
  }
}

/** Opens bytes or text as a stream, cut into pieces of so many bytes. */
export function fileOf(content: string | Uint8Array, pieceBytes = 1 << 16) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return () => {
    let at = 0
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + pieceBytes))
        at += pieceBytes
      },
    })
  }
}

/** Opens bytes or text as a source that gives so many bytes at once, without a stream and its promises. */
export function sourceOf(content: string | Uint8Array, pieceBytes = 1 << 16) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return (): ByteSource => {
    let at = 0
    return {
      read(target) {
        const piece = bytes.subarray(at, at + Math.min(pieceBytes, target.length))
        target.set(piece)
        at += piece.length
        return piece.length
      },
      close: () => undefined,
    }
  }
}
