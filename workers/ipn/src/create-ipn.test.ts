import { systemClock } from '@merchant-edge/orders'
import {
  callbackToken,
  sampleBinding,
  type CallbackRecord,
  type RecordOutcome,
} from '@merchant-edge/orders/callbacks'
import { isOrderInfo } from '@merchant-edge/orders/rules'
import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import { createExecutionContext } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callbackSecret,
  genuineQuery,
  genuineUrl,
  orderId,
  origin,
  pathToken,
  reference,
  signature,
  transactionId,
} from '../test/service-callback.ts'
import { testEnv } from '../test/test-env.ts'
import { createCallbackKeyring } from './callback-keyring.ts'
import { checkSettings } from './check-settings.ts'
import { createIpn } from './create-ipn.ts'
import type { IpnEnv } from './ipn-env.ts'
import { type LogLine, writeLogLine } from './log-line.ts'

let lines: LogLine[]
let recorded: CallbackRecord[]
let record: (callback: CallbackRecord) => Promise<RecordOutcome>

beforeEach(() => {
  lines = []
  recorded = []
  record = async () => 'recorded'
})

async function send(
  url: string,
  options: { method?: string; env?: Partial<IpnEnv>; headers?: HeadersInit; nowMs?: number } = {},
): Promise<Response> {
  const { method = 'GET', headers = {}, nowMs } = options
  const clock = { ...systemClock, ...(nowMs !== undefined && { now: () => nowMs }) }
  const app = createIpn({ clock, writeLog: (line) => lines.push(line) })
  const request = new Request(url, { method, headers })
  return app.fetch(request, envWith(options.env), createExecutionContext())
}

function envWith(changes: Partial<IpnEnv> = {}): IpnEnv {
  return {
    ENVIRONMENT: 'local',
    CALLBACK_KEYS: testEnv.CALLBACK_KEYS,
    CALLBACK_SECRET: callbackSecret,
    CALLBACKS: {
      async record(callback) {
        recorded.push(callback)
        return record(callback)
      },
      sampleToken: () => callbackToken(callbackSecret, sampleBinding),
    },
    ...changes,
  }
}

async function urlWith(change: (query: URLSearchParams) => void): Promise<string> {
  const query = await genuineQuery()
  change(query)
  return `${origin}/ipn/${reference}/${await pathToken(reference, 120_000)}?${query}`
}

describe('a genuine callback', () => {
  it('is recorded with our amount and reference, and answered 200', async () => {
    const response = await send(await genuineUrl())

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('ok')
    expect(recorded).toEqual([
      {
        reference,
        amountVnd: 120_000,
        signed: { pay_status: 'SUCCESS', transaction_id: transactionId, order_id: orderId },
        unsignedFields: {
          extra_data: '',
          total_discount: '0',
          user_id: 'user-77',
          point_amount: '0',
          vnd_amount: '120000',
        },
        keyId: 'k1',
      },
    ])
    expect(lines).toEqual([])
  })

  it.each(['x', 'ế', '"', '{', '😀', '%', ' '])(
    'is recorded with the maximum extra information of %j',
    async (character) => {
      const infoOf = (count: number) => JSON.stringify({ note: character.repeat(count) })
      let count = 2_000
      while (!isOrderInfo(infoOf(count))) count -= 1
      const extraData = { partner_code: '&'.repeat(64), order_info: infoOf(count) }
      const ids = { order_id: '/'.repeat(64), transaction_id: '+'.repeat(64) }
      const query = await genuineQuery(ids)
      query.set('user_id', '/'.repeat(64))
      query.set('extra_data', JSON.stringify(extraData))
      const host = `${'h'.repeat(63)}.${'h'.repeat(63)}.example`
      const path = `/ipn/${reference}/${await pathToken(reference, 120_000)}`
      const url = `https://${host}${path}?${query}`

      const response = await send(url)

      expect(response.status).toBe(200)
      // The signature of the longest key that is taken has 340 characters more.
      expect(url.length + 340).toBeLessThan(8_192)
    },
  )

  it.each([
    [8_192, 200],
    [8_193, 400],
  ])('whose address has %i characters is answered %i', async (length, status) => {
    const url = await genuineUrl()

    const response = await send(`${url}&more=${'x'.repeat(length - url.length - 6)}`)

    expect(response.status).toBe(status)
  })

  it.each(['duplicate', 'orphan'] as const)('is answered 200 when it is a %s', async (outcome) => {
    record = async () => outcome

    expect((await send(await genuineUrl())).status).toBe(200)
  })

  it('is accepted when its sender did not escape the plus signs of the signature', async () => {
    // Only a signature that has a plus sign can lose one: vary the transaction until there is one.
    let query: URLSearchParams
    let given = ''
    let number = 0
    do {
      query = await genuineQuery({ transaction_id: `TX-${(number += 1)}` })
      given = query.get('signature') ?? ''
    } while (!given.includes('+'))
    const unescaped = query.toString().replaceAll('%2B', '+')
    const token = await pathToken(reference, 120_000)

    const response = await send(`${origin}/ipn/${reference}/${token}?${unescaped}`)

    expect(response.status).toBe(200)
    expect(recorded).toHaveLength(1)
    expect(lines).toEqual([{ event: 'callback_signature_spaces', status: 200 }])
  })

  it('is recorded when its sender escapes the path unnecessarily', async () => {
    const url = (await genuineUrl()).replace(`/ipn/${reference}/`, () => {
      return `/%69pn/${reference.replaceAll('-', '%2D')}/`
    })

    const response = await send(url)

    expect(response.status).toBe(200)
    expect(recorded[0]?.reference).toBe(reference)
  })

  it('goes through a real service binding', async () => {
    const response = await exports.default.fetch(await genuineUrl(77_000))

    expect(response.status).toBe(200)
    expect((await testEnv.CALLBACKS.recorded()).map(({ amountVnd }) => amountVnd)).toContain(77_000)
  })

  it('is answered 503 when the other Worker throws', async () => {
    await testEnv.CALLBACKS.failWith('D1_ERROR: overloaded')

    const response = await exports.default.fetch(await genuineUrl())
    await testEnv.CALLBACKS.failWith(undefined)

    expect(response.status).toBe(503)
  })
})

describe('a forged or broken callback', () => {
  const cases: [string, number, string, () => Promise<string>][] = [
    [
      'a token for another amount',
      401,
      'token_differs',
      async () => {
        const [, tag] = (await pathToken(reference, 120_000)).split('.')
        return `${origin}/ipn/${reference}/1.${tag}?${await genuineQuery()}`
      },
    ],
    [
      'a token for another reference',
      401,
      'token_differs',
      async () => {
        const token = await pathToken('3fa9-other', 120_000)
        return `${origin}/ipn/${reference}/${token}?${await genuineQuery()}`
      },
    ],
    [
      'a token made with another secret',
      401,
      'token_differs',
      async () => {
        const token = await pathToken(reference, 120_000, 'another-secret-456789')
        return `${origin}/ipn/${reference}/${token}?${await genuineQuery()}`
      },
    ],
    // The service signs the callbacks of all its merchants with one key.
    [
      'no part of ours in its path',
      401,
      'token_missing',
      async () => `${origin}/ipn?${await genuineQuery()}`,
    ],
    [
      'no token',
      400,
      'path_unknown',
      async () => `${origin}/ipn/${reference}?${await genuineQuery()}`,
    ],
    ['no query', 400, 'parameter_missing', async () => (await genuineUrl()).replace(/\?.*/, '')],
    ['no signature', 400, 'parameter_missing', () => urlWith((query) => query.delete('signature'))],
    ['no order_id', 400, 'parameter_missing', () => urlWith((query) => query.delete('order_id'))],
    [
      'order_id twice',
      400,
      'parameter_repeated',
      () => urlWith((query) => query.append('order_id', orderId)),
    ],
    [
      'signature twice',
      400,
      'parameter_repeated',
      () => urlWith((query) => query.append('signature', query.get('signature') ?? '')),
    ],
    [
      'a semicolon in a signed field',
      400,
      'field_malformed',
      () => urlWith((query) => query.set('transaction_id', 'TX;1')),
    ],
    [
      'bad UTF-8',
      400,
      'bad_encoding',
      async () =>
        (await genuineUrl()).replace(`transaction_id=${transactionId}`, 'transaction_id=%FF%FE'),
    ],
    [
      'a signature that is not base64',
      400,
      'signature_not_base64',
      () => urlWith((query) => query.set('signature', '***')),
    ],
    ['an unknown path', 400, 'path_unknown', async () => `${origin}/admin?${await genuineQuery()}`],
    ['no path', 400, 'path_unknown', async () => `${origin}?${await genuineQuery()}`],
    [
      'a slash at the end',
      400,
      'path_unknown',
      async () => `${origin}/ipn/?${await genuineQuery()}`,
    ],
    [
      'a step too many in its path',
      400,
      'path_unknown',
      async () => (await genuineUrl()).replace('?', '/more?'),
    ],
    [
      'an invalid escape in its path',
      401,
      'token_differs',
      async () => (await genuineUrl()).replace(`/ipn/${reference}`, `/ipn/${reference}%FF`),
    ],
    [
      'an escaped slash in its token',
      401,
      'token_differs',
      async () => (await genuineUrl()).replace('?', '%2Fmore?'),
    ],
    [
      'a step too many before its path',
      400,
      'path_unknown',
      async () => (await genuineUrl()).replace('/ipn/', '/more/ipn/'),
    ],
    [
      'a wrong token and an address over 8 KB',
      400,
      'url_too_long',
      async () => `${origin}/ipn/${reference}/1.x?${'x'.repeat(8_192)}`,
    ],
  ]
  it.each(cases)(
    'with %s is answered %i and reaches no other Worker',
    async (_what, status, reason, url) => {
      const response = await send(await url())

      expect(response.status).toBe(status)
      expect(recorded).toEqual([])
      expect(lines).toEqual([
        {
          event: 'callback_rejected',
          reason,
          status,
          ...(status === 401 && { code: 'callback_token_wrong' }),
        },
      ])
    },
  )

  it.each([
    ['transaction_id', 'TX-1010'],
    ['order_id', '20260311T00100015913'],
    ['pay_status', 'FAIL'],
  ])('with a modified %s is refused', async (field, value) => {
    const response = await send(await urlWith((query) => query.set(field, value)))

    expect(response.status).toBe(401)
    expect(recorded).toEqual([])
  })

  it('that another key has signed is refused', async () => {
    const { privateKeyPem } = await generateKeyPair()
    const stranger = await importPrivateKey(privateKeyPem)
    const forged = await signature(`SUCCESS;${transactionId};${orderId}`, stranger)

    const url = await urlWith((query) => query.set('signature', forged))
    const response = await send(url, { headers: { 'cf-connecting-ip': '192.0.2.77' } })

    expect(response.status).toBe(401)
    expect(recorded).toEqual([])
    expect(lines).toEqual([
      {
        event: 'callback_rejected',
        reason: 'signature_mismatch',
        status: 401,
        code: 'callback_signature_wrong',
        network: '192.0.2.0/24',
      },
    ])
  })

  it('writes no value of its query and no token into the log', async () => {
    const url = await urlWith((query) => {
      query.set('user_id', 'somebody-private')
      query.set('pay_status', 'FAIL')
    })

    await send(url)

    const text = JSON.stringify(lines)
    for (const [, value] of new URL(url).searchParams) {
      if (value.length > 3) expect(text).not.toContain(value)
    }
    expect(text).not.toContain(await pathToken(reference, 120_000))
  })
})

describe('a method other than GET', () => {
  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '%s is refused',
    async (method) => {
      const response = await send(await genuineUrl(), { method })

      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET')
      expect(recorded).toEqual([])
      expect(lines).toMatchObject([{ reason: 'method_not_get', status: 405 }])
    },
  )
})

describe('a callback that cannot be stored', () => {
  it('is answered 503 with Retry-After when the record fails', async () => {
    record = async () => {
      throw new Error('D1_ERROR: storage caused object to be reset')
    }

    const response = await send(await genuineUrl())

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(lines).toEqual([
      {
        event: 'callback_not_recorded',
        reason: 'record_failed',
        status: 503,
        detail: 'Error: D1_ERROR: storage caused object to be reset',
        reference,
      },
    ])
  })

  it('is answered 503 when the record takes too long, and the record continues', async () => {
    const recording = Promise.withResolvers<RecordOutcome>()
    record = () => recording.promise
    const limits: number[] = []
    const clock = {
      now: () => Date.now(),
      alarm: (ms: number) => ({ rings: Promise.resolve(void limits.push(ms)), off: () => {} }),
    }
    const app = createIpn({ clock, writeLog: (line) => lines.push(line) })
    const going: Promise<unknown>[] = []
    const context = { waitUntil: (work: Promise<unknown>) => void going.push(work) }

    const response = await app.fetch(new Request(await genuineUrl()), envWith(), context)
    recording.reject(new Error('D1_ERROR: too late'))

    expect(response.status).toBe(503)
    expect(limits).toEqual([5_000])
    expect(lines[0]?.detail).toBe('TimeoutError: No result after 5000 ms.')
    expect(await Promise.all(going)).toEqual([undefined])
  })

  it('leaves no timer running when it is recorded in time', async () => {
    let off = 0
    const clock = {
      now: () => Date.now(),
      alarm: () => ({ rings: new Promise<void>(() => {}), off: () => void (off += 1) }),
    }
    const app = createIpn({ clock, writeLog: (line) => lines.push(line), recordTimeoutMs: 20 })
    const request = new Request(await genuineUrl())

    const response = await app.fetch(request, envWith(), createExecutionContext())

    expect([response.status, off]).toEqual([200, 1])
  })

  it('is answered 503 when this Worker fails itself', async () => {
    const CALLBACKS: IpnEnv['CALLBACKS'] = {
      record: () => {
        throw new TypeError('This binding has no such method.')
      },
      sampleToken: async () => '',
    }

    const response = await send(await genuineUrl(), { env: { CALLBACKS } })

    expect(response.status).toBe(503)
    expect(lines).toEqual([
      {
        event: 'callback_not_recorded',
        reason: 'failed',
        status: 503,
        detail: 'TypeError: This binding has no such method.',
      },
    ])
  })
})

describe('a changed secret', () => {
  const CALLBACK_SECRET = 'another secret of the tests'

  it('accepts addresses that were made with the previous or the current secret', async () => {
    const env = { CALLBACK_SECRET, CALLBACK_SECRET_PREVIOUS: callbackSecret }
    const token = await pathToken(reference, 120_000, CALLBACK_SECRET)

    const before = await send(await genuineUrl(), { env })
    const now = await send(`${origin}/ipn/${reference}/${token}?${await genuineQuery()}`, { env })

    expect([before.status, now.status]).toEqual([200, 200])
    expect(recorded.map(({ amountVnd }) => amountVnd)).toEqual([120_000, 120_000])
  })

  it('refuses addresses that were made with another secret', async () => {
    const env = { CALLBACK_SECRET, CALLBACK_SECRET_PREVIOUS: 'a third secret of the tests' }

    const response = await send(await genuineUrl(), { env })

    expect(response.status).toBe(401)
    expect(recorded).toEqual([])
  })
})

describe('the configuration', () => {
  const pem = (): string => (JSON.parse(testEnv.CALLBACK_KEYS) as [{ pem: string }])[0].pem
  const broken: [string, Partial<IpnEnv>, RegExp][] = [
    [
      'a short secret before',
      { CALLBACK_SECRET_PREVIOUS: 'short' },
      /CALLBACK_SECRET_PREVIOUS of the ipn Worker: is shorter than 16/,
    ],
    ['no keys', { CALLBACK_KEYS: '' }, /CALLBACK_KEYS .*not set/],
    ['text instead of JSON', { CALLBACK_KEYS: 'pem' }, /CALLBACK_KEYS .*not JSON/],
    ['an object', { CALLBACK_KEYS: '{}' }, /CALLBACK_KEYS .*cannot be used: it is not a list/],
    ['an empty list', { CALLBACK_KEYS: '[]' }, /CALLBACK_KEYS .*no key/],
    [
      'a misspelt field',
      { CALLBACK_KEYS: '[{"id":"a","pem":"x","notafter":1}]' },
      /0\.notafter: is missing, unknown or of another type/,
    ],
    ['a key without a pem', { CALLBACK_KEYS: '[{"id":"a"}]' }, /CALLBACK_KEYS .*0\.pem/],
    ['a damaged pem', { CALLBACK_KEYS: '[{"id":"a","pem":"x"}]' }, /the pem of "a"/],
    ['no secret', { CALLBACK_SECRET: '' }, /CALLBACK_SECRET .*wrangler secret bulk/],
    ['a short secret', { CALLBACK_SECRET: 'short' }, /CALLBACK_SECRET .*shorter than 16/],
  ]
  it.each(broken)(
    'with %s is answered 503 and explained in the log',
    async (_what, env, detail) => {
      const callback = await send(await genuineUrl(), { env })
      const health = await send(`${origin}/health`, { env })

      expect([callback.status, health.status]).toEqual([503, 503])
      const common = {
        reason: 'not_configured',
        status: 503,
        detail: expect.stringMatching(detail),
      }
      expect(lines).toEqual([
        { event: 'callback_not_recorded', ...common },
        { event: 'not_configured', ...common },
      ])
      expect(recorded).toEqual([])
    },
  )

  it('with no orders Worker is not complete', async () => {
    const { CALLBACKS: _, ...env } = envWith()

    const { problems, trusted } = await checkSettings(env, createCallbackKeyring())

    expect(problems).toMatchObject([{ name: 'CALLBACKS', problem: 'is not bound' }])
    expect(trusted).toBeUndefined()
  })

  it.each([
    ['as many as there may be, at their bounds', 8, { notBefore: 0, notAfter: 99_999_999_999 }, ''],
    ['one too many', 9, {}, 'holds more than 8 keys'],
    ['a time that may be milliseconds', 1, { notAfter: 100_000_000_000 }, 'must be in seconds'],
    ['an id of 65 characters', 1, { id: 'a'.repeat(65) }, 'must be 1 to 64 of'],
    ['an id that begins with a space', 1, { id: ' a' }, 'must be 1 to 64 of'],
    ['an id that ends with a space', 1, { id: 'a ' }, 'must be 1 to 64 of'],
  ])('with keys, %s, is checked', async (_what, count, fields, detail) => {
    const keys = Array.from({ length: count }, (_, index) => ({
      id: `${index}`.padEnd(64, 'k'),
      pem: pem(),
      ...fields,
    }))

    const { status } = await send(`${origin}/health`, {
      env: { CALLBACK_KEYS: JSON.stringify(keys) },
    })

    expect(status).toBe(detail === '' ? 200 : 503)
    expect(lines[0]?.detail ?? '').toContain(detail)
  })

  it('with the shortest secrets is complete', async () => {
    const CALLBACK_SECRET = 'x'.repeat(16)
    const CALLBACKS: IpnEnv['CALLBACKS'] = {
      record: async () => 'recorded',
      sampleToken: () => callbackToken(CALLBACK_SECRET, sampleBinding),
    }
    const env = { CALLBACK_SECRET, CALLBACK_SECRET_PREVIOUS: 'y'.repeat(16), CALLBACKS }

    expect((await send(`${origin}/health`, { env })).status).toBe(200)
  })

  it.each(['ENVIRONMENT', 'CALLBACK_KEYS', 'CALLBACK_SECRET', 'CALLBACK_SECRET_PREVIOUS'])(
    'with a misspelt %s says which setting was meant',
    async (name) => {
      const env = { [name]: '', [`${name}S`]: 'local' }

      const health = await send(`${origin}/health`, { env })

      expect(await health.text()).toContain(`${name} is one`)
    },
  )

  it('with one id twice is refused', async () => {
    const CALLBACK_KEYS = JSON.stringify([
      { id: 'a', pem: pem() },
      { id: 'a', pem: pem() },
    ])

    await send(`${origin}/health`, { env: { CALLBACK_KEYS } })

    expect(lines[0]?.detail).toContain('two keys have one id')
  })

  it('with the end of a key in milliseconds, at which it would never be over, is refused', async () => {
    const CALLBACK_KEYS = JSON.stringify([{ id: 'a', pem: pem(), notAfter: 1_798_761_600_000 }])

    await send(`${origin}/health`, { env: { CALLBACK_KEYS } })

    expect(lines[0]?.detail).toContain('0.notAfter: must be in seconds since 1970')
  })

  it('reports every problem at once, without values', async () => {
    const CALLBACK_KEYS = JSON.stringify([
      { id: 'a', pem: 'no-pem' },
      { id: 'b', pem: pem() },
      { id: 'c', pem: '' },
    ])
    const env = { ENVIRONMENT: '', CALLBACK_SECRET: 'short-one', CALLBACK_KEYS }

    const health = await send(`${origin}/health`, { env })
    const said = await health.text()

    expect(health.status).toBe(503)
    expect(JSON.parse(said)).toEqual({
      status: 'not_configured',
      environment: null,
      problems: [
        {
          name: 'ENVIRONMENT',
          problem: 'is missing',
          remedy: expect.stringContaining('--env'),
        },
        {
          name: 'CALLBACK_SECRET',
          problem: 'is missing or shorter than 16 characters',
          remedy: expect.stringContaining('wrangler secret bulk ipn.json'),
        },
        {
          name: 'CALLBACK_KEYS',
          problem: expect.stringMatching(/^cannot be used: the pem of "a" is /),
          remedy: expect.any(String),
        },
        {
          name: 'CALLBACK_KEYS',
          problem: expect.stringMatching(/^cannot be used: the pem of "c" is /),
          remedy: expect.any(String),
        },
      ],
    })
    expect(said).not.toMatch(/short-one|no-pem/)
    expect(lines[0]?.detail?.split('\n')).toHaveLength(4)
  })

  it('refuses no callback for a problem of an unneeded setting, and logs it', async () => {
    const callback = await send(await genuineUrl(), { env: { ENVIRONMENT: 'live' } })

    expect(callback.status).toBe(200)
    expect(recorded).toHaveLength(1)
    expect(lines).toEqual([
      {
        event: 'not_configured',
        status: 200,
        detail: expect.stringContaining('ENVIRONMENT of the ipn Worker: must be one of'),
      },
    ])
  })

  it('that changes is read again, and a lasting problem is logged once', async () => {
    const app = createIpn({ clock: systemClock, writeLog: (line) => lines.push(line) })
    const keysOf = (id: string) => JSON.stringify([{ id, pem: pem() }])
    const url = await genuineUrl()

    for (const changes of [
      { ENVIRONMENT: 'live' },
      { ENVIRONMENT: 'live', CALLBACK_KEYS: keysOf('next') },
      { CALLBACK_KEYS: keysOf('next') },
    ]) {
      await app.fetch(new Request(url), envWith(changes), createExecutionContext())
    }

    expect(recorded.map(({ keyId }) => keyId)).toEqual(['k1', 'next', 'next'])
    expect(lines).toHaveLength(1)
  })

  it.each([
    ['in its last', 'notAfter', 1_800_000_000, 200],
    ['after its last', 'notAfter', 1_799_999_999, 401],
    ['in its first', 'notBefore', 1_800_000_000, 200],
    ['before its first', 'notBefore', 1_800_000_001, 401],
  ])('with a key %s second is answered as the key is valid', async (_what, bound, at, status) => {
    const CALLBACK_KEYS = JSON.stringify([{ id: 'k1', pem: pem(), [bound]: at }])

    const response = await send(await genuineUrl(), {
      env: { CALLBACK_KEYS },
      nowMs: 1_800_000_000_999,
    })

    expect(response.status).toBe(status)
  })

  it('with an expired key refuses its callbacks', async () => {
    const CALLBACK_KEYS = JSON.stringify([{ id: 'old', pem: pem(), notAfter: 1 }])

    const response = await send(await genuineUrl(), { env: { CALLBACK_KEYS } })

    expect(response.status).toBe(401)
    expect(recorded).toEqual([])
  })

  it('without a currently valid key answers 503', async () => {
    const CALLBACK_KEYS = JSON.stringify([{ id: 'old', pem: pem(), notAfter: 1 }])
    const url = await urlWith((query) => query.set('transaction_id', 'TX-1010'))

    const response = await send(url, { env: { CALLBACK_KEYS } })

    expect(response.status).toBe(503)
    expect(lines).toEqual([{ event: 'callback_rejected', reason: 'no_key', status: 503 }])
    expect(recorded).toEqual([])
  })

  it('with two keys names the one that verified', async () => {
    const CALLBACK_KEYS = JSON.stringify([
      { id: 'old', pem: pem(), notAfter: 1 },
      { id: 'new', pem: pem() },
    ])

    await send(await genuineUrl(), { env: { CALLBACK_KEYS } })

    expect(recorded[0]?.keyId).toBe('new')
  })
})

it('answers the health check', async () => {
  const response = await send(`${origin}/health`)

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok', environment: 'local' })
})

describe('the health check, while CALLBACK_SECRET is changed', () => {
  const ordersWith = (secret: string): Partial<IpnEnv> => ({
    CALLBACKS: {
      record: async () => 'recorded',
      sampleToken: () => callbackToken(secret, sampleBinding),
    },
  })
  const next = 'the next secret of the tests'

  it('reports that the orders Worker makes addresses which are refused here', async () => {
    const response = await send(`${origin}/health`, { env: ordersWith(next) })
    const said = await response.text()

    expect(response.status).toBe(503)
    expect(JSON.parse(said)).toMatchObject({
      problems: [{ name: 'CALLBACK_SECRET', remedy: expect.stringContaining('orders.json') }],
    })
    expect(said).not.toContain(callbackSecret)
  })

  it.each(['CALLBACK_SECRET', 'CALLBACK_SECRET_PREVIOUS'])('lets it be %s', async (name) => {
    const env = { ...ordersWith(next), CALLBACK_SECRET_PREVIOUS: callbackSecret, [name]: next }

    expect((await send(`${origin}/health`, { env })).status).toBe(200)
  })

  it('reports that the orders Worker fails', async () => {
    const CALLBACKS: IpnEnv['CALLBACKS'] = {
      record: async () => 'recorded',
      sampleToken: () => Promise.reject(new Error('not configured')),
    }

    const response = await send(`${origin}/health`, { env: { CALLBACKS } })

    expect(await response.json()).toMatchObject({ problems: [{ name: 'CALLBACKS' }] })
  })
})

it('sends the security headers with every answer', async () => {
  const urls = [await genuineUrl(), `${origin}/ipn`, `${origin}/nowhere`, `${origin}/health`]

  for (const url of urls) {
    const { headers } = await send(url)

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  }
})

it.each([
  [499, ['warn']],
  [500, ['error']],
])('logs an answer with the status %i', (status, levels) => {
  const line: LogLine = { event: 'callback_rejected', status }
  const written: [string, unknown][] = []
  const restore = (['warn', 'error'] as const).map((level) => {
    const spy = vi.spyOn(console, level)
    spy.mockImplementation((text: unknown) => void written.push([level, text]))
    return spy
  })

  writeLogLine(line)
  for (const spy of restore) spy.mockRestore()

  expect(written).toEqual(levels.map((level) => [level, JSON.stringify(line)]))
})
