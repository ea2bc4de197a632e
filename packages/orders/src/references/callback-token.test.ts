import { assert, asyncProperty, constantFrom, integer, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callbackToken, readCallbackToken } from './callback-token.ts'

const secret = 'a secret'
const reference = 'ab12-0000000000000000000a'
// printf 'ab12-0000000000000000000a:100000' | openssl dgst -sha256 -hmac 'a secret' -binary |
//   head -c 16 | base64, written in the alphabet of base64url without padding
const tokenByOpenssl = '100000.i1Sh5r4sK-TS6gQClPc3-A'

describe('callbackToken', () => {
  it('equals the result of openssl', async () => {
    expect(await callbackToken(secret, { reference, amountVnd: 100_000 })).toBe(tokenByOpenssl)
  })

  it('fits into a path', async () => {
    const amountVnd = Number.MAX_SAFE_INTEGER

    expect(await callbackToken(secret, { reference, amountVnd })).toMatch(/^[A-Za-z0-9._-]{1,40}$/)
  })
})

describe('readCallbackToken', () => {
  it('returns the amount', async () => {
    expect(await readCallbackToken(secret, reference, tokenByOpenssl)).toBe(100_000)
  })

  it('refuses a token with any character replaced', async () => {
    await assert(
      asyncProperty(
        integer({ min: 0, max: tokenByOpenssl.length - 1 }),
        constantFrom('0', '1', '5', '9', 'a', 'i', 'A', 'B', 'Z', '-', '_', '.'),
        async (place, character) => {
          if (tokenByOpenssl[place] === character) return
          const token = tokenByOpenssl.slice(0, place) + character + tokenByOpenssl.slice(place + 1)
          expect(await readCallbackToken(secret, reference, token)).toBeUndefined()
        },
      ),
    )
  })

  it('refuses any text that is not a token', async () => {
    await assert(
      asyncProperty(string(), async (token) => {
        expect(await readCallbackToken(secret, reference, token)).toBeUndefined()
      }),
    )
  })

  it.each([
    ['another reference', secret, 'ab12-0000000000000000000b', tokenByOpenssl],
    ['another secret', 'another secret', reference, tokenByOpenssl],
    ['an amount with a leading zero', secret, reference, `0${tokenByOpenssl}`],
    ['stray bits in the last character', secret, reference, tokenByOpenssl.replace(/A$/, 'B')],
    ['an amount beyond exact numbers', secret, reference, `9${tokenByOpenssl}`.padStart(40, '9')],
  ])('refuses %s', async (_name, key, ours, token) => {
    expect(await readCallbackToken(key, ours, token)).toBeUndefined()
  })
})
