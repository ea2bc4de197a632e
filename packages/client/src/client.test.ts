import { queryOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { generateKeyPair, KeyError } from '@merchant-edge/signing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keyCode, keyPair, merchant } from '../test/merchant.ts'
import { answers, scriptedPeer } from '../test/scripted-peer.ts'
import { call } from './call.ts'
import { createClient } from './client.ts'
import { KeyInvalidError } from './answer/wallet-error.ts'

const query = examples.queryOrder

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('createClient', () => {
  // Specification: 1.35
  it.each([
    ['https://service.example', 'https://service.example'],
    ['https://service.example:8443/', 'https://service.example:8443'],
    ['http://localhost:8790', 'http://localhost:8790'],
    ['http://127.0.0.1:8790', 'http://127.0.0.1:8790'],
    ['http://[::1]:8790', 'http://[::1]:8790'],
    ['http://sandbox.localhost', 'http://sandbox.localhost'],
  ])('accepts the origin %s', async (baseUrl, origin) => {
    expect(createClient(await merchant({ baseUrl })).origin).toBe(origin)
  })

  it.each([
    ['no address', 'service.example'],
    ['http to another machine', 'http://service.example'],
    ['a host that only begins like this machine', 'http://localhost.example'],
    ['an address in the middle of a name', 'http://127.0.0.1.example'],
    ['a path', 'https://service.example/merchant-integration'],
    ['a query', 'https://service.example/?a=1'],
    ['an empty query', 'https://service.example/?'],
    ['a fragment', 'https://service.example/#a'],
    ['credentials', 'https://user:SECRET@service.example'],
    ['another scheme', 'ftp://service.example'],
  ])('refuses %s as baseUrl', async (_about, baseUrl) => {
    const options = await merchant({ baseUrl })

    expect(() => createClient(options)).toThrow(/^baseUrl must be (?!.*SECRET)/)
  })

  it('accepts a key code of 36 characters', async () => {
    const keyCode = 'k'.repeat(36)

    expect(createClient(await merchant({ keyCode })).keyCode).toBe(keyCode)
  })

  it.each([
    ['37 characters', 'k'.repeat(37)],
    ['nothing', ''],
    ['a semicolon', 'a;b'],
    ['a line break', 'a\nb'],
    ['a letter beyond ASCII', 'khóa'],
    ['a setting that is missing', undefined as never],
  ])('refuses a key code of %s', async (_about, keyCode) => {
    const options = await merchant({ keyCode })

    expect(() => createClient(options)).toThrow(/^keyCode must be 1 to 36 /)
  })

  it.each([
    ['attempts', 0],
    ['attempts', 11],
    ['attempts', 1.5],
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', 2 ** 31],
    ['timeoutMs', Infinity],
    ['timeoutMs', '5000'],
    ['attemptTimeoutMs', 0],
  ])('refuses %s of %j', async (option, value) => {
    const options = await merchant({ [option]: value })

    expect(() => createClient(options)).toThrow(new RegExp(`^${option} must be .*\\d`))
  })

  it('looks up the global fetch on each call, and calls it without a receiver', async () => {
    const client = createClient({ ...(await merchant({})) })
    const receivers: unknown[] = []
    vi.stubGlobal('fetch', function globalFetch(this: unknown) {
      receivers.push(this)
      return Promise.resolve(Response.json({ meta: { code: 4040001 } }))
    })

    const answer = await call(client, queryOrder, query)

    expect(answer.outcome).toBe('refused')
    expect(receivers).toEqual([undefined])
  })
})

describe('the private key', () => {
  it('may be a PEM, and is imported once', async () => {
    const { privateKeyPem } = await generateKeyPair()
    const peer = scriptedPeer(answers(4040001), answers(4040001))
    const client = createClient(await merchant({ privateKey: privateKeyPem, fetch: peer.fetch }))

    await call(client, queryOrder, query)
    await call(client, queryOrder, query)

    expect(peer.requests).toHaveLength(2)
    expect(await client.key()).toBe(await client.key())
  })

  it('is not a field of the client', async () => {
    const { privateKeyPem } = await generateKeyPair()
    const client = createClient(await merchant({ privateKey: privateKeyPem }))

    const secret = privateKeyPem.split('\n')[1] ?? ''
    expect(secret).not.toBe('')
    expect(JSON.stringify(client)).not.toContain(secret)
    expect(Object.values(client)).not.toContain(privateKeyPem)
  })

  it.each(['not a key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'])(
    'that cannot be used causes an error before anything is sent: %s',
    async (privateKey) => {
      const peer = scriptedPeer()
      const client = createClient(await merchant({ privateKey, fetch: peer.fetch }))

      const error = await call(client, queryOrder, query).catch((e: unknown) => e)

      expect(error).toBeInstanceOf(KeyInvalidError)
      expect(error).toMatchObject({ code: 'ERR_KEY_INVALID', sent: 'no', attempts: 0 })
      expect((error as KeyInvalidError).cause).toBeInstanceOf(KeyError)
      expect(peer.requests).toEqual([])
    },
  )

  it('may be an imported key, if its algorithm and usage fit', async () => {
    const pss = await crypto.subtle.generateKey(
      {
        name: 'RSA-PSS',
        hash: 'SHA-256',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      false,
      ['sign', 'verify'],
    )
    const weak = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      false,
      ['sign', 'verify'],
    )
    const hmac = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const ec = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    const { publicKey } = await keyPair()

    for (const privateKey of [pss.privateKey, publicKey, weak.privateKey, hmac, ec.privateKey]) {
      const client = createClient({ ...(await merchant({})), keyCode, privateKey })
      await expect(call(client, queryOrder, query)).rejects.toBeInstanceOf(KeyInvalidError)
    }
  })
})
