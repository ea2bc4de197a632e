import {
  generateKeyPair,
  importPrivateKey,
  importPublicKey,
  KeyError,
} from '@merchant-edge/signing'
import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createCallbackVerifier,
  verifyPaymentCallback,
  type CallbackVerifier,
} from './callback-verifier.ts'
import { signedCallbackUrl } from './testing.ts'

const signed = {
  pay_status: 'SUCCESS',
  transaction_id: 'TX-77',
  order_id: '20200302T00100015912',
}

interface Pair {
  readonly privateKey: CryptoKey
  readonly publicKeyPem: string
}
let first: Pair
let second: Pair
let wide: Pair
let url: string
let verifier: CallbackVerifier

async function makePair(modulusBits?: number): Promise<Pair> {
  const pair = await generateKeyPair(modulusBits)
  return {
    privateKey: await importPrivateKey(pair.privateKeyPem),
    publicKeyPem: pair.publicKeyPem,
  }
}

beforeAll(async () => {
  ;[first, second, wide] = await Promise.all([makePair(), makePair(), makePair(3072)])
  url = await signedCallbackUrl({
    url: 'https://ipn.example.test/ipn',
    privateKey: first.privateKey,
    signed,
  })
  verifier = createCallbackVerifier({ keys: [{ id: 'first', key: first.publicKeyPem }] })
})

describe('createCallbackVerifier', () => {
  it.each([
    ['PEM text', () => first.publicKeyPem],
    ['PEM on one line', () => first.publicKeyPem.replaceAll('\n', String.raw`\n`)],
    ['a CryptoKey', () => importPublicKey(first.publicKeyPem)],
  ])('accepts a key as %s', async (_, key) => {
    const one = createCallbackVerifier({ keys: [{ id: 'one', key: await key() }] })

    expect(await one.verify(url)).toEqual({
      verified: true,
      keyId: 'one',
      signed,
      unsignedFields: {},
      spacesRestored: false,
    })
  })

  it('throws a KeyError when a key cannot be used', async () => {
    const wrong = createCallbackVerifier({ keys: [{ id: 'wrong', key: '/etc/key.pem' }] })

    await expect(wrong.verify(url)).rejects.toThrow(KeyError)
  })

  it.each([
    ['a private key', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, 2048, 'privateKey'],
    ['SHA-1', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }, 2048, 'publicKey'],
    ['1024 bits', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, 1024, 'publicKey'],
    ['RSA-PSS', { name: 'RSA-PSS', hash: 'SHA-256' }, 2048, 'publicKey'],
  ] as const)('throws a KeyError for a CryptoKey with %s', async (_, algorithm, bits, half) => {
    const publicExponent = Uint8Array.of(1, 0, 1)
    const pair = await crypto.subtle.generateKey(
      { ...algorithm, modulusLength: bits, publicExponent },
      false,
      ['sign', 'verify'],
    )
    const wrong = createCallbackVerifier({ keys: [{ id: 'wrong', key: pair[half] }] })

    await expect(wrong.verify(url)).rejects.toThrow(KeyError)
  })

  it.each([
    ['nothing', undefined],
    ['one key', { id: 'one', key: 'PEM' }],
    ['texts', ['PEM']],
    ['a key without an id', [{ key: 'PEM' }]],
  ])('throws a TypeError that says what keys are: %s', async (_, keys) => {
    const verifying: Promise<unknown> = Reflect.apply(verifyPaymentCallback, undefined, [
      url,
      { keys },
    ])

    await expect(verifying).rejects.toThrow(TypeError)
    await expect(verifying).rejects.toThrow('keys must be a list of { id, key }')
  })

  it.each([undefined, null, 'PEM', ['PEM']])(
    'throws a TypeError for options of %j',
    async (given) => {
      const verifying: Promise<unknown> = Reflect.apply(verifyPaymentCallback, undefined, [
        url,
        given,
      ])

      await expect(verifying).rejects.toThrow(TypeError)
      await expect(verifying).rejects.toThrow('keys must be a list of { id, key }')
      expect(() => Reflect.apply(createCallbackVerifier, undefined, [given])).toThrow(TypeError)
    },
  )

  it('says that there is no key', async () => {
    const none = createCallbackVerifier({ keys: [] })

    expect(await none.verify(url)).toMatchObject({ reason: 'no_key', status: 503 })
  })
})

describe('a URL that is not a text', () => {
  it.each([
    ['URL', () => new URL(url)],
    ['Request', () => new Request(url)],
    ['undefined', () => undefined],
    ['5', () => 5],
  ])('is refused with a TypeError that names it: %s', async (name, make) => {
    const given: unknown = make()

    // Plain JavaScript passes anything.
    const call: Promise<unknown> = Reflect.apply(
      (rawUrl: string) => verifier.verify(rawUrl),
      undefined,
      [given],
    )
    await expect(call).rejects.toThrow(TypeError)
    await expect(call).rejects.toThrow(
      new RegExp(`^rawUrl must be the address as text, .* request\\.url; it is ${name}$`),
    )
  })
})

describe('the import of keys', () => {
  afterEach(() => vi.restoreAllMocks())

  it('happens once for a key that is written at the call site', async () => {
    const imports = vi.spyOn(crypto.subtle, 'importKey')
    const { publicKeyPem } = await generateKeyPair()

    for (let turn = 0; turn < 3; turn += 1) {
      await verifyPaymentCallback(url, { keys: [{ id: 'here', key: publicKeyPem }] })
    }
    expect(imports).toHaveBeenCalledTimes(1)
  })
})

describe('a verifier', () => {
  afterEach(() => vi.restoreAllMocks())

  it('imports its keys once, however they were given', async () => {
    const imports = vi.spyOn(crypto.subtle, 'importKey')
    const key = await crypto.subtle.exportKey('jwk', await importPublicKey(first.publicKeyPem))
    const one = createCallbackVerifier({ keys: [{ id: 'one', key }] })
    imports.mockClear()

    expect([await one.verify(url), await one.verify(url)]).toMatchObject([
      { verified: true },
      { verified: true },
    ])
    expect(imports).toHaveBeenCalledTimes(1)
  })

  it('uses whole seconds as the present time', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(2_000_900)
    const key = first.publicKeyPem

    for (const [notAfter, verified] of [
      [2_000, true],
      [1_999, false],
    ] as const) {
      const one = createCallbackVerifier({ keys: [{ id: 'one', key, notAfter }] })
      expect(await one.verify(url)).toMatchObject({ verified })
    }
  })
})

describe('the rotation of keys', () => {
  const rotation = (now: number) =>
    createCallbackVerifier({
      keys: [
        { id: 'old', key: first.publicKeyPem, notAfter: 2_000 },
        { id: 'new', key: second.publicKeyPem, notBefore: 1_000 },
      ],
    }).verify(url, now)
  const signWith = (pair: Pair) =>
    signedCallbackUrl({ url: '/ipn', privateKey: pair.privateKey, signed })

  it.each([500, 1_000, 1_500, 2_000])('accepts the old key at %i', async (now) => {
    expect(await rotation(now)).toMatchObject({ verified: true, keyId: 'old' })
  })

  // Specification: 5.4.2
  it('accepts both keys while both are valid', async () => {
    const keys = [
      { id: 'old', key: first.publicKeyPem, notAfter: 2_000 },
      { id: 'new', key: second.publicKeyPem, notBefore: 1_000 },
    ]

    for (const now of [1_000, 2_000]) {
      const old = await verifyPaymentCallback(await signWith(first), { keys, at: now })
      const fresh = await verifyPaymentCallback(await signWith(second), { keys, at: now })
      expect([old, fresh]).toMatchObject([{ keyId: 'old' }, { keyId: 'new' }])
    }
  })

  it('says that the key has expired', async () => {
    expect(await rotation(2_001)).toMatchObject({
      reason: 'key_expired',
      subject: 'old',
      status: 401,
    })
  })

  it('says that the key is not valid yet', async () => {
    const keys = [{ id: 'new', key: second.publicKeyPem, notBefore: 1_000 }]
    const result = await verifyPaymentCallback(await signWith(second), { keys, at: 999 })

    expect(result).toMatchObject({ reason: 'key_not_yet_valid', subject: 'new' })
  })

  it('says that no key is valid when a forged callback meets expired keys only', async () => {
    const keys = [{ id: 'old', key: first.publicKeyPem, notAfter: 2_000 }]
    const result = await verifyPaymentCallback(await signWith(second), { keys, at: 3_000 })

    expect(result).toMatchObject({ reason: 'no_key' })
  })

  it('accepts a key that is listed a second time with a later end', async () => {
    const key = first.publicKeyPem
    const keys = [
      { id: 'before', key, notAfter: 2_000 },
      { id: 'after', key, notAfter: 4_000 },
    ]

    expect(await verifyPaymentCallback(url, { keys, at: 3_000 })).toMatchObject({ keyId: 'after' })
  })

  it('uses the current time when none is given', async () => {
    const now = Math.floor(Date.now() / 1000)
    const past = [{ id: 'past', key: first.publicKeyPem, notAfter: now - 60 }]
    const present = [{ id: 'present', key: first.publicKeyPem, notAfter: now + 60 }]

    expect(await verifyPaymentCallback(url, { keys: past })).toMatchObject({ verified: false })
    expect(await verifyPaymentCallback(url, { keys: present })).toMatchObject({ verified: true })
  })

  it('tries keys of other sizes by the length of the signature', async () => {
    const keys = [
      { id: 'first', key: first.publicKeyPem },
      { id: 'wide', key: wide.publicKeyPem },
    ]
    const result = await verifyPaymentCallback(await signWith(wide), { keys })
    const alone = await verifyPaymentCallback(await signWith(wide), { keys: keys.slice(0, 1) })

    expect(result).toMatchObject({ keyId: 'wide' })
    expect(alone).toMatchObject({ reason: 'signature_length', status: 401 })
  })
})

describe('what a rejection says', () => {
  it('has a cause, a remedy and a status', async () => {
    const result = await verifier.verify(url.replace('TX-77', 'TX-78'))

    expect(result).toEqual({
      verified: false,
      reason: 'signature_mismatch',
      cause: expect.stringMatching(/^[A-Z].*\.$/),
      remedy: expect.stringMatching(/UAT.*\.$/),
      status: 401,
    })
  })

  it('quotes no value of the URL', async () => {
    const result = await verifier.verify(`${url}&user_id=84900000123&order_id=84900000123`)

    expect(JSON.stringify(result)).not.toMatch(/TX-77|20200302T|84900000123/)
  })
})

describe('a signature that cannot be read', () => {
  const withSignature = (value: string) =>
    verifier.verify(url.replace(/signature=[^&]*/, `signature=${value}`))

  it.each(['%ff', '%', 'Zm9%EF%BF%BD'])('is reported as badly encoded: %s', async (value) => {
    expect(await withSignature(value)).toMatchObject({
      reason: 'bad_encoding',
      subject: 'signature',
      status: 400,
    })
  })

  it.each(['', 'Zm9', 'Zh==', 'Zm9%41', 'Zm9%0A'])(
    'is distinguished from one of another length: %s',
    async (value) => {
      const reason =
        value === '' || value === 'Zm9%41' ? 'signature_length' : 'signature_not_base64'

      expect(await withSignature(value)).toMatchObject({ reason })
    },
  )
})

describe('callbacks that are verified at the same time', () => {
  it('are each judged by their own signature', async () => {
    const other = await signedCallbackUrl({
      url: '/ipn',
      privateKey: first.privateKey,
      signed: { ...signed, transaction_id: 'TX-78' },
    })
    const forged = await signedCallbackUrl({ url: '/ipn', privateKey: second.privateKey, signed })
    const urls = Array.from({ length: 30 }, (_, turn) => [url, forged, other][turn % 3] ?? '')

    const results = await Promise.all(urls.map((one) => verifier.verify(one)))

    expect(results.map(({ verified }) => verified)).toEqual(urls.map((one) => one !== forged))
  })

  it('are each tried with every key', async () => {
    const keys = [
      { id: 'first', key: first.publicKeyPem },
      { id: 'second', key: second.publicKeyPem },
    ]
    const both = createCallbackVerifier({ keys })
    const bySecond = await signedCallbackUrl({ url: '/ipn', privateKey: second.privateKey, signed })
    const urls = Array.from({ length: 30 }, (_, turn) => (turn % 2 === 0 ? bySecond : url))

    const results = await Promise.all(urls.map((one) => both.verify(one)))

    expect(results.map((result) => result.verified && result.keyId)).toEqual(
      urls.map((one) => (one === bySecond ? 'second' : 'first')),
    )
  })
})

describe('any other URL', () => {
  it('never verifies and never throws when it is random', async () => {
    const name = fc.constantFrom('order_id', 'pay_status', 'transaction_id', 'signature', 'user_id')
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string().map(encodeURIComponent),
      fc.constantFrom(signed.order_id, 'SUCCESS', 'TX-77', '%', '%FF', '', 'A'.repeat(344)),
      fc
        .uint8Array({ minLength: 256, maxLength: 256 })
        .map((bytes) => encodeURIComponent(btoa(String.fromCharCode(...bytes)))),
    )
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 8 })
      .map((pairs) => `/ipn?${pairs.map((pair) => pair.join('=')).join('&')}`)

    await fc.assert(
      fc.asyncProperty(fc.oneof(query, fc.string({ unit: 'binary' })), async (text) => {
        const result = await verifier.verify(text)

        expect(result.verified).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('returns the same fields or a rejection when one character is replaced', async () => {
    const start = url.indexOf('?') + 1
    const place = fc.integer({ min: start, max: url.length - 1 })
    const letters = Array.from('ABCZabz0189+/=%&;-_ .\u00e9')

    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...letters), async (at, letter) => {
        fc.pre(letter !== url[at])
        const result = await verifier.verify(url.slice(0, at) + letter + url.slice(at + 1))

        if (result.verified) expect(result.signed).toEqual(signed)
        else expect(result.reason).not.toBe('no_key')
      }),
      { numRuns: 1_000 },
    )
  })

  it('is rejected when one character is removed or inserted', async () => {
    const start = url.indexOf('?') + 1

    for (let at = start; at < url.length; at += 1) {
      const shorter = await verifier.verify(url.slice(0, at) + url.slice(at + 1))
      const longer = await verifier.verify(`${url.slice(0, at)}A${url.slice(at)}`)
      expect([shorter.verified, longer.verified]).toEqual([false, false])
    }
  })

  it('is rejected when a signed field has any other value', async () => {
    const field = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
    const order = fc.stringMatching(/^[0-9A-Za-z.:/%=+-]{3,20}$/)
    const signature = new URL(url).searchParams.get('signature') ?? ''

    await fc.assert(
      fc.asyncProperty(field, field, order, async (pay_status, transaction_id, order_id) => {
        const query = new URLSearchParams({ pay_status, transaction_id, order_id, signature })
        const result = await verifier.verify(`/ipn?${query}`)

        expect(result).toMatchObject({ reason: 'signature_mismatch' })
      }),
      { numRuns: 200 },
    )
  })

  it('returns every unsigned field that a form encoder can write', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    const isKept = (text: string) => text.isWellFormed() && !text.includes('\ufffd')

    await fc.assert(
      fc.asyncProperty(text.filter(isKept), text.filter(isKept), async (extra_data, user_id) => {
        const result = await verifier.verify(
          `${url}&${new URLSearchParams({ extra_data, user_id })}`,
        )

        expect(result).toMatchObject({ verified: true, unsignedFields: { extra_data, user_id } })
      }),
      { numRuns: 200 },
    )
  })
})
