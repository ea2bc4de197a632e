import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateKeyPair } from '../generate-key-pair.ts'
import { importPrivateKey } from '../import-key.ts'
import { inspectKey } from './inspect-key.ts'
import { KeyError } from './key-error.ts'
import type { UnknownJwk } from './jwk.ts'
import { readKey } from './read-key.ts'
import { jwkOf, publicJwkOf } from './rsa-key.ts'
import { assertUsableJwk } from './usable-key.ts'

let privateKeyPem: string
let publicKeyPem: string

beforeAll(async () => {
  ;({ privateKeyPem, publicKeyPem } = await generateKeyPair())
})

/** What key material is called that cannot be used. */
function foundIn(material: string | UnknownJwk): string {
  try {
    readKey(material)
    return 'a key'
  } catch (error) {
    if (error instanceof KeyError) return error.found
    throw error
  }
}

describe('readKey', () => {
  it.each(['', ' ', '"', "'\n", '`  \t'])('accepts a JWK between %j', (around) => {
    const jwk = JSON.stringify(jwkOf(readKey(publicKeyPem)))

    expect(foundIn(around + jwk + around)).toBe('a key')
    expect(foundIn(jwk + around)).toBe('a key')
  })

  it('accepts the bytes of a file with a PEM or a JWK', () => {
    const jwk = JSON.stringify(jwkOf(readKey(publicKeyPem)))

    for (const text of [privateKeyPem, `\ufeffBag Attributes\n${publicKeyPem}`, `\n${jwk}`]) {
      expect(readKey(new TextEncoder().encode(text))).toEqual(readKey(text))
    }
  })

  it('accepts a PEM that was base64-encoded again to fit into a secret', () => {
    expect(readKey(btoa(privateKeyPem))).toEqual(readKey(privateKeyPem))
    expect(readKey(` "${btoa(publicKeyPem)}"\n`)).toEqual(readKey(publicKeyPem))
  })

  it.each(['', ' ', '" "', '\n'])('reports %j as empty', (text) => {
    expect(foundIn(text)).toBe('empty')
  })

  it('accepts 100,000 characters of text and no more', () => {
    expect(foundIn('-'.repeat(100_000))).not.toBe('longer than any key')
    expect(foundIn('-'.repeat(100_001))).toBe('longer than any key')
  })

  it('accepts 100,000 characters of a number and no more', () => {
    const jwk = { kty: 'RSA', e: 'AQAB' }

    expect(foundIn({ ...jwk, n: 'A'.repeat(100_000) })).toBe('a damaged JWK')
    expect(foundIn({ ...jwk, n: 'A'.repeat(100_001) })).toBe('longer than any key')
  })

  it.each(['ssh-rsa AAAAB3Nz', 'ecdsa-sha2-nistp256 AAAAE2Vj'])('recognizes %s', (line) => {
    expect(foundIn(line)).toBe('an OpenSSH key')
  })

  it('refuses a JWK of an unknown type', () => {
    const jwk = { ...jwkOf(readKey(publicKeyPem)), kty: 'AKP' }

    expect(foundIn(jwk)).toBe('a JWK for another use')
  })
})

describe('assertUsableJwk', () => {
  it('accepts the needed half, and refuses the other half and a weak key', () => {
    const key = readKey(privateKeyPem)

    expect(() => assertUsableJwk({ ...publicJwkOf(key) }, 'public key')).not.toThrow()
    expect(() => assertUsableJwk({ ...jwkOf(key) }, 'private key')).not.toThrow()
    expect(() => assertUsableJwk({ ...jwkOf(key) }, 'public key')).toThrow(KeyError)
    expect(() => assertUsableJwk({ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'public key')).toThrow(
      'an RSA public key of 17 bits',
    )
  })
})

describe('the JWK of a key', () => {
  it('contains only base64url', () => {
    for (const member of Object.values(jwkOf(readKey(privateKeyPem)))) {
      expect(member).toMatch(/^[\w-]+$/)
    }
  })
})

describe('a generated pair', () => {
  it('has 2048 bits by default', async () => {
    expect(await inspectKey(publicKeyPem)).toMatchObject({ modulusBits: 2048, exponent: 65_537 })
  })
})

describe('a key that cannot sign', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is reported as damaged', async () => {
    vi.spyOn(crypto.subtle, 'sign').mockRejectedValue(new DOMException('', 'OperationError'))

    await expect(importPrivateKey(privateKeyPem)).rejects.toMatchObject({
      found: 'a damaged RSA key',
    })
  })
})
