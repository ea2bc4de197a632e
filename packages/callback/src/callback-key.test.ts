import { generateKeyPair, importPublicKey } from '@merchant-edge/signing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { importCallbackKey } from './callback-key.ts'

describe('importCallbackKey', () => {
  afterEach(() => vi.restoreAllMocks())

  it('caches at most 32 key texts, then starts with an empty cache', async () => {
    const { publicKeyPem } = await generateKeyPair()
    const imports = vi.spyOn(crypto.subtle, 'importKey')
    const wasKept = async (text: string): Promise<boolean> => {
      imports.mockClear()
      await importCallbackKey({ id: 'one', key: text })
      return imports.mock.calls.length === 0
    }
    const forgottenAfter: number[] = []
    await wasKept(publicKeyPem)

    for (let other = 1; other <= 100; other += 1) {
      await importCallbackKey({ id: 'other', key: `${publicKeyPem}${' '.repeat(other)}` })
      if (!(await wasKept(publicKeyPem))) forgottenAfter.push(other)
    }

    // The 33rd text makes room for itself; with it and the one that is asked for again, 30 more fit.
    const [, first = 0, second = 0] = forgottenAfter
    expect(second - first).toBe(31)
  })

  it('does not cache a key that is not a text, because it may have been changed in place', async () => {
    const [one, other] = await Promise.all([generateKeyPair(), generateKeyPair()])
    const jwkOf = async (pem: string) => crypto.subtle.exportKey('jwk', await importPublicKey(pem))
    const key = await jwkOf(one.publicKeyPem)
    await importCallbackKey({ id: 'one', key })

    const { n = '' } = await jwkOf(other.publicKeyPem)
    const changed = await importCallbackKey({ id: 'one', key: Object.assign(key, { n }) })

    expect(await crypto.subtle.exportKey('jwk', changed.key)).toMatchObject({ n })
  })

  it('is valid without limit when no times are given', async () => {
    const { publicKeyPem } = await generateKeyPair()

    expect(await importCallbackKey({ id: 'one', key: publicKeyPem })).toMatchObject({
      notBefore: -Infinity,
      notAfter: Infinity,
      signatureBytes: 256,
    })
  })

  it.each([
    ['notAfter', Date.now()],
    ['notBefore', Date.now()],
    ['notAfter', Number.NaN],
    ['notAfter', '1798761600'],
  ])('refuses %s of %o, which would make the key valid always or never', async (name, time) => {
    const { publicKeyPem } = await generateKeyPair()

    await expect(importCallbackKey({ id: 'one', key: publicKeyPem, [name]: time })).rejects.toThrow(
      `${name} of the key one must be a time in seconds`,
    )
  })
})
