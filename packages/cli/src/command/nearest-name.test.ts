import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['key', 'key-code', 'method', 'path', 'body', 'nonce', 'timestamp', 'verify-callback']

describe('nearestName', () => {
  it.each([
    ['methd', 'method'],
    ['mehtod', 'method'],
    ['keycode', 'key-code'],
    ['time', 'timestamp'],
    ['verify', 'verify-callback'],
    ['KEY', 'key'],
    ['bdoy', 'body'],
  ])('suggests for %s: %s', (typed, meant) => {
    expect(nearestName(typed, names)).toBe(meant)
  })

  it.each(['colour', 'x', 'zzzzzzzz', '-'.repeat(5000)])('suggests nothing for %s', (typed) => {
    expect(nearestName(typed, names)).toBeUndefined()
  })
})
