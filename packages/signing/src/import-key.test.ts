import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { generateKeyPair, type KeyPairPem } from './generate-key-pair.ts'
import { inspectKey } from './keys/inspect-key.ts'
import { KeyError } from './keys/key-error.ts'
import type { KeyMaterial } from './keys/key-material.ts'
import { importPrivateKey, importPublicKey } from './import-key.ts'
import { signText, verifyText } from './text-signature.ts'

let pair: KeyPairPem
let pkcs8: Uint8Array<ArrayBuffer>
let spki: Uint8Array<ArrayBuffer>
let privateJwk: JsonWebKey
let publicJwk: JsonWebKey

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/** Bytes of PKCS#8 in front of the PKCS#1 key, and of SPKI in front of the PKCS#1 public key. */
const pkcs8Prefix = 26
const spkiPrefix = 24

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----.*-----|\s/g, '')), (char) => char.charCodeAt(0))
}

function pemOf(label: string, der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

beforeAll(async () => {
  pair = await generateKeyPair()
  pkcs8 = derOf(pair.privateKeyPem)
  spki = derOf(pair.publicKeyPem)
  const { subtle } = crypto
  privateJwk = await subtle.exportKey(
    'jwk',
    await subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
  )
  publicJwk = await subtle.exportKey(
    'jwk',
    await subtle.importKey('spki', spki, algorithm, true, ['verify']),
  )
})

const privateForms: Record<string, () => KeyMaterial> = {
  'PKCS#8 PEM': () => pair.privateKeyPem,
  'PKCS#8 DER': () => pkcs8,
  'PKCS#1 PEM': () => pemOf('RSA PRIVATE KEY', pkcs8.subarray(pkcs8Prefix)),
  'PKCS#1 DER': () => pkcs8.subarray(pkcs8Prefix),
  JWK: () => privateJwk,
  'JWK text': () => JSON.stringify(privateJwk, undefined, 2),
  'JWK without the optional members': () => {
    const { alg: _alg, ext: _ext, key_ops: _keyOps, ...needed } = privateJwk
    return needed
  },
}
const publicForms: Record<string, () => KeyMaterial> = {
  'SPKI PEM': () => pair.publicKeyPem,
  'SPKI DER': () => spki,
  'PKCS#1 PEM': () => pemOf('RSA PUBLIC KEY', spki.subarray(spkiPrefix)),
  'PKCS#1 DER': () => spki.subarray(spkiPrefix),
  JWK: () => publicJwk,
  'JWK text': () => JSON.stringify(publicJwk),
}
/** What happens to a PEM on its way through secrets, forms and shells. */
const pastings: Record<string, (pem: string) => string> = {
  'with \\r\\n': (pem) => pem.replaceAll('\n', '\r\n'),
  'on one line with a literal \\n': (pem) => pem.replaceAll('\n', String.raw`\n`),
  'on one line with a literal \\r\\n': (pem) => pem.replaceAll('\n', String.raw`\r\n`),
  'on one line with spaces': (pem) => pem.replaceAll('\n', ' '),
  'between double quotes': (pem) => JSON.stringify(pem),
  'between single quotes': (pem) => `'${pem}'`,
  'between blank lines': (pem) => `\n\n  ${pem}\t\n`,
  'with indented lines': (pem) => pem.replaceAll('\n', '\n    '),
  'with a byte order mark': (pem) => `\ufeff${pem}`,
  'under a comment': (pem) => `subject=CN = service\n${pem}`,
  'under the name of a request': (pem) => `friendlyName: NEW-REQUEST-ENCRYPTED\n${pem}`,
  'as bare base64': (pem) => pem.replace(/-----.*-----/g, ''),
}

describe('importPrivateKey', () => {
  it.each(Object.keys(privateForms))('takes %s', async (form) => {
    const key = await importPrivateKey(privateForms[form]?.() ?? '')
    const publicKey = await importPublicKey(pair.publicKeyPem)

    expect(await verifyText(publicKey, 'text', await signText(key, 'text'))).toBe(true)
  })

  it.each(Object.keys(pastings))('takes a PEM %s', async (way) => {
    const key = await importPrivateKey(pastings[way]?.(pair.privateKeyPem) ?? '')

    expect(key.type).toBe('private')
  })

  it('returns a key that can sign and cannot be exported', async () => {
    const key = await importPrivateKey(pair.privateKeyPem)

    expect(key.extractable).toBe(false)
    expect(key.usages).toEqual(['sign'])
    await expect(crypto.subtle.exportKey('pkcs8', key)).rejects.toThrow()
  })

  it('refuses a key with a damaged modulus', async () => {
    const damaged = Uint8Array.from(pkcs8)
    damaged[150] = (damaged[150] ?? 0) ^ 4

    await expect(importPrivateKey(damaged)).rejects.toMatchObject({ found: 'a damaged RSA key' })
  })

  it('never makes a wrong signature with a damaged prime', async () => {
    const publicKey = await importPublicKey(pair.publicKeyPem)
    const lengthOfPrimes = 5 * 131

    for (let at = pkcs8.length - lengthOfPrimes; at < pkcs8.length; at += 40) {
      const damaged = Uint8Array.from(pkcs8)
      damaged[at] = (damaged[at] ?? 0) ^ 4
      const key = await importPrivateKey(damaged).catch((reason: unknown) => reason)
      const isRight =
        key instanceof KeyError ||
        (key instanceof CryptoKey && verifyText(publicKey, 'text', await signText(key, 'text')))
      expect(await isRight).toBe(true)
    }
  })

  it('refuses a public key', async () => {
    for (const form of Object.values(publicForms)) {
      await expect(importPrivateKey(form())).rejects.toMatchObject({ found: 'a public key' })
    }
  })
})

describe('importPublicKey', () => {
  it.each(Object.keys(publicForms))('takes %s', async (form) => {
    const key = await importPublicKey(publicForms[form]?.() ?? '')
    const privateKey = await importPrivateKey(pair.privateKeyPem)

    expect(key.usages).toEqual(['verify'])
    expect(await verifyText(key, 'text', await signText(privateKey, 'text'))).toBe(true)
  })

  it.each(Object.keys(pastings))('takes a PEM %s', async (way) => {
    const key = await importPublicKey(pastings[way]?.(pair.publicKeyPem) ?? '')

    expect(key.type).toBe('public')
  })

  it('refuses a private key and says that it is secret', async () => {
    for (const form of Object.values(privateForms)) {
      await expect(importPublicKey(form())).rejects.toMatchObject({
        found: 'a private key',
        remedy: expect.stringContaining('Keep it secret'),
      })
    }
  })

  it('accepts a key of 4095 bits', async () => {
    const key = await importPublicKey(publicKeyOf({ bits: 4095 }))

    expect(key.type).toBe('public')
  })
})

/** A public key with an odd modulus of a size; nobody knows its factors, and nobody needs them. */
function publicKeyOf({ bits = 2048, e = 'AQAB' }): JsonWebKey {
  const modulus = new Uint8Array(Math.ceil(bits / 8)).fill(0xa5)
  modulus[0] = (1 << ((bits - 1) % 8)) | 0
  const n = encodeBase64(modulus).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
  return { kty: 'RSA', n, e }
}

describe('the strength of a key', () => {
  it.each([
    [{ bits: 1024 }, 'an RSA public key of 1024 bits with exponent 65537'],
    [{ bits: 2047 }, 'an RSA public key of 2047 bits with exponent 65537'],
    [{ e: 'Aw' }, 'an RSA public key of 2048 bits with exponent 3'],
    [{ e: 'AQ' }, 'an RSA public key of 2048 bits with exponent 1'],
    [{ e: 'AQAAAAE' }, 'an RSA public key of 2048 bits with exponent 4294967297'],
  ])('is refused: %j', async (size, found) => {
    await expect(importPublicKey(publicKeyOf(size))).rejects.toMatchObject({ found })
  })

  it('is counted without the leading zeros of a JWK', async () => {
    const { n = '' } = publicKeyOf({ bits: 1024 })
    const padded = `${'AAAA'.repeat(50)}${n}`

    await expect(importPublicKey({ kty: 'RSA', n: padded, e: 'AQAB' })).rejects.toMatchObject({
      found: 'an RSA public key of 1024 bits with exponent 65537',
    })
  })

  it('cannot be faked with leading zeros in DER', async () => {
    const { n = '' } = publicKeyOf({ bits: 1024 })
    const modulus = [...(decodeBase64(n.replaceAll('-', '+').replaceAll('_', '/') + '=') ?? [])]
    const zeros = Array.from({ length: 129 }, () => 0)
    const der = [0x02, 0x82, 0x01, 0x01, ...zeros, ...modulus, 0x02, 3, 1, 0, 1]

    // OpenSSL reads over the zeros and the others refuse them; nobody counts them.
    await expect(
      importPublicKey(Uint8Array.of(0x30, 0x82, der.length >> 8, der.length & 255, ...der)),
    ).rejects.toMatchObject({
      found: expect.stringMatching(
        /^(not the DER of a key|an RSA public key of 1024 bits with exponent 65537)$/,
      ),
    })
  })
})

/** An element of DER by hand: the content is shorter than 65,536 bytes. @see ITU-T X.690, section 8.1 */
function element(tag: number, content: readonly number[]): number[] {
  const size = content.length
  if (size < 0x80) return [tag, size, ...content]
  if (size < 0x100) return [tag, 0x81, size, ...content]
  return [tag, 0x82, size >> 8, size & 0xff, ...content]
}

/** A positive number with so many bits, in DER. */
function numberOf(bits: number): number[] {
  const bytes = Array.from({ length: Math.ceil(bits / 8) }, () => 0xa5)
  bytes[0] = 1 << ((bits - 1) % 8)
  return element(2, bits % 8 === 0 ? [0, ...bytes] : bytes)
}

const rsaIdentifier = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]

/** A key with a modulus of so many bits, in every form; nobody knows its factors, and nobody needs them. */
function formsOf(bits: number): Record<'public' | 'private', readonly KeyMaterial[]> {
  const e = element(2, [1, 0, 1])
  const half = numberOf(Math.ceil(bits / 2))
  const publicPkcs1 = element(48, [...numberOf(bits), ...e])
  const others = [half, half, half, half, half].flat()
  const privatePkcs1 = element(48, [2, 1, 0, ...numberOf(bits), ...e, ...numberOf(bits), ...others])
  const spki = element(48, [...rsaIdentifier, ...element(3, [0, ...publicPkcs1])])
  const pkcs8 = element(48, [2, 1, 0, ...rsaIdentifier, ...element(4, privatePkcs1)])
  const jwk = publicKeyOf({ bits })
  const { n: d = '' } = jwk
  const { n: part = '' } = publicKeyOf({ bits: Math.ceil(bits / 2) })
  const privateJwk = { ...jwk, d, p: part, q: part, dp: part, dq: part, qi: part }
  const written = (label: string, der: readonly number[]) => [
    Uint8Array.from(der),
    pemOf(label, Uint8Array.from(der)),
    encodeBase64(Uint8Array.from(der)),
  ]
  return {
    public: [
      ...written('PUBLIC KEY', spki),
      ...written('RSA PUBLIC KEY', publicPkcs1),
      jwk,
      JSON.stringify(jwk),
    ],
    private: [
      ...written('PRIVATE KEY', pkcs8),
      ...written('RSA PRIVATE KEY', privatePkcs1),
      privateJwk,
      JSON.stringify(privateJwk),
    ],
  }
}

describe('the size of a key', () => {
  const kinds = [
    ['public', importPublicKey],
    ['private', importPrivateKey],
  ] as const

  it.each([1024, 2047, 4097, 8192, 16_384])(
    'of %d bits is refused before the runtime sees it, in every form',
    async (bits) => {
      const imported = vi.spyOn(crypto.subtle, 'importKey')
      try {
        for (const [kind, importKey] of kinds) {
          for (const material of formsOf(bits)[kind]) {
            await expect(importKey(material)).rejects.toMatchObject({
              found: `an RSA ${kind} key of ${bits} bits with exponent 65537`,
              remedy: 'It must be 2048 to 4096 bits with exponent 65537.',
            })
          }
        }
        expect(imported).not.toHaveBeenCalled()
      } finally {
        imported.mockRestore()
      }
    },
  )

  // Specification: 5.2.2
  it.each([2048, 4095, 4096])('of %d bits is accepted, in every form', async (bits) => {
    for (const material of formsOf(bits).public) {
      expect((await importPublicKey(material)).type).toBe('public')
    }
  })

  it('of millions of bits is refused without being read', async () => {
    const n = 'q'.repeat(1_400_000)
    const jwk = { kty: 'RSA', n, e: 'AQAB' }
    for (const material of [jwk, JSON.stringify(jwk)]) {
      for (const read of [importPublicKey, inspectKey]) {
        await expect(read(material)).rejects.toMatchObject({ found: 'longer than any key' })
      }
    }
  })
})

describe('key material that is long', () => {
  it.each([
    ['blanks', (length: number) => ' '.repeat(length)],
    ['quotes', (length: number) => '"'.repeat(length)],
    ['blanks between letters', (length: number) => `a${' '.repeat(length)}a`],
    ['blanks in front', (length: number) => `${' '.repeat(length)}a`],
    ['dashes', (length: number) => '-'.repeat(length)],
    ['beginnings of PEM', (length: number) => '-----BEGIN '.repeat(length / 11)],
    ['backslashes', (length: number) => '\\'.repeat(length)],
    ['brackets', (length: number) => `{"kty":${'['.repeat(length)}`],
    ['base64', (length: number) => 'MIIE'.repeat(length / 4)],
  ])('is refused: %s', async (_, make) => {
    for (const length of [40_000, 99_000, 4_000_000]) {
      await expect(importPublicKey(make(length))).rejects.toBeInstanceOf(KeyError)
    }
  })

  it('is accepted with 40,000 blanks on either side', async () => {
    const blanks = ' '.repeat(40_000)

    expect((await importPublicKey(`${blanks}${pair.publicKeyPem}${blanks}`)).type).toBe('public')
  })
})

describe('inspectKey', () => {
  it.each([
    ['PKCS#8', 'private key', () => pair.privateKeyPem],
    ['PKCS#1', 'private key', () => pkcs8.subarray(pkcs8Prefix)],
    ['SPKI', 'public key', () => pair.publicKeyPem],
    ['PKCS#1', 'public key', () => spki.subarray(spkiPrefix)],
    ['JWK', 'private key', () => privateJwk],
    ['JWK', 'public key', () => JSON.stringify(publicJwk)],
  ] as const)('describes %s of a %s', async (format, kind, material) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki))
    const fingerprint = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')

    expect(await inspectKey(material())).toEqual({
      kind,
      format,
      modulusBits: 2048,
      exponent: 65537,
      fingerprint,
    })
  })

  it('describes a key that is too weak to use', async () => {
    expect(await inspectKey(publicKeyOf({ bits: 1024, e: 'Aw' }))).toMatchObject({
      modulusBits: 1024,
      exponent: 3,
    })
  })

  it.each([
    ['Iw', 35],
    ['EQ', 17],
    ['AQAAAAE', 4_294_967_297],
  ])('describes a key with the exponent %s on every runtime', async (e, exponent) => {
    expect(await inspectKey(publicKeyOf({ e }))).toMatchObject({ modulusBits: 2048, exponent })
  })

  it.each([512, 1024, 2040])('describes PKCS#1 of a public key of %d bits', async (bits) => {
    const weak = await crypto.subtle.importKey('jwk', publicKeyOf({ bits }), algorithm, true, [
      'verify',
    ])
    const weakSpki = new Uint8Array(await crypto.subtle.exportKey('spki', weak))
    const pkcs1 = weakSpki.subarray(weakSpki.lastIndexOf(0x30, weakSpki.length - bits / 8 - 5))

    expect(await inspectKey(pkcs1)).toEqual({
      ...(await inspectKey(weakSpki)),
      format: 'PKCS#1',
      modulusBits: bits,
    })
  })
})

describe('the wrong kind of key', () => {
  it.each<[found: string, material: unknown]>([
    ['missing', undefined],
    ['missing', null],
    ['no text, no bytes and no JWK', Promise.resolve('PEM')],
    ['empty', ''],
    ['empty', '  \n"" '],
    ['not a PEM', './private.pem'],
    ['not a PEM', 'out.pem'],
    ['not a PEM', 'Zm9='],
    ['not the DER of a key', 'Zm9v'],
    ['not the DER of a key', Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x00)],
    ['not the DER of a key', new Uint8Array()],
    ['a damaged PEM', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['a damaged PEM', '-----BEGIN PRIVATE KEY-----\nMII*\n-----END PRIVATE KEY-----'],
    ['a damaged PEM', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PUBLIC KEY-----'],
    ['a damaged PEM', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----'],
    ['an encrypted private key', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE'],
    [
      'an encrypted private key',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-EDE3-CBC,0\n\nAA==',
    ],
    ['an EC key', '-----BEGIN EC PRIVATE KEY-----\nMHcC'],
    ['an EC key', '-----BEGIN EC PARAMETERS-----\nBggq\n-----BEGIN EC PRIVATE KEY-----\nMHcC'],
    ['an OpenSSH key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl'],
    ['an OpenSSH key', 'ssh-rsa AAAAB3NzaC1yc2E merchant@shop'],
    ['an OpenSSH key', 'ssh-ed25519 AAAAC3Nz merchant@shop'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIID'],
    ['a certificate', '-----BEGIN TRUSTED CERTIFICATE-----\nMIID'],
    ['a certificate', '-----BEGIN X509 CERTIFICATE-----\nMIID\n-----END X509 CERTIFICATE-----'],
    [
      'an OpenSSH key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
    ],
    ['a certificate request', '-----BEGIN CERTIFICATE REQUEST-----\nMIIC'],
    ['a certificate request', '-----BEGIN NEW CERTIFICATE REQUEST-----\nMIIC'],
    ['more than one key', { keys: [] }],
    ['an EC key', { kty: 'EC', crv: 'P-256' }],
    ['a key of another algorithm', { kty: 'oct', k: 'AAAA' }],
    ['a key of another algorithm', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
    ['a damaged JWK', { kty: 'RSA', n: null, e: 'AQAB' }],
    ['a damaged JWK', '{"kty":"RSA"}'],
    ['a damaged JWK', '{"kty":"RSA","n":5,"e":"AQAB"}'],
    ['a damaged JWK', '{"kty":"RSA","n":"AAAA","e":"AQAB"}'],
    ['a damaged JWK', '{"kty":'],
    ['no text, no bytes and no JWK', 5],
    ['no text, no bytes and no JWK', {}],
    ['no text, no bytes and no JWK', new ArrayBuffer(8)],
    ['no text, no bytes and no JWK', new URL('file:///run/secrets/private.pem')],
    ['a damaged PEM', new TextEncoder().encode('-----BEGIN PRIVATE KEY-----\nMIIE')],
    ['a damaged JWK', new TextEncoder().encode('{"kty":"RSA"}')],
    ['not the DER of a key', new Uint8Array(100_001).fill(0x2d)],
  ])('is named %s: %j', async (found, material) => {
    for (const read of [importPrivateKey, importPublicKey, inspectKey]) {
      const error: unknown = await read(material as KeyMaterial).catch((reason: unknown) => reason)

      expect(error).toBeInstanceOf(KeyError)
      expect(error).toMatchObject({ code: 'ERR_KEY_INVALID', found, remedy: expect.any(String) })
    }
  })

  it('is a key that is imported already', async () => {
    const imported = await importPublicKey(pair.publicKeyPem)

    await expect(importPublicKey(imported as never)).rejects.toThrow('use it as it is')
  })

  it('is a PEM with two blocks', async () => {
    await expect(importPrivateKey(pair.privateKeyPem + pair.publicKeyPem)).rejects.toMatchObject({
      found: 'more than one key',
    })
  })

  it.each([
    { alg: 'RS512' },
    { alg: 'PS256' },
    { use: 'enc' },
    { key_ops: ['encrypt'] },
    { key_ops: [] },
    { key_ops: ['sign'] },
  ])('is a public JWK with %j', async (members) => {
    const { n = '', e = '' } = publicJwk

    await expect(importPublicKey({ kty: 'RSA', n, e, ...members })).rejects.toMatchObject({
      found: 'a JWK for another use',
    })
  })

  it('is a private JWK without its primes', async () => {
    const { n = '', e = '', d = '' } = privateJwk

    await expect(importPrivateKey({ kty: 'RSA', n, e, d })).rejects.toMatchObject({
      found: 'a damaged JWK',
    })
  })

  it('is not recognized by the name of a JWK', async () => {
    const named = { ...publicJwk, kid: 'BEGIN REQUEST-BEGIN ENCRYPTED "EC" "keys"' }

    expect((await importPublicKey(named)).type).toBe('public')
  })

  it.each(['n', 'e'])('is a JWK whose %s is not a text', async (name) => {
    for (const value of [null, 5, [], {}, { toString: 5 }]) {
      const jwk = JSON.stringify({ ...publicJwk, [name]: value })
      await expect(importPublicKey(jwk)).rejects.toMatchObject({ found: 'a damaged JWK' })
    }
  })

  it('never shows key material', async () => {
    const secret = pair.privateKeyPem.split('\n')[3] ?? ''
    const materials = [
      pair.privateKeyPem,
      pair.privateKeyPem.replace('-----END', '-----'),
      pair.privateKeyPem.replace(secret, `${secret}!`),
      pair.privateKeyPem.replace(/-----.*-----/g, '').slice(1),
      JSON.stringify(privateJwk).slice(0, -1),
      JSON.stringify({ ...privateJwk, kty: secret }),
    ]

    for (const material of materials) {
      const error: unknown = await importPublicKey(material).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(KeyError)
      if (!(error instanceof KeyError)) continue
      const shown = `${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`
      expect(shown).not.toContain(secret.slice(0, 12))
      expect(shown).not.toContain(privateJwk.d?.slice(0, 12))
    }
  })
})

describe('any other bytes', () => {
  const readers = [importPrivateKey, importPublicKey, inspectKey]

  async function expectKeyErrorOrKey(material: KeyMaterial): Promise<void> {
    for (const read of readers) {
      try {
        await read(material)
      } catch (error) {
        expect(error).toBeInstanceOf(KeyError)
      }
    }
  }

  it('end in a KeyError when they are random', async () => {
    const material = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.of(0x30, bytes.length, ...bytes)),
      fc.string({ unit: 'binary' }),
      fc.uint8Array().map((bytes) => pemOf('PRIVATE KEY', bytes)),
      fc.json().map((json) => `{"kty":"RSA","n":${json},"e":"AQAB"}`),
    )

    await fc.assert(fc.asyncProperty(material, expectKeyErrorOrKey), { numRuns: 200 })
  })

  it('end in a KeyError, or in a key, when they are a damaged key', async () => {
    const place = fc.nat({ max: 1_300 })
    const value = fc.nat({ max: 255 })

    await fc.assert(
      fc.asyncProperty(place, value, fc.boolean(), async (at, byte, isPrivate) => {
        const damaged = Uint8Array.from(isPrivate ? pkcs8 : spki)
        damaged[at % damaged.length] = byte
        await expectKeyErrorOrKey(damaged)
      }),
      { numRuns: 100 },
    )
  })

  it.each<[way: string, change: (der: number[]) => number[]]>([
    ['cut off', (der) => der.slice(0, -1)],
    ['cut off at once', (der) => der.slice(0, 4)],
    ['followed by a byte', (der) => [...der, 0]],
    ['of indefinite length', ([tag = 0, , , , ...rest]) => [tag, 0x80, ...rest, 0, 0]],
    ['of a length with a leading zero', ([tag = 0, , ...rest]) => [tag, 0x83, 0, ...rest]],
    ['of a length beyond its end', ([tag = 0, , ...rest]) => [tag, 0x82, 0xff, 0xff, ...rest]],
    ['of a length beyond all memory', ([tag = 0, , ...rest]) => [tag, 0x88, ...rest, ...rest]],
  ])('end in a KeyError, or in the same key, when they are a key %s', async (_, change) => {
    const { fingerprint } = await inspectKey(spki)
    const forms = [pkcs8, spki, pkcs8.subarray(pkcs8Prefix), spki.subarray(spkiPrefix)]

    for (const form of forms) {
      const read = inspectKey(Uint8Array.from(change([...form])))
      const outcome: unknown = await read.catch((reason: unknown) => reason)
      if (!(outcome instanceof KeyError)) expect(outcome).toMatchObject({ fingerprint })
    }
  })

  it('are refused after a key on every runtime', async () => {
    for (const form of [pkcs8, spki, pkcs8.subarray(pkcs8Prefix), spki.subarray(spkiPrefix)]) {
      for (const behind of [[0], [0x30, 0], [...spki]]) {
        await expect(inspectKey(Uint8Array.of(...form, ...behind))).rejects.toMatchObject({
          found: 'a damaged DER',
          remedy: 'Copy it again.',
        })
      }
    }
  })

  it('are named damaged when they are a key that is cut off', async () => {
    for (const form of [pkcs8, spki, pkcs8.subarray(pkcs8Prefix), spki.subarray(spkiPrefix)]) {
      await expect(inspectKey(form.subarray(0, -1))).rejects.toMatchObject({
        found: 'a damaged DER',
      })
    }
  })

  it('end in a KeyError when keys are nested without end', async () => {
    const algorithm = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]
    const longest = 0x7f_ff_ff
    const header = (tag: number, size: number) => [
      tag,
      0x83,
      size >> 16,
      (size >> 8) & 255,
      size & 255,
    ]
    const der = new Uint8Array(longest)
    const levelBytes = 5 + 3 + algorithm.length + 5
    for (let at = 0; at + levelBytes + 0x1_00_00 < longest; at += levelBytes) {
      const octets = header(4, longest - at - levelBytes)
      der.set([...header(48, longest - at - 5), 2, 1, 0, ...algorithm, ...octets], at)
    }

    await expect(inspectKey(der)).rejects.toMatchObject({ found: 'not the DER of a key' })
  })
})

describe('generateKeyPair', () => {
  it('makes a matching pair', async () => {
    const [privateHalf, publicHalf] = await Promise.all([
      inspectKey(pair.privateKeyPem),
      inspectKey(pair.publicKeyPem),
    ])

    expect(privateHalf.fingerprint).toBe(publicHalf.fingerprint)
    expect(pair.privateKeyPem).toMatch(
      /^-----BEGIN PRIVATE KEY-----\n(.{64}\n)+.{1,64}\n-----END PRIVATE KEY-----\n$/,
    )
  })

  it.each([1024, 2047, 4097, Number.NaN])('refuses %d bits', async (modulusBits) => {
    await expect(generateKeyPair(modulusBits)).rejects.toThrow(RangeError)
  })
})
