import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { generateKeyPair } from './generate-key-pair.ts'
import { importPrivateKey, importPublicKey } from './import-key.ts'
import { KeyError } from './keys/key-error.ts'
import { signText, verifyText } from './text-signature.ts'

let privateKey: CryptoKey
let publicKey: CryptoKey
let otherPublicKey: CryptoKey

beforeAll(async () => {
  const [pair, other] = await Promise.all([generateKeyPair(), generateKeyPair()])
  privateKey = await importPrivateKey(pair.privateKeyPem)
  publicKey = await importPublicKey(pair.publicKeyPem)
  otherPublicKey = await importPublicKey(other.publicKeyPem)
})

const wellFormed = fc
  .string({ unit: 'binary', maxLength: 200 })
  .filter((text) => text.isWellFormed())

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return flipped
}

describe('verifyText', () => {
  it('accepts what signText signed, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, async (text) => {
        const signature = await signText(privateKey, text)

        expect(await verifyText(publicKey, text, signature)).toBe(true)
        expect(await verifyText(otherPublicKey, text, signature)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('rejects every change of one bit of the signature', async () => {
    const signature = decodeBase64(await signText(privateKey, 'SUCCESS;TX;1')) ?? new Uint8Array()

    for (let bit = 0; bit < 2048; bit += 1) {
      const forged = encodeBase64(flipBit(signature, bit))
      expect(await verifyText(publicKey, 'SUCCESS;TX;1', forged)).toBe(false)
    }
  })

  it('rejects every change of one bit of the text', async () => {
    const text = 'SUCCESS;TX-20200302-77;20200302T00100015912'
    const signature = await signText(privateKey, text)

    for (let bit = 0; bit < text.length * 7; bit += 1) {
      const place = Math.floor(bit / 7)
      const changed = text.charCodeAt(place) ^ (1 << (bit % 7))
      const forged = text.slice(0, place) + String.fromCharCode(changed) + text.slice(place + 1)
      expect(await verifyText(publicKey, forged, signature)).toBe(false)
    }
  })

  it.each([
    ['empty', () => ''],
    ['without padding', (signature: string) => signature.slice(0, -2)],
    ['in the url alphabet', (signature: string) => `-${signature.slice(1)}`],
    ['with a line break', (signature: string) => `${signature}\n`],
    ['followed by zero bytes', (signature: string) => `${signature.slice(0, -2)}AAAA==`],
    ['not base64 at all', () => 'SUCCESS'],
    ['as long as a bigger key would make it', () => 'A'.repeat(684)],
  ])('rejects a signature that is %s', async (_, change) => {
    const signature = await signText(privateKey, 'text')

    expect(await verifyText(publicKey, 'text', change(signature))).toBe(false)
  })

  it('rejects a text with a lone surrogate, which reads as U+FFFD in UTF-8', async () => {
    const signature = await signText(privateKey, '\ufffd')

    expect(await verifyText(publicKey, '\ud800', signature)).toBe(false)
    expect(await verifyText(publicKey, '\ufffd', signature)).toBe(true)
  })
})

describe('signText', () => {
  it('is deterministic', async () => {
    expect(await signText(privateKey, 'text')).toBe(await signText(privateKey, 'text'))
  })

  it('refuses a lone surrogate', async () => {
    await expect(signText(privateKey, 'a\ud800')).rejects.toThrow(TypeError)
  })
})

/** A key pair of the runtime for another algorithm of RSA. */
function otherPair(name: string, hash: string): Promise<CryptoKeyPair> {
  const publicExponent = Uint8Array.of(1, 0, 1)
  const algorithm = { name, hash, modulusLength: 2048, publicExponent }
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
}

describe('a key that was not awaited', () => {
  it.each([
    ['signText', signText, 'importPrivateKey'],
    ['verifyText', verifyText, 'importPublicKey'],
  ])('is refused by %s with the remedy to await it', async (_, use, maker) => {
    const used: Promise<unknown> = Reflect.apply(use, undefined, [
      Promise.resolve(privateKey),
      'text',
      'AAAA',
    ])

    await expect(used).rejects.toThrow(
      new KeyError(`not a CryptoKey of ${maker}`, `Import it with ${maker}, and await it.`),
    )
  })
})

// Without these checks the runtime signs with SHA-1, or calls a genuine signature false, or fails with a
// message that names neither the key nor the way out.
describe('a key for another use', () => {
  it.each([
    ['a public key', async () => publicKey],
    ['SHA-1', async () => (await otherPair('RSASSA-PKCS1-v1_5', 'SHA-1')).privateKey],
    ['RSA-PSS', async () => (await otherPair('RSA-PSS', 'SHA-256')).privateKey],
    ['the text of a key', async () => 'MIIE'],
    ['nothing', async () => undefined],
  ])('is refused for signing: %s', async (_, make) => {
    const signing: Promise<string> = Reflect.apply(signText, undefined, [await make(), 'text'])

    await expect(signing).rejects.toThrow(KeyError)
    await expect(signing).rejects.toThrow('not a CryptoKey of importPrivateKey')
  })

  it.each([
    ['a private key', async () => privateKey],
    ['SHA-1', async () => (await otherPair('RSASSA-PKCS1-v1_5', 'SHA-1')).publicKey],
    ['RSA-PSS', async () => (await otherPair('RSA-PSS', 'SHA-256')).publicKey],
    ['the text of a key', async () => 'MIIE'],
  ])('is refused for verifying: %s', async (_, make) => {
    const signature = await signText(privateKey, 'text')
    const given = [await make(), 'text', signature]
    const verifying: Promise<boolean> = Reflect.apply(verifyText, undefined, given)

    await expect(verifying).rejects.toThrow(KeyError)
    await expect(verifying).rejects.toThrow('importPublicKey')
  })
})

describe('a value that is not a text', () => {
  it.each([
    ['undefined', undefined],
    ['a number', 5],
    ['bytes', Uint8Array.of(1)],
  ])('is refused by name: %s', async (_, text) => {
    const given = { sign: [privateKey, text], verify: [publicKey, text, 'AAAA'] }

    await expect(Reflect.apply(signText, undefined, given.sign)).rejects.toThrow(/^text must be/)
    await expect(Reflect.apply(verifyText, undefined, given.verify)).rejects.toThrow(
      /^text must be/,
    )
  })
})
