import type { RecordBatch } from './record-batch.ts'
import { type IndexerOptions, RecordIndexer } from './record-indexer.ts'

const bufferBytes = 128 * 1024

/** Reads a stream of bytes piece by piece. A piece stays until the next but one is asked for. */
export interface ByteReader {
  /** @returns undefined at the end */
  read(): Promise<Uint8Array | undefined>
  /** Lets go of the stream; @param isDone false when there is more to come, which is cancelled then */
  release(isDone: boolean): Promise<void>
}

/** Readers of two kinds have this in common. */
interface Source {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
  releaseLock(): void
}

/** A reader that brings its own buffers, two in turn, so that nothing is left to collect; undefined
 * when the stream is no byte stream. */
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

/** Opens a reader that asks for the next piece while the one before is worked on. */
export function createByteReader(stream: ReadableStream<Uint8Array>): ByteReader {
  const source: Source = byobSource(stream) ?? stream.getReader()
  let next: ReturnType<Source['read']> | undefined
  return {
    async read() {
      const { done, value } = await (next ?? source.read())
      next = undefined
      if (done) return undefined
      next = source.read()
      // Whoever reads on is told of the failure; until then it is nobody's.
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

/** Takes the bytes of a file as they come, such as a digest. */
export interface ByteTap {
  update(bytes: Uint8Array): void
}

/** How {@link readBatches} reads. */
export interface ReadBatchesOptions extends IndexerOptions {
  readonly columns: number
  /** Sees every byte of the file. */
  readonly tap?: ByteTap
  readonly signal?: AbortSignal
}

/**
 * Reads a file as batches of records. A batch lives until the next one is asked for.
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
