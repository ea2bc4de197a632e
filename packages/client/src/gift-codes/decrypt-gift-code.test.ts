import { encodeBase64, type RsaJwk } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { decryptGiftCode, decryptGiftCodes, GiftCodeUnreadableError } from './decrypt-gift-code.ts'
import { importGiftCodeKey, type GiftCodeHash } from './import-gift-code-key.ts'

interface Recipient {
  readonly pem: string
  readonly der: Uint8Array<ArrayBuffer>
  /** PEM as `openssl genrsa -traditional` writes it. */
  readonly pkcs1: string
  readonly jwk: RsaJwk
  readonly encrypt: (text: string) => Promise<string>
}

async function recipient(hash: GiftCodeHash): Promise<Recipient> {
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const { alg: _alg, key_ops: _ops, ...jwk } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  // 26 bytes of PKCS#8 stand in front of the PKCS#1 of a key of 2048 bits.
  const pkcs1 = encodeBase64(der.slice(26))
  return {
    pem: `-----BEGIN PRIVATE KEY-----\n${encodeBase64(der)}\n-----END PRIVATE KEY-----\n`,
    der,
    pkcs1: `-----BEGIN RSA PRIVATE KEY-----\n${pkcs1}\n-----END RSA PRIVATE KEY-----\n`,
    jwk,
    async encrypt(text) {
      const bytes = new TextEncoder().encode(text)
      const sealed = await crypto.subtle.encrypt('RSA-OAEP', pair.publicKey, bytes)
      return encodeBase64(new Uint8Array(sealed))
    },
  }
}

let partner: Recipient
let stranger: Recipient

beforeAll(async () => {
  partner = await recipient('SHA-256')
  stranger = await recipient('SHA-256')
})

/** PKCS#8 with a modulus of so many bits; nobody knows its factors. */
function privatePemOf(bits: number): string {
  const element = (tag: number, content: readonly number[]) => {
    const [high, low] = [content.length >> 8, content.length & 0xff]
    return [tag, ...(high === 0 ? [0x81, low] : [0x82, high, low]), ...content]
  }
  const number = element(2, [0, ...Array.from({ length: bits / 8 }, () => 0xa5)])
  const numbers = [
    2,
    1,
    0,
    ...number,
    2,
    3,
    1,
    0,
    1,
    ...Array.from({ length: 6 }, () => number).flat(),
  ]
  const identifier = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]
  const pkcs8 = element(48, [2, 1, 0, ...identifier, ...element(4, element(48, numbers))])
  const base64 = encodeBase64(Uint8Array.from(pkcs8))
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`
}

describe('decryptGiftCode', () => {
  it.each(['SHA-1', 'SHA-256'] as const)('decrypts a code encrypted with %s', async (hash) => {
    const { pem, encrypt } = await recipient(hash)
    const key = await importGiftCodeKey(pem, hash)

    const code = await decryptGiftCode(key, await encrypt('1234-5678-mã'))

    expect(code).toBe('1234-5678-mã')
    expect(key).toMatchObject({ extractable: false, usages: ['decrypt'] })
  })

  it('accepts a key that was pasted as one line', async () => {
    for (const pasted of [
      partner.pem.replaceAll('\n', '\\n'),
      JSON.stringify(partner.pem.replaceAll('\n', '\r\n')),
      `'${partner.pem}'`,
    ]) {
      const key = await importGiftCodeKey(pasted)

      expect(await decryptGiftCode(key, await partner.encrypt('A'))).toBe('A')
    }
  })

  it('decrypts every code of an order and changes nothing else', async () => {
    const key = await importGiftCodeKey(partner.pem)
    const sealed = await Promise.all(['A', 'B'].map((code) => partner.encrypt(code)))
    const cards = sealed.map((code, at) => ({ code, serial: `S-${at}`, expire_date: '2030-01-31' }))
    const order = { merchant_order_id: 'G-1', order_info: [{ card_type: '50', cards }] }

    const opened = await decryptGiftCodes(key, order)

    expect(opened).toEqual({
      merchant_order_id: 'G-1',
      order_info: [
        {
          card_type: '50',
          cards: [
            { code: 'A', serial: 'S-0', expire_date: '2030-01-31' },
            { code: 'B', serial: 'S-1', expire_date: '2030-01-31' },
          ],
        },
      ],
    })
  })

  it.each([
    ['plain text', () => Promise.resolve('1234-5678')],
    ['base64 of something else', () => Promise.resolve('AAAA')],
    ['a code for somebody else', () => stranger.encrypt('A')],
  ])('names %s as unreadable without quoting it', async (_about, make) => {
    const key = await importGiftCodeKey(partner.pem)
    const code = await make()

    const error: unknown = await decryptGiftCode(key, code).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(GiftCodeUnreadableError)
    expect(String(error)).not.toContain(code)
  })
})

describe('importGiftCodeKey', () => {
  // Every form in which `importPrivateKey` takes a key.
  it.each([
    ['DER', ({ der }: Recipient) => der],
    ['base64 of DER', ({ der }: Recipient) => encodeBase64(der)],
    ['PKCS#1', ({ pkcs1 }: Recipient) => pkcs1],
    ['a JWK', ({ jwk }: Recipient) => jwk],
  ])('takes a key as %s', async (_form, materialOf) => {
    const key = await importGiftCodeKey(materialOf(partner))

    expect(await decryptGiftCode(key, await partner.encrypt('A'))).toBe('A')
  })

  it.each([
    [undefined, 'missing'],
    [new ArrayBuffer(8), 'no text, no bytes and no JWK'],
  ])('refuses a key that is no key: %j', async (given, found) => {
    const importing: Promise<CryptoKey> = Reflect.apply(importGiftCodeKey, undefined, [given])

    await expect(importing).rejects.toMatchObject({ code: 'ERR_KEY_INVALID', found })
  })

  it.each([1024, 4104])('refuses a key of %d bits before the runtime sees it', async (bits) => {
    const imported = vi.spyOn(crypto.subtle, 'importKey')
    try {
      await expect(importGiftCodeKey(privatePemOf(bits))).rejects.toMatchObject({
        found: `an RSA private key of ${bits} bits with exponent 65537`,
      })
      expect(imported).not.toHaveBeenCalled()
    } finally {
      imported.mockRestore()
    }
  })

  it('refuses a key whose numbers do not belong together, and quotes none of them', async () => {
    const { d, ...others } = partner.jwk
    const error: unknown = await importGiftCodeKey({ ...others, d: others.n ?? '' }).catch(
      (e: unknown) => e,
    )

    // Some runtimes notice it only when they decrypt.
    if ('usages' in Object(error)) return
    expect(error).toMatchObject({ code: 'ERR_KEY_INVALID', found: 'a damaged RSA key' })
    expect(String(error)).not.toContain(d)
  })

  it('refuses long texts', async () => {
    for (const text of [' '.repeat(4_000_000), `${' '.repeat(99_000)}a`, '\\n'.repeat(2_000_000)]) {
      await expect(importGiftCodeKey(text)).rejects.toMatchObject({ code: 'ERR_KEY_INVALID' })
    }
  })

  it.each([
    ['', 'empty'],
    ['not a key', 'not a PEM'],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'not the DER of a key'],
    ['-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----', 'an EC key'],
  ])('refuses %j', async (pem, found) => {
    await expect(importGiftCodeKey(pem)).rejects.toMatchObject({ code: 'ERR_KEY_INVALID', found })
  })
})
