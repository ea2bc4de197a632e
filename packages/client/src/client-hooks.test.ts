import { createTransactionOrder, queryOrder, refundOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { keyCode, merchant } from '../test/merchant.ts'
import { answers, breaks, says, scriptedPeer } from '../test/scripted-peer.ts'
import {
  RedactedHooks,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
} from './client-hooks.ts'
import { call } from './call.ts'
import { createClient } from './client.ts'

interface Log {
  requests: RequestEvent[]
  responses: ResponseEvent[]
  retries: RetryEvent[]
  hooks: RedactedHooks
}

function log(): Log {
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  const retries: RetryEvent[] = []
  const hooks = new RedactedHooks({
    onRequest: (event) => requests.push(event),
    onResponse: (event) => responses.push(event),
    onRetry: (event) => retries.push(event),
  })
  return { requests, responses, retries, hooks }
}

describe('hooks', () => {
  it('see each request, answer and retry', async () => {
    const seen = log()
    const peer = scriptedPeer(
      breaks,
      answers(4010006),
      answers(200, { refund_transaction_id: 'RT1' }),
    )
    const client = createClient(
      await merchant({ fetch: peer.fetch, hooks: seen.hooks, now: () => 1_790_000_002_000 }),
    )

    await call(client, refundOrder, examples.refundOrder, { requestId: 'req-1' })

    expect(seen.requests).toHaveLength(3)
    expect(seen.requests[0]).toEqual({
      endpoint: 'refundOrder',
      attempt: 1,
      method: 'POST',
      path: '/merchant-integration/v1/orders/refund',
      keyCode,
      timestamp: 1_790_000_000,
      requestId: 'req-1',
      request: examples.refundOrder,
    })
    expect(seen.retries).toMatchObject([
      { endpoint: 'refundOrder', attempt: 2, because: 'ERR_NETWORK' },
      { endpoint: 'refundOrder', attempt: 3, because: 'nonce_reused' },
    ])
    expect(seen.responses).toMatchObject([
      { attempt: 2, status: 200, code: 4010006, message: 'words' },
      { attempt: 3, status: 200, code: 200, data: { refund_transaction_id: 'RT1' } },
    ])
  })

  it('see no secret and no complete phone number', async () => {
    const seen = log()
    const data = { signature: 'SECRET', order_id: '20260302T1', expired_at: 1, phone: '0912345678' }
    const peer = scriptedPeer(answers(200, data))
    const client = createClient(await merchant({ fetch: peer.fetch, hooks: seen.hooks }))

    await call(client, createTransactionOrder, {
      ...examples.createTransactionOrder,
      description: 'Giao cho 0912345678',
    })

    const events = JSON.stringify([seen.requests, seen.responses])
    expect(events).not.toMatch(/SECRET|0912345678/)
    expect(events).toContain('*******678')
    const [sent] = peer.requests
    for (const name of ['x-signature', 'x-nonce']) {
      expect(events).not.toContain(sent?.headers.get(name))
    }
  })

  it.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('the log is full')
      },
    ],
    // oxlint-disable-next-line no-misused-promises -- callers hand over async functions anyway
    ['rejects', () => Promise.reject(new Error('the log is away'))],
  ])('cannot lose an answer when one %s', async (_about, hook) => {
    const peer = scriptedPeer(breaks, answers(4040001))
    const hooks = new RedactedHooks({ onRequest: hook, onResponse: hook, onRetry: hook })
    const client = createClient(await merchant({ fetch: peer.fetch, hooks }))

    const answer = await call(client, queryOrder, examples.queryOrder)

    expect(answer).toMatchObject({ outcome: 'refused', attempts: 2 })
  })

  it('cannot be a plain object, which would receive unredacted values', () => {
    const plain = { sending() {}, received() {}, repeating() {} }

    // @ts-expect-error -- only `RedactedHooks` redacts
    const hooks: RedactedHooks = plain
    expect(hooks).not.toBeInstanceOf(RedactedHooks)
  })

  it('are refused when they are the callbacks themselves, as plain JavaScript passes them', async () => {
    const options = { ...(await merchant({})), hooks: { onRequest() {} } }
    const create = () => Reflect.apply(createClient, undefined, [options])

    expect(create).toThrow(TypeError)
    expect(create).toThrow('hooks must be a RedactedHooks')
  })

  it('see deeply nested data only down to the level that a log can copy', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const peer = scriptedPeer(says(`{"meta":{"code":4000820},"data":${deep}}`))
    const seen = log()
    const client = createClient(await merchant({ fetch: peer.fetch, hooks: seen.hooks }))

    const answer = await call(client, refundOrder, examples.refundOrder)

    expect(answer).toMatchObject({ reason: 'refund_period_over', attempts: 1 })
    const [event] = seen.responses
    expect(event).toMatchObject({ code: 4000820 })
    expect(JSON.stringify(event).length).toBeLessThan(1_000)
  })
})
