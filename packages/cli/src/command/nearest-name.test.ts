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
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestName(typed, names)).toBe(meant)
  })

  it.each(['colour', 'x', 'zzzzzzzz', '-'.repeat(5000)])('has no idea what %s means', (typed) => {
    expect(nearestName(typed, names)).toBeUndefined()
  })
})
