import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { WebAddress } from './url.ts'

const stem = 'https://shop.example/'

describe('WebAddress', () => {
  it.each([
    ['an https address', 'https://shop.example/ipn/A-1?x=1', true],
    ['an http address', 'http://127.0.0.1:8789/ipn', true],
    ['2,048 characters', stem.padEnd(2048, 'a'), true],
    ['2,049 characters', stem.padEnd(2049, 'a'), false],
    ['a path alone', '/ipn', false],
    ['another scheme', 'javascript:alert(1)', false],
    ['a file', 'file:///etc/hosts', false],
    ['a user name', 'https://user@shop.example/', false],
    ['a password', 'https://:secret@shop.example/', false],
    ['nothing', '', false],
  ])('decides about %s', (_about, value, accepted) => {
    expect(v.is(WebAddress, value)).toBe(accepted)
  })
})
