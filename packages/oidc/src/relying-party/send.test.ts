import { beforeEach, describe, expect, it } from 'vitest'
import { SignOnError } from '../index.ts'
import { createSend, type Send } from './send.ts'

const url = 'https://id.example/path'
const maxBytes = 256 * 1024

let sent: { readonly url: string; readonly init: RequestInit }[]
let waitedMs: number[]
let late: AbortController

beforeEach(() => {
  sent = []
  waitedMs = []
  late = new AbortController()
})

function sendTo(answer: (attempt: number) => Response | Promise<Response>): Send {
  return createSend({
    timeoutMs: 1_234,
    ports: {
      fetch: async (to, init) => {
        sent.push({ url: to, init })
        return answer(sent.length)
      },
      deadline: (milliseconds) => {
        waitedMs.push(milliseconds)
        return late.signal
      },
    },
  })
}

const lost = () => Promise.reject(new TypeError('the connection was closed'))

describe('createSend', () => {
  it('sends once, follows no redirect, and reads the whole answer', async () => {
    const headers = { 'x-own': '1', 'content-encoding': 'gzip', 'content-length': '2' }
    const send = sendTo(() => new Response('{}', { status: 302, headers }))

    const response = await send(url, { method: 'POST', body: 'a=b' })

    expect(sent).toEqual([
      { url, init: expect.objectContaining({ method: 'POST', body: 'a=b', redirect: 'manual' }) },
    ])
    expect(waitedMs).toEqual([1_234])
    expect([response.status, await response.text()]).toEqual([302, '{}'])
    // The body is no longer encoded, and its length is another one then.
    expect([...response.headers.keys()].toSorted()).toEqual(['content-type', 'x-own'])
  })

  // A browser shows nothing of a redirect that is not followed; its status is 0.
  it('calls an answer without a status unreadable, which no retry mends', async () => {
    const sending = sendTo(() => Response.error())(url, { method: 'GET' })

    await expect(sending).rejects.toMatchObject({
      reason: 'response_unreadable',
      subject: 'a redirect',
    })
    expect(sent).toHaveLength(1)
  })

  it('returns an answer without a body', async () => {
    const response = await sendTo(() => new Response(null, { status: 204 }))(url, {})

    expect([response.status, response.body]).toEqual([204, null])
  })

  it('sends a GET without an answer a second time, and no third time', async () => {
    const send = sendTo((attempt) => (attempt === 1 ? lost() : new Response('here')))
    expect(await (await send(url, { method: 'GET' })).text()).toBe('here')
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])

    sent = []
    await expect(sendTo(lost)(url, { method: 'GET' })).rejects.toMatchObject({
      kind: 'retryable',
      reason: 'network_failed',
    })
    expect(sent).toHaveLength(2)
    expect(waitedMs).toHaveLength(2)
  })

  // Without an answer it is unknown whether a code or a refresh token was used.
  it('sends a POST without an answer once', async () => {
    await expect(sendTo(lost)(url, { method: 'POST' })).rejects.toMatchObject({
      reason: 'network_failed',
    })
    expect(sent).toHaveLength(1)
  })

  it.each(['GET', 'POST'])('sends a %s once when its time is over', async (method) => {
    const send = sendTo(() => {
      late.abort()
      return lost()
    })

    await expect(send(url, { method })).rejects.toMatchObject({ reason: 'timed_out' })
    expect(sent).toHaveLength(1)
  })

  it('passes on the abort of its caller, which ends the request as well', async () => {
    const leaving = new AbortController()
    const reason = new Error('the page was left')
    const send = sendTo(() => {
      leaving.abort(reason)
      return Promise.reject(reason)
    })

    await expect(send(url, { method: 'GET', signal: leaving.signal })).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })

  it('ends the request with its time also when the caller may abort', async () => {
    const send = sendTo(() => new Response('{}'))
    await send(url, { signal: new AbortController().signal })

    expect(sent[0]?.init.signal?.aborted).toBe(false)
    late.abort()
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })

  it.each([
    [429, true],
    [500, true],
    [503, true],
    [428, false],
    [430, false],
    [499, false],
  ])('takes the status %i for a server that is away: %s', async (status, isAway) => {
    const outcome = await sendTo(() => new Response('{}', { status }))(url, {}).catch(
      (error: unknown) => error,
    )

    expect(outcome instanceof SignOnError).toBe(isAway)
    expect(outcome).toMatchObject(
      isAway ? { reason: 'server_unavailable', serverStatus: status } : { status },
    )
  })

  it('reads 256 kB, and no byte more', async () => {
    const whole = await sendTo(() => new Response(new Uint8Array(maxBytes)))(url, {})
    expect((await whole.arrayBuffer()).byteLength).toBe(maxBytes)

    const longer = sendTo(() => new Response(new Uint8Array(maxBytes + 1)))(url, {})
    await expect(longer).rejects.toMatchObject({ reason: 'response_unreadable' })
    let isCancelled = false
    let pulled = 0
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(maxBytes / 2 + 1))
      },
      cancel() {
        isCancelled = true
      },
    })
    await expect(sendTo(() => new Response(body))(url, {})).rejects.toMatchObject({
      reason: 'response_unreadable',
      subject: 'more than 256 kB',
    })
    expect(isCancelled).toBe(true)
    expect(pulled).toBeLessThan(5)
  })

  it('takes an answer that breaks off for none', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new TypeError('broken off')),
    })

    await expect(sendTo(() => new Response(body))(url, { method: 'GET' })).rejects.toMatchObject({
      reason: 'network_failed',
    })
    expect(sent).toHaveLength(1)
  })
})
