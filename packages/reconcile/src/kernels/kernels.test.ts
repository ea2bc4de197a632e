import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainMd5 } from '../../test/plain-md5.ts'
import { type Md5Hasher, md5Blocks, padMessage } from '../checksum/md5.ts'
import { batchBytes, bytesPerWord } from '../csv/scan-record.ts'
import { fastestKernels, scriptKernels } from './kernels.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The digest in each lane of a hasher, over messages of one length. */
function lanesHex(hasher: Md5Hasher, messages: readonly Uint8Array[]): string[] {
  const length = messages[0]?.length ?? 0
  for (const [lane, message] of messages.entries()) {
    const at = hasher.firstLane + lane * hasher.laneBytes
    hasher.bytes.set(message, at)
    padMessage(hasher.bytes, at, length)
  }
  hasher.hash(md5Blocks(length))
  return messages.map((_, lane) => {
    const words = [0, 1, 2, 3].map((word) => hasher.digests[word * hasher.lanes + lane] ?? 0)
    const bytes = new Uint8Array(Int32Array.from(words).buffer)
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

/** The bytes between `from` and `to` whose marks are set. */
function marked(marks: Int32Array, from: number, to: number): number[] {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  return places.filter((at) => (((marks[at >> 5] ?? 0) >>> (at & 31)) & 1) === 1)
}

describe.each([
  ['in script', scriptKernels],
  ['the fastest', fastestKernels],
])('kernels %s', (_name, create) => {
  it('give each lane its own digest', () => {
    const { hasher } = create()
    for (const length of [0, 1, 55, 56, 63, 64, 119, 120, 216, 1000, 17_000]) {
      const texts = Array.from({ length: hasher.lanes }, (_, lane) =>
        String.fromCharCode(97 + lane).repeat(length),
      )

      expect(lanesHex(hasher, texts.map(bytesOf))).toEqual(texts.map(plainMd5))
    }
  })

  it('mark every separator and every byte that is no printable ASCII', () => {
    const { room } = create()
    const words = fc.integer({ min: 0, max: batchBytes / bytesPerWord - 40 })
    const content = fc.uint8Array({ minLength: 1024, maxLength: 1024 })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 32 }), content, (first, count, bytes) => {
        const from = first * bytesPerWord
        const to = from + count * bytesPerWord
        room.bytes.set(bytes, from)
        room.mark(from, to)

        const all = Array.from(bytes.subarray(0, to - from), (byte, index) => ({
          byte,
          at: from + index,
        }))
        const specials = all.filter(({ byte }) => [10, 13, 34, 44].includes(byte))
        const unprintables = all.filter(({ byte }) => byte < 32 || byte > 126)
        expect(marked(room.specials, from, to)).toEqual(specials.map(({ at }) => at))
        expect(marked(room.unprintables, from, to)).toEqual(unprintables.map(({ at }) => at))
      }),
      { numRuns: 100 },
    )
  })

  it('mark the last bytes of the room, and nothing that they were not asked for', () => {
    const { room } = create()
    room.bytes.fill(44)

    room.mark(batchBytes - bytesPerWord, batchBytes)

    expect(room.specials.at(-1)).toBe(-1)
    expect(room.specials.at(-2)).toBe(0)
    expect(room.unprintables.every((marks) => marks === 0)).toBe(true)
  })
})
