import { createHash } from 'node:crypto'
import { array, assert, asyncProperty, integer, nat, record, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashingSource } from './transfer-file.ts'

function sourceOf(content: Uint8Array, chunkBytes: number) {
  return {
    sizeBytes: content.length,
    open(fromByte: number) {
      let position = fromByte
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (position >= content.length) controller.close()
          else controller.enqueue(content.slice(position, position + chunkBytes))
          position += chunkBytes
        },
      })
    },
  }
}

describe('a hashing source', () => {
  it('hashes each byte once, from whatever position it is reopened', async () => {
    const cases = record({
      content: uint8Array({ maxLength: 300 }),
      chunkBytes: integer({ min: 1, max: 70 }),
      // Chunks read before each reset, and how far behind the next attempt begins.
      resets: array(record({ chunks: nat({ max: 6 }), behind: nat({ max: 100 }) }), {
        maxLength: 5,
      }),
    })
    await assert(
      asyncProperty(cases, async ({ content, chunkBytes, resets }) => {
        const source = hashingSource(sourceOf(content, chunkBytes))
        let position = 0
        for (const { chunks, behind } of resets) {
          const reader = (await source.open(position)).getReader()
          for (let read = 0; read < chunks; read += 1) {
            position += (await reader.read()).value?.length ?? 0
          }
          await reader.cancel()
          position = Math.max(0, position - behind)
        }
        const reader = (await source.open(position)).getReader()
        while (!(await reader.read()).done);

        expect(source.sha256()).toBe(createHash('sha256').update(content).digest('hex'))
      }),
    )
  })
})
