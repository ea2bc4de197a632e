import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { hasOpenssl, openssl, opensslKeyPair } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

describe.runIf(hasOpenssl)('trigger callback', async () => {
  const directory = scratchDirectory()
  const { key, publicKey } = opensslKeyPair(directory)
  const received: IncomingMessage[] = []
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/ipn': (response) => response.end('ok'),
    '/refuses': (response) => response.writeHead(401).end(),
    '/redirects': (response) => response.writeHead(302, { location: '/ipn' }).end(),
    '/hangs': () => undefined,
  }
  const server = createServer((request, response) => {
    received.push(request)
    answers[new URL(request.url ?? '', 'http://h').pathname]?.(response)
  })
  const origin = await listen(server)
  const trigger = ['trigger', 'callback', '--json', '--key', key, '--url']

  beforeEach(() => {
    received.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Whether openssl takes the signature of a received callback. */
  function isGenuine(url: string): boolean {
    const query = new URL(url, origin).searchParams
    const text = ['pay_status', 'transaction_id', 'order_id']
      .map((name) => query.get(name))
      .join(';')
    const file = join(directory, 'signature')
    writeFileSync(file, Buffer.from(query.get('signature') ?? '', 'base64'))
    try {
      openssl(['dgst', '-sha256', '-verify', publicKey, '-signature', file], text)
      return true
    } catch {
      return false
    }
  }

  it('sends a GET with the given data, signed as openssl expects it', async () => {
    const mine = ['--order-id', '20260101T7', '--transaction-id', 'T-7', '--extra-data', 'a=b&c']

    const run = await merchantEdge([
      ...trigger,
      `${origin}/ipn?mine=1`,
      ...mine,
      '--vnd-amount',
      '5',
    ])

    const url = received[0]?.url ?? ''
    expect(run.code).toBe(0)
    expect(received.map(({ method }) => method)).toEqual(['GET'])
    expect(isGenuine(url)).toBe(true)
    expect(Object.fromEntries(new URL(url, origin).searchParams)).toMatchObject({
      mine: '1',
      order_id: '20260101T7',
      pay_status: 'SUCCESS',
      transaction_id: 'T-7',
      extra_data: 'a=b&c',
      vnd_amount: '5',
    })
    expect(jsonOf(run)).toMatchObject({
      signedText: 'SUCCESS;T-7;20260101T7',
      accepted: true,
      deliveries: [{ status: 200, body: 'ok' }],
    })
  })

  it('repeats the same callback', async () => {
    await merchantEdgeHere([...trigger, `${origin}/ipn`, '--repeat', '3'])

    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ url }) => url)).size).toBe(1)
  })

  it('sends a well-formed signature that does not verify', async () => {
    const run = await merchantEdgeHere([...trigger, `${origin}/refuses`, '--forge'])

    expect(run.code).toBe(1)
    expect(isGenuine(received[0]?.url ?? '')).toBe(false)
    expect(received[0]?.url).toMatch(/signature=[\w%]{300,}/)
  })

  it('leaves + unescaped when asked to', async () => {
    // Two ids out of three give a signature with a plus sign in it; five are enough.
    for (const id of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5']) {
      await merchantEdgeHere([
        ...trigger,
        `${origin}/ipn`,
        '--transaction-id',
        id,
        '--unescaped-plus',
      ])
    }

    const urls = received.map(({ url }) => url ?? '').join('\n')
    expect(urls).toContain('+')
    expect(urls).not.toContain('%2B')
  })

  it.each([
    ['/refuses', { status: 401 }],
    ['/redirects', { status: 302 }],
    ['/hangs', { failure: 'no answer in time' }],
  ])('exits with 1 when %s is called', async (path, delivery) => {
    const run = await merchantEdgeHere([...trigger, origin + path, '--timeout', '1'])

    expect(run.code).toBe(1)
    expect(received).toHaveLength(1)
    expect(jsonOf(run)).toMatchObject({ accepted: false, deliveries: [delivery] })
  })

  it('says why no answer came', async () => {
    const closed = createServer()
    const closedOrigin = await listen(closed)
    await new Promise((resolve) => {
      closed.close(resolve)
    })

    const run = await merchantEdgeHere([...trigger, `${closedOrigin}/ipn`])

    expect(run.code).toBe(1)
    expect(run.stdout).toContain('ECONNREFUSED')
  })

  it('sends nothing in a dry run', async () => {
    const run = await merchantEdgeHere([...trigger, `${origin}/ipn`, '--dry-run'])

    expect(run.code).toBe(0)
    expect(received).toHaveLength(0)
    expect(jsonOf(run)).toMatchObject({ sent: 0, accepted: null })
    expect(isGenuine(String(jsonOf(run)['url']))).toBe(true)
  })
})
