import type { RecordBatch } from './record-batch.ts'
import { type IndexerOptions, RecordIndexer } from './record-indexer.ts'

const bufferBytes = 128 * 1024

/** Reads a stream of bytes piece by piece. A piece is valid until the next but one is read. */
export interface ByteReader {
  /** @returns undefined at the end */
  read(): Promise<Uint8Array | undefined>
  /** Releases the stream; @param isDone false when bytes are left, which cancels the stream */
  release(isDone: boolean): Promise<void>
}

/** What the two kinds of readers have in common. */
interface Source {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
  releaseLock(): void
}

/**
 * A reader with two buffers of its own, in turn, so that no garbage is left to collect; undefined when
 * the stream is no byte stream.
 */
function byobSource(stream: ReadableStream<Uint8Array>): Source | undefined {
  try {
    const reader = stream.getReader({ mode: 'byob' })
    let free = new ArrayBuffer(bufferBytes)
    let inUse = new ArrayBuffer(bufferBytes)
    return {
      async read() {
        const view = new Uint8Array(free)
        free = inUse
        const { done, value } = await reader.read(view)
        if (value !== undefined) inUse = value.buffer
        return { done, value }
      },
      cancel: () => reader.cancel(),
      releaseLock: () => {
        reader.releaseLock()
      },
    }
  } catch {
    return undefined
  }
}

/** Opens a reader that reads the next piece ahead while the last one is processed. */
export function createByteReader(stream: ReadableStream<Uint8Array>): ByteReader {
  const source: Source = byobSource(stream) ?? stream.getReader()
  let next: ReturnType<Source['read']> | undefined
  return {
    async read() {
      const { done, value } = await (next ?? source.read())
      next = undefined
      if (done) return undefined
      next = source.read()
      // The next call of read() throws it; until then it must not count as unhandled.
      next.catch(() => undefined)
      return value ?? new Uint8Array()
    },
    async release(isDone) {
      if (!isDone) await source.cancel().catch(() => undefined)
      await next?.catch(() => undefined)
      source.releaseLock()
    },
  }
}

/** Receives the bytes of a file as they are read, such as a digest. */
export interface ByteTap {
  update(bytes: Uint8Array): void
}

/** Options of {@link readBatches}. */
export interface ReadBatchesOptions extends IndexerOptions {
  readonly columns: number
  /** Receives every byte of the file. */
  readonly tap?: ByteTap
  readonly signal?: AbortSignal
}

/**
 * Reads a file as batches of records. A batch is valid until the next one is read.
 *
 * @throws whatever the stream or the signal throws
 */
export async function* readBatches(
  stream: ReadableStream<Uint8Array>,
  options: ReadBatchesOptions,
): AsyncGenerator<RecordBatch, void, void> {
  const indexer = new RecordIndexer(options.columns, options)
  const reader = createByteReader(stream)
  let isRead = false
  try {
    for (;;) {
      options.signal?.throwIfAborted()
      const bytes = await reader.read()
      if (bytes === undefined) break
      options.tap?.update(bytes)
      for (let start = 0; start < bytes.length;) {
        const end = Math.min(bytes.length, start + indexer.room)
        indexer.push(bytes.subarray(start, end))
        start = end
        if (indexer.isFull) yield* batches(indexer)
      }
    }
    isRead = true
    indexer.end()
    yield* batches(indexer)
  } finally {
    await reader.release(isRead)
  }
}

function* batches(indexer: RecordIndexer): Generator<RecordBatch, void, void> {
  for (;;) {
    const batch = indexer.next()
    if (batch.count === 0) return
    yield batch
  }
}
