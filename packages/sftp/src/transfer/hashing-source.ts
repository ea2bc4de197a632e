import { createHash } from 'node:crypto'
import { chunksOf, streamOf } from '../byte-stream.ts'
import type { FileSource } from '../file-exchange.ts'

/** A source that knows the SHA-256 of what it has delivered. */
export interface HashingSource extends FileSource {
  /** SHA-256 in lower-case hex, once everything was delivered. */
  sha256(): string
}

/** Hashes each byte of a source once, also when it is opened again after a reset. */
export function hashingSource(source: FileSource): HashingSource {
  const hash = createHash('sha256')
  let hashedBytes = 0
  async function* hashed(fromByte: number): AsyncGenerator<Uint8Array> {
    let position = fromByte
    for await (const chunk of chunksOf(await source.open(fromByte))) {
      const known = hashedBytes - position
      if (known < chunk.length) {
        hash.update(chunk.subarray(Math.max(0, known)))
        hashedBytes = position + chunk.length
      }
      position += chunk.length
      yield chunk
    }
  }
  return {
    sizeBytes: source.sizeBytes,
    open: (fromByte) => streamOf(hashed(fromByte)),
    sha256: () => hash.copy().digest('hex'),
  }
}
