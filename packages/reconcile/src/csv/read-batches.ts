import { type OpenedFile, byteSourceOf } from './byte-source.ts'
import type { RecordBatch } from './record-batch.ts'
import { type IndexerOptions, RecordIndexer } from './record-indexer.ts'

/** Receives the bytes of a file while it is read, for example a digest. */
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
 * @throws the error of the file or of the signal
 */
export async function* readBatches(
  opened: OpenedFile,
  options: ReadBatchesOptions,
): AsyncGenerator<RecordBatch, void, void> {
  const indexer = new RecordIndexer(options.columns, options)
  const source = byteSourceOf(opened)
  try {
    for (;;) {
      options.signal?.throwIfAborted()
      const free = indexer.makeRoom()
      const length = await source.read(free)
      if (length === 0) break
      options.tap?.update(free.subarray(0, length))
      indexer.add(length)
      if (indexer.isFull) yield* batches(indexer)
    }
    indexer.end()
    yield* batches(indexer)
  } finally {
    await source.close()
  }
}

function* batches(indexer: RecordIndexer): Generator<RecordBatch, void, void> {
  for (;;) {
    const batch = indexer.next()
    if (batch.count === 0) return
    yield batch
  }
}
