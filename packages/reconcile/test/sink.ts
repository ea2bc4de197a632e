import type { ByteSource, RandomAccess } from '../src/csv/byte-source.ts'

/** A stream that collects the written bytes. */
export function sink() {
  const pieces: Uint8Array<ArrayBuffer>[] = []
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
    text: () => {
      const decoder = new TextDecoder()
      // A piece may end in the middle of a character.
      const parts = pieces.map((piece) => decoder.decode(piece, { stream: true }))
      return parts.join('') + decoder.decode()
    },
    bytes: () => new Uint8Array(pieces.flatMap((piece) => [...piece])),
  }
}

/** Opens bytes or text as a stream, in chunks of this many bytes. */
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

/** Opens bytes or text as a source that returns this many bytes at once, without a stream. */
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

/** A file in memory with random access; its content may change. It counts how it is read. */
export class PlacedFile {
  content: Uint8Array
  /** The version text, in place of size, modification time and inode number. */
  version = 'first'
  readonly pieceBytes: number
  /** Bytes that were read sequentially, over all readings. */
  bytesInOrder = 0
  /** Bytes that were read by random access. */
  bytesAtPlaces = 0

  constructor(content: string | Uint8Array, pieceBytes = 1 << 16) {
    this.content = typeof content === 'string' ? new TextEncoder().encode(content) : content
    this.pieceBytes = pieceBytes
  }

  readonly open = (): ByteSource => {
    let at = 0
    const readAt: RandomAccess['readAt'] = (target, position) => {
      const most = Math.min(this.pieceBytes, target.length)
      const piece = this.content.subarray(position, position + most)
      target.set(piece)
      return piece.length
    }
    return {
      access: {
        sizeBytes: this.content.length,
        readAt: (target, position) => {
          const length = readAt(target, position)
          this.bytesAtPlaces += length
          return length
        },
        version: () => this.version,
      },
      read: (target) => {
        const length = readAt(target, at)
        at += length
        this.bytesInOrder += length
        return length
      },
      close: () => undefined,
    }
  }
}
