import { beforeAll, describe, expect, it } from 'vitest'
import wire from '../../../fixtures/wire/signing.json' with { type: 'json' }
import { generateKeyPair } from './generate-key-pair.ts'
import { importPrivateKey, importPublicKey } from './import-key.ts'
import { createNonce, signRequest } from './sign-request.ts'
import { verifyText } from './text-signature.ts'

let key: CryptoKey
let publicKey: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair()
  key = await importPrivateKey(pair.privateKeyPem)
  publicKey = await importPublicKey(pair.publicKeyPem)
})

const refund = {
  keyCode: 'key-1',
  method: 'POST',
  path: '/merchant-integration/v1/orders/refund',
  body: '{"vnd_amount":1000}',
}

describe('signRequest', () => {
  it.each(wire.requests)('signs the text of $name', async ({ request, signedText }) => {
    const signed = await signRequest({ key, ...request })

    expect(signed.signedText).toBe(signedText)
    expect(signed.headers).toEqual({
      'X-Key-Code': request.keyCode,
      'X-Nonce': request.nonce,
      'X-Timestamp': String(request.timestamp),
      'X-Signature': expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/),
    })
    expect(await verifyText(publicKey, signedText, signed.headers['X-Signature'])).toBe(true)
  })

  it('uses a new nonce and the current second by default', async () => {
    const before = Math.floor(Date.now() / 1000)
    const first = await signRequest({ key, ...refund })
    const second = await signRequest({ key, ...refund })
    const after = Math.floor(Date.now() / 1000)

    expect(first.headers['X-Nonce']).toMatch(/^[0-9a-f]{32}$/)
    expect(first.headers['X-Nonce']).not.toBe(second.headers['X-Nonce'])
    expect(Number(first.headers['X-Timestamp'])).toBeGreaterThanOrEqual(before)
    expect(Number(first.headers['X-Timestamp'])).toBeLessThanOrEqual(after)
  })

  it('returns headers that an HTTP request accepts', async () => {
    const { headers } = await signRequest({ key, ...refund })

    const request = new Request('https://service.example.test/', { headers: { ...headers } })
    expect(request.headers.get('X-Signature')).toBe(headers['X-Signature'])
  })

  it('rejects a part that cannot be signed, by name', async () => {
    await expect(signRequest({ key, ...refund, keyCode: 'a;b' })).rejects.toThrow(/^keyCode must/)
  })
})

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
