import { createHash } from 'node:crypto'
import { chunksOf } from './byte-stream.ts'

/** SHA-256 of everything in a stream, in lower-case hex. */
export async function sha256Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(stream)) hash.update(chunk)
  return hash.digest('hex')
}
