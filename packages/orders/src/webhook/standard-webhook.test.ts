import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { signWebhook, verifyWebhook } from './standard-webhook.ts'

// The bytes 0 to 23.
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const otherSecret = 'whsec_FxYVFBMSERAPDg0MCwoJCAcGBQQDAgEA'
const body = '{"a":1}'

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

describe('signWebhook', () => {
  it('makes the same signature as openssl', async () => {
    // printf 'abc.1700000000.{"a":1}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001...17
    const headers = await signWebhook(secret, {
      id: 'abc',
      timestampSeconds: 1_700_000_000,
      body,
    })

    expect(headers).toEqual({
      'webhook-id': 'abc',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,0EUTbYzDLlcTbSpPmpjr5R0rg0z1eQv9b++o51k/fxU=',
    })
  })

  it('is verified by another implementation', async () => {
    const headers = await signWebhook(secret, { id: 'abc', timestampSeconds: nowSeconds(), body })

    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ a: 1 })
  })

  it('refuses an id with the delimiter of the signed text', async () => {
    const message = { id: 'a.b', timestampSeconds: 1, body }

    await expect(signWebhook(secret, message)).rejects.toThrow('full stop')
  })

  it.each(['', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', 'whsec_', 'whsec_AAEC', 'whsec_*'])(
    'refuses the secret %j without repeating it',
    async (malformed) => {
      const signing = signWebhook(malformed, { id: 'a', timestampSeconds: 1, body })

      await expect(signing).rejects.toThrow(
        'A webhook secret must be whsec_ and base64 of 16 bytes or more; make one with `openssl rand -base64 24`.',
      )
    },
  )
})

describe('invalid settings', () => {
  const longAgo = 1_000

  async function received(timestampSeconds: number): Promise<Headers> {
    return new Headers({ ...(await signWebhook(secret, { id: 'abc', timestampSeconds, body })) })
  }

  it.each([Number.NaN, -1, '300' as never])(
    'include the tolerance %o',
    async (toleranceSeconds) => {
      const headers = await received(longAgo)

      await expect(
        verifyWebhook({ secrets: [secret], headers, body, toleranceSeconds }),
      ).rejects.toThrow('toleranceSeconds must be a number')
    },
  )

  it('include a clock that returns no time, so that no old message is accepted', async () => {
    const headers = await received(longAgo)

    expect(
      await verifyWebhook({ secrets: [secret], headers, body, now: () => Number.NaN }),
    ).toEqual({ verified: false, reason: 'timestamp_far' })
  })

  it('of a missing key are reported as such, not as a forged message', async () => {
    const headers = await received(nowSeconds())

    await expect(verifyWebhook({ secrets: [], headers, body })).rejects.toThrow('one key at least')
    await expect(verifyWebhook({ secrets: [undefined as never], headers, body })).rejects.toThrow(
      'the setting that holds it is not there',
    )
  })

  // A framework for Node hands the parsed body and plain headers to its handlers. Without this every genuine message
  // would be called forged.
  it.each([
    ['the parsed body', { body: { a: 1 } }, 'body must be the text'],
    ['the bytes of the body', { body: new Uint8Array(2) }, 'body must be the text'],
    ['plain headers', { headers: { 'webhook-id': 'abc' } }, 'headers must be Headers'],
    ['one secret as text', { secrets: secret }, 'secrets must be a list'],
  ])('are reported with what was given instead: %s', async (_, change, message) => {
    const headers = await received(nowSeconds())
    const given = { secrets: [secret], headers, body, ...change }
    const verifying: Promise<unknown> = Reflect.apply(verifyWebhook, undefined, [given])

    await expect(verifying).rejects.toThrow(TypeError)
    await expect(verifying).rejects.toThrow(message)
  })

  it.each([Number.NaN, 1.5, -1, 1_700_000_000_000])(
    'include the time %d for signing',
    async (timestampSeconds) => {
      await expect(signWebhook(secret, { id: 'abc', timestampSeconds, body })).rejects.toThrow(
        'timestampSeconds must be whole seconds',
      )
    },
  )
})

describe('a key during its replacement', () => {
  it('signs together with the old one, and another implementation accepts either', async () => {
    const message = { id: 'abc', timestampSeconds: nowSeconds(), body }
    const headers = await signWebhook([otherSecret, secret], message)

    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ a: 1 })
    expect(new Webhook(otherSecret).verify(body, { ...headers })).toEqual({ a: 1 })
  })

  it('is required', async () => {
    const message = { id: 'abc', timestampSeconds: 1, body }

    await expect(signWebhook([], message)).rejects.toThrow('one key at least')
  })
})

// RFC 8032, section 7.1, test 1: the private key, and the public key that belongs to it.
const seed = 'nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A='
const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

describe('asymmetric signatures', () => {
  const message = { id: 'abc', timestampSeconds: 1_700_000_000, body }
  const now = () => 1_700_000_000_000

  it('are those of OpenSSL', async () => {
    // printf 'abc.1700000000.{"a":1}' | openssl pkeyutl -sign -rawin with the key above
    const headers = await signWebhook(`whsk_${seed}`, message)

    expect(headers['webhook-signature']).toBe(
      'v1a,ZToTpz+LrIZ1N+nsYQgmurprDahmnveXfI80cFIuaR+wfDtEEgYcOhntXvMz+cEQM1/AG+Ly3/BF/ZuXf4YjAQ==',
    )
  })

  it('are the same from a private key that contains its public key', async () => {
    const pair = btoa(`${atob(seed)}${atob(publicKey)}`)

    expect(await signWebhook(`whsk_${pair}`, message)).toEqual(
      await signWebhook(`whsk_${seed}`, message),
    )
  })

  it('are verified with the public key, together with a shared secret', async () => {
    const headers = new Headers({ ...(await signWebhook([secret, `whsk_${seed}`], message)) })

    for (const key of [secret, `whpk_${publicKey}`]) {
      expect(await verifyWebhook({ secrets: [key], headers, body, now })).toMatchObject({
        verified: true,
      })
    }
    const changed = await verifyWebhook({
      secrets: [`whpk_${publicKey}`],
      headers,
      body: `${body} `,
      now,
    })
    expect(changed).toEqual({ verified: false, reason: 'signature_differs' })
  })

  it.each([
    [`whsk_${seed}`, `whpk_${publicKey}`, 'v1a', 'v1'],
    [`whsk_${seed}`, `whpk_${publicKey}`, 'v1a', 'v2a'],
    [secret, secret, 'v1', 'v1a'],
    [secret, secret, 'v1', 'v2'],
  ])('of %s do not verify with %s when their %s is %s', async (signing, verifying, own, other) => {
    const headers = new Headers({ ...(await signWebhook(signing, message)) })
    const signature = headers.get('webhook-signature') ?? ''
    headers.set('webhook-signature', signature.replace(`${own},`, `${other},`))

    const verdict = await verifyWebhook({ secrets: [verifying], headers, body, now })

    expect(verdict.verified).toBe(false)
  })

  it.each(['whsk_', 'whsk_AAEC', 'whsk_*'])('refuse the private key %j', async (malformed) => {
    await expect(signWebhook(malformed, message)).rejects.toThrow('32 or 64 bytes')
  })

  it.each(['whpk_', 'whpk_AAEC'])('refuse the public key %j', async (malformed) => {
    const headers = new Headers({ ...(await signWebhook(secret, message)) })

    await expect(verifyWebhook({ secrets: [malformed], headers, body, now })).rejects.toThrow(
      'base64 of 32 bytes',
    )
  })
})

describe('verifyWebhook', () => {
  function headersOf(id: string, sentAt: number, text = body): Headers {
    const signature = new Webhook(secret).sign(id, new Date(sentAt * 1000), text)
    return new Headers({
      'webhook-id': id,
      'webhook-timestamp': String(sentAt),
      'webhook-signature': signature,
    })
  }

  it('accepts what another implementation has signed', async () => {
    const sentAt = nowSeconds()

    const verdict = await verifyWebhook({
      secrets: [secret],
      headers: headersOf('abc', sentAt),
      body,
    })

    expect(verdict).toEqual({ verified: true, id: 'abc', timestampSeconds: sentAt })
  })

  it('accepts either secret and either signature while a secret is replaced', async () => {
    const headers = headersOf('abc', nowSeconds())
    headers.set('webhook-signature', `v1,AAAA v1a,BBBB ${headers.get('webhook-signature')}`)

    const verdict = await verifyWebhook({ secrets: [otherSecret, secret], headers, body })

    expect(verdict.verified).toBe(true)
  })

  it.each([
    ['another body', { body: '{"a":2}' }, 'signature_differs'],
    ['another secret', { secrets: [otherSecret] }, 'signature_differs'],
    ['an old message', { now: () => (nowSeconds() + 301) * 1000 }, 'timestamp_far'],
    ['a message from the future', { now: () => (nowSeconds() - 302) * 1000 }, 'timestamp_far'],
    ['no headers', { headers: new Headers() }, 'headers_missing'],
  ])('refuses %s', async (_name, difference, reason) => {
    const received = { secrets: [secret], headers: headersOf('abc', nowSeconds()), body }

    expect(await verifyWebhook({ ...received, ...difference })).toEqual({
      verified: false,
      reason,
    })
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a message without %s, and one whose value is empty',
    async (name) => {
      for (const value of [undefined, '']) {
        const headers = headersOf('abc', nowSeconds())
        headers.delete(name)
        if (value !== undefined) headers.set(name, value)

        expect(await verifyWebhook({ secrets: [secret], headers, body })).toEqual({
          verified: false,
          reason: 'headers_missing',
        })
      }
    },
  )

  it('accepts a message of up to five minutes before or after', async () => {
    const at = 1_700_000_000
    const received = { secrets: [secret], headers: headersOf('abc', at), body }
    const verdicts = await Promise.all(
      [-301, -300, 300, 301].map((seconds) =>
        verifyWebhook({ ...received, now: () => (at + seconds) * 1000 }),
      ),
    )

    expect(verdicts.map(({ verified }) => verified)).toEqual([false, true, true, false])
  })

  it('accepts only a message of the same second when nothing is tolerated', async () => {
    const at = nowSeconds()
    const received = { secrets: [secret], headers: headersOf('abc', at), body, toleranceSeconds: 0 }

    const verdicts = await Promise.all(
      [at * 1000, at * 1000 + 999, (at + 1) * 1000].map((ms) =>
        verifyWebhook({ ...received, now: () => ms }),
      ),
    )

    expect(verdicts).toMatchObject([
      { verified: true },
      { verified: true },
      { verified: false, reason: 'timestamp_far' },
    ])
  })

  it('refuses a timestamp that is not a number', async () => {
    const headers = headersOf('abc', nowSeconds())
    headers.set('webhook-timestamp', '1e3')

    expect(await verifyWebhook({ secrets: [secret], headers, body })).toEqual({
      verified: false,
      reason: 'timestamp_invalid',
    })
  })

  it('refuses a signature moved to another id', async () => {
    const headers = headersOf('abc', nowSeconds())
    headers.set('webhook-id', 'abd')

    expect(await verifyWebhook({ secrets: [secret], headers, body })).toEqual({
      verified: false,
      reason: 'signature_differs',
    })
  })
})

describe('the cost of verifying a message', () => {
  const message = { id: 'abc', timestampSeconds: 1_700_000_000, body }
  const now = () => 1_700_000_000_000

  /** A header with as many signatures as given, the right one last. */
  async function headersWith(count: number, version: 'v1' | 'v1a' = 'v1'): Promise<Headers> {
    const key = version === 'v1' ? secret : `whsk_${seed}`
    const headers = await signWebhook(key, message)
    const wrong = `${version},${btoa('x'.repeat(version === 'v1' ? 32 : 64))}`
    const others = Array.from({ length: count - 1 }, () => wrong)
    const signatures = [...others, headers['webhook-signature']].join(' ')
    return new Headers({ ...headers, 'webhook-signature': signatures })
  }

  async function countCalls(name: 'sign' | 'verify', work: () => Promise<unknown>) {
    const counted = vi.spyOn(crypto.subtle, name)
    try {
      await work()
      return counted.mock.calls.length
    } finally {
      counted.mockRestore()
    }
  }

  it('is one HMAC for a secret, however many signatures are offered', async () => {
    const received = { secrets: [otherSecret, secret], headers: await headersWith(20), body, now }
    let verdict: unknown

    const signed = await countCalls('sign', async () => (verdict = await verifyWebhook(received)))
    const verified = await countCalls('verify', () => verifyWebhook(received))

    expect(verdict).toMatchObject({ verified: true })
    expect(signed + verified).toBe(2)
  })

  it.each(['v1', 'v1a'] as const)('is nothing beyond twenty signatures of %s', async (version) => {
    const key = version === 'v1' ? secret : `whpk_${publicKey}`
    const received = { secrets: [key], body, now }
    const most = await headersWith(20, version)
    const tooMany = await headersWith(21, version)

    expect(await verifyWebhook({ ...received, headers: most })).toMatchObject({ verified: true })
    const work = async () =>
      expect(await verifyWebhook({ ...received, headers: tooMany })).toEqual({
        verified: false,
        reason: 'headers_too_long',
      })
    expect(await countCalls('sign', work)).toBe(0)
    expect(await countCalls('verify', work)).toBe(0)
  })

  it('is nothing for an id of more than 4,096 characters', async () => {
    const verdictOf = async (length: number) => {
      const headers = await signWebhook(secret, { ...message, id: 'a'.repeat(length) })
      return verifyWebhook({ secrets: [secret], headers: new Headers({ ...headers }), body, now })
    }

    expect(await verdictOf(4096)).toMatchObject({ verified: true })
    expect(await verdictOf(4097)).toEqual({ verified: false, reason: 'headers_too_long' })
  })

  it.each([
    ['webhook-id', 'v1,AAAA '],
    ['webhook-timestamp', 'v1,AAAA '],
    ['webhook-signature', 'v1,AAAA '],
    ['webhook-signature', 'AAAAAAAA'],
  ])('is nothing for a %s of 262 kB of %s', async (name, part) => {
    const headers = await headersWith(1)
    headers.set(name, `${headers.get(name)} ${part.repeat(32_750)}`)
    const received = { secrets: [secret], headers, body, now }
    const work = async () =>
      expect(await verifyWebhook(received)).toEqual({
        verified: false,
        reason: 'headers_too_long',
      })

    expect(await countCalls('sign', work)).toBe(0)
    expect(await countCalls('verify', work)).toBe(0)
  })
})
