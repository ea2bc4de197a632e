import { orAborted } from '../or-aborted.ts'

/**
 * A file that is read directly into the caller's buffer, without a stream.
 *
 * On Node this avoids the garbage of a stream.
 */
export interface ByteSource {
  /** Random access to the file; left out when it can only be read from start to end. */
  readonly access?: RandomAccess
  /**
   * Reads the next bytes.
   *
   * @param target at least one byte long; valid until the reading is done
   * @returns how many bytes were read, 0 at the end of the file
   */
  read(target: Uint8Array<ArrayBuffer>): number | Promise<number>
  /** Closes the file. Called once, also after a failed or aborted reading. */
  close(): void | Promise<void>
}

/** Random access to an open file. Both calls are synchronous. */
export interface RandomAccess {
  /** Size of the file in bytes when it was opened. */
  readonly sizeBytes: number
  /**
   * Reads some bytes.
   *
   * @param target at least one byte long
   * @param position in bytes from the start of the file
   * @returns how many bytes were read, 0 at the end of the file
   */
  readAt(target: Uint8Array<ArrayBuffer>, position: number): number
  /**
   * A version text that changes when the file is modified or replaced: size, times of the last
   * change, and inode number.
   */
  version(): string
}

const smallBytes = 8 * 1024
const largeBytes = 128 * 1024

type Piece = Promise<{ done: boolean; value?: Uint8Array | undefined }>

/** Common interface of the two kinds of stream readers. */
interface StreamReader {
  read(): Piece
  cancel(reason: unknown): Promise<void>
  releaseLock(): void
}

/**
 * A BYOB reader that alternates between two buffers of its own, so that it creates no garbage;
 * undefined when the stream is not a byte stream. The buffers are small until a chunk has filled
 * one.
 */
function byobReader(stream: ReadableStream<Uint8Array>): StreamReader | undefined {
  try {
    const reader = stream.getReader({ mode: 'byob' })
    let free = new ArrayBuffer(smallBytes)
    let inUse = new ArrayBuffer(smallBytes)
    return {
      async read() {
        const view = new Uint8Array(free)
        free = inUse
        const { done, value } = await reader.read(view)
        if (value !== undefined) {
          const isTooSmall = value.byteLength === smallBytes
          inUse = isTooSmall ? new ArrayBuffer(largeBytes) : value.buffer
        }
        return { done, value }
      },
      cancel: (reason) => reader.cancel(reason),
      releaseLock: () => {
        reader.releaseLock()
      },
    }
  } catch {
    return undefined
  }
}

const nothing = new Uint8Array()

/**
 * Reads a stream with read-ahead: the next chunk is requested while the last one is processed. A
 * signal ends the wait for a chunk.
 */
class StreamSource implements ByteSource {
  readonly #reader: StreamReader
  readonly #signal: AbortSignal | undefined
  #next: Piece | undefined
  /** Unread rest of the last chunk. */
  #piece: Uint8Array = nothing
  #isRead = false
  #isClosed = false

  constructor(stream: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
    this.#reader = byobReader(stream) ?? stream.getReader()
    this.#signal = signal
  }

  read(target: Uint8Array<ArrayBuffer>): number | Promise<number> {
    return this.#piece.length > 0 ? this.#take(target) : this.#readPiece(target)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (!this.#isRead) await this.#reader.cancel(this.#signal?.reason).catch(() => undefined)
    await this.#next?.catch(() => undefined)
    this.#reader.releaseLock()
  }

  async #readPiece(target: Uint8Array<ArrayBuffer>): Promise<number> {
    while (this.#piece.length === 0) {
      const piece = this.#next ?? this.#reader.read()
      // After the end of the wait nothing is copied: the target belongs to its owner again.
      const { done, value } = await orAborted(piece, this.#signal)
      this.#next = undefined
      this.#isRead = done
      if (done) return 0
      this.#piece = value ?? nothing
      this.#next = this.#reader.read()
      // The next `read` rethrows this rejection; until then it must not be reported as unhandled.
      this.#next.catch(() => undefined)
    }
    return this.#take(target)
  }

  #take(target: Uint8Array<ArrayBuffer>): number {
    const count = Math.min(target.length, this.#piece.length)
    target.set(this.#piece.subarray(0, count))
    this.#piece = this.#piece.subarray(count)
    return count
  }
}

/** An opened file: a stream or a {@link ByteSource}. */
export type OpenedFile = ReadableStream<Uint8Array> | ByteSource

/** Refuses a count that no reading can have: it would be asked again and again, or tear a row. */
function checkedCount(count: unknown, target: Uint8Array): number {
  if (
    typeof count === 'number' &&
    Number.isInteger(count) &&
    count >= 0 &&
    count <= target.length
  ) {
    return count
  }
  throw new TypeError(
    `read of a ByteSource must return the number of bytes read, 0 to ${target.length}; it is ${String(count)}.`,
  )
}

/** A source of somebody else: its counts are checked, and it is closed once. */
class CheckedSource implements ByteSource {
  readonly access?: RandomAccess
  readonly #source: ByteSource
  #isClosed = false

  constructor(source: ByteSource) {
    this.#source = source
    if (source.access !== undefined) this.access = source.access
  }

  read(target: Uint8Array<ArrayBuffer>): number | Promise<number> {
    const count = this.#source.read(target)
    return typeof count === 'number'
      ? checkedCount(count, target)
      : Promise.resolve(count).then((later) => checkedCount(later, target))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#source.close()
  }
}

/** What plain JavaScript returned instead of a file: the name of its class or of its type. */
function kindOf(opened: unknown): string {
  if (opened instanceof Object) return opened.constructor.name
  return opened === undefined || opened === null ? String(opened) : `a ${typeof opened}`
}

/**
 * The bytes of an opened file, whether it is a stream or a {@link ByteSource}. Its source is closed
 * once, however often that is asked for.
 *
 * @param signal ends the wait for a chunk of a stream; a `ByteSource` is waited for, because it
 *   fills memory of its reader
 * @throws TypeError when it is neither, such as a stream of Node
 */
export function byteSourceOf(opened: OpenedFile, signal?: AbortSignal): ByteSource {
  const given = Object(opened)
  if ('pipe' in given) {
    throw new TypeError(
      'A file must be opened as a web stream: Readable.toWeb(stream) makes it of a stream of Node.',
    )
  }
  if (!('read' in given || 'getReader' in given)) {
    throw new TypeError(
      `A file must be opened as a ReadableStream or a ByteSource; it is ${kindOf(opened)}.`,
    )
  }
  if (opened instanceof StreamSource || opened instanceof CheckedSource) return opened
  return 'read' in opened ? new CheckedSource(opened) : new StreamSource(opened, signal)
}

/**
 * Opens a file. The signal ends the wait for it, closes what is opened later, and ends the wait for
 * a chunk of its stream.
 *
 * @throws the reason of the signal, and the errors of `open` and of {@link byteSourceOf}
 */
export async function openSource(
  open: () => OpenedFile | Promise<OpenedFile>,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  signal?.throwIfAborted()
  const opened = await orAborted(open(), signal, (late) => byteSourceOf(late, signal).close())
  return byteSourceOf(opened, signal)
}
