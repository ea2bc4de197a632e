import type { RecordBatch } from './record-batch.ts'
import { createByteReader } from './byte-reader.ts'
import { RecordIndexer, type IndexerOptions } from './record-indexer.ts'

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
