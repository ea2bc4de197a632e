import { describe, expect, it } from 'vitest'
import { ContentSum } from './content-sum.ts'
import { KeyedHash } from '../sketch/keyed-hash.ts'

const hash = new KeyedHash()

/** The sum of bytes that come in pieces of these lengths, over and over. */
function sumOf(bytes: Uint8Array, ...lengths: readonly number[]): string {
  const sum = new ContentSum(hash)
  for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? bytes.length
    sum.update(bytes.subarray(at, at + length))
    at += length
  }
  return sum.end()
}

/** Bytes of which none repeats within a block. */
function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff)
}

describe('ContentSum', () => {
  it.each([0, 1, 1023, 1024, 1025, 2047, 2048, 5000])(
    'is the same for a file of %d bytes in any chunks',
    (length) => {
      const bytes = bytesOf(length)
      const whole = sumOf(bytes)

      for (const pieces of [[1], [7], [1023], [1024], [1025], [1, 1023], [500, 3000], [3000, 24]]) {
        expect([pieces, sumOf(bytes, ...pieces)]).toEqual([pieces, whole])
      }
    },
  )

  it.each([0, 1023, 1024, 2047, 2048, 2999])('differs by one bit of byte %d', (place) => {
    const bytes = bytesOf(3000)
    const changed = bytes.map((byte, at) => (at === place ? byte ^ 1 : byte))

    expect(sumOf(changed)).not.toBe(sumOf(bytes))
    expect(sumOf(changed, 700)).not.toBe(sumOf(bytes, 700))
  })

  it('has two numbers, even for an empty file', () => {
    for (const length of [0, 5000]) {
      expect(sumOf(bytesOf(length))).toMatch(/^[\da-f]{1,8}-[\da-f]{1,8}$/)
    }
  })

  it('differs by a byte more or less at the end, and by blocks in another order', () => {
    const bytes = bytesOf(3072)
    const swapped = new Uint8Array(bytes)
    swapped.set(bytes.subarray(0, 1024), 1024)
    swapped.set(bytes.subarray(1024, 2048), 0)
    const others = [bytes.subarray(0, 3071), Uint8Array.of(...bytes, 0), swapped, bytesOf(0)]

    expect(new Set([bytes, ...others].map((some) => sumOf(some))).size).toBe(5)
  })
})
