import { describe, expect, it } from 'vitest'
import { createNonce } from './nonce.ts'

describe('createNonce', () => {
  it('makes 32 hex digits that never repeat', () => {
    const nonces = Array.from({ length: 10_000 }, createNonce)

    expect(new Set(nonces).size).toBe(10_000)
    expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true)
  })

  it('uses all of its 128 bits', () => {
    const seen = Array.from({ length: 32 }, () => new Set<string>())

    for (let round = 0; round < 1_000; round += 1) {
      for (const [place, digit] of Array.from(createNonce()).entries()) seen[place]?.add(digit)
    }

    expect(seen.map((digits) => digits.size)).toEqual(Array.from({ length: 32 }, () => 16))
  })
})
