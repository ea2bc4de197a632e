import { beforeAll, describe, expect, it } from 'vitest'
import wire from '../../../fixtures/wire/signing.json' with { type: 'json' }
import { generateKeyPair } from './generate-key-pair.ts'
import { importPrivateKey } from './private-key.ts'
import { importPublicKey } from './public-key.ts'
import { signRequest } from './sign-request.ts'
import { verifyText } from './verify-text.ts'

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

  it('takes a new nonce and the present second when none are given', async () => {
    const before = Math.floor(Date.now() / 1000)
    const first = await signRequest({ key, ...refund })
    const second = await signRequest({ key, ...refund })
    const after = Math.floor(Date.now() / 1000)

    expect(first.headers['X-Nonce']).toMatch(/^[0-9a-f]{32}$/)
    expect(first.headers['X-Nonce']).not.toBe(second.headers['X-Nonce'])
    expect(Number(first.headers['X-Timestamp'])).toBeGreaterThanOrEqual(before)
    expect(Number(first.headers['X-Timestamp'])).toBeLessThanOrEqual(after)
  })

  it('gives headers that an HTTP request takes', async () => {
    const { headers } = await signRequest({ key, ...refund })

    const request = new Request('https://service.example.test/', { headers: { ...headers } })
    expect(request.headers.get('X-Signature')).toBe(headers['X-Signature'])
  })

  it('rejects a part that cannot be signed, by name', async () => {
    await expect(signRequest({ key, ...refund, keyCode: 'a;b' })).rejects.toThrow(/^keyCode must/)
  })
})
