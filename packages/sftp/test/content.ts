import { createHash } from 'node:crypto'
import type { FileSource } from '../src/exchange/file-exchange.ts'

/** Bytes that repeat nowhere near, so that a chunk in the wrong place shows; the same in every run. */
export function contentOf(sizeBytes: number, seed = 'content'): Uint8Array {
  const blocks: Buffer[] = []
  for (let block = 0; block * 32 < sizeBytes; block += 1) {
    blocks.push(createHash('sha256').update(`${seed} ${block}`).digest())
  }
  return new Uint8Array(Buffer.concat(blocks).subarray(0, sizeBytes))
}

/** A source that delivers content in chunks of an odd size. */
export function sourceOf(content: Uint8Array, sizeBytes = content.length): FileSource {
  return {
    sizeBytes,
    open(fromByte) {
      let position = fromByte
      return new ReadableStream({
        pull(controller) {
          if (position >= content.length) {
            controller.close()
            return
          }
          controller.enqueue(content.slice(position, position + 50_001))
          position += 50_001
        },
      })
    },
  }
}

/** Everything in a stream. */
export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
