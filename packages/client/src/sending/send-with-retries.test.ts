import {
  genTransactionQr,
  getMembership,
  orderGiftCodes,
  queryOrder,
  refundOrder,
} from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { isSignatureOf, merchant } from '../../test/merchant.ts'
import {
  answers,
  breaks,
  hangs,
  ignoresSignal,
  says,
  scriptedPeer,
  type ScriptedPeer,
  type Step,
} from '../../test/scripted-peer.ts'
import { call } from '../call.ts'
import { createClient, type Client, type ClientOptions } from '../client.ts'
import { AbortedError, NetworkError, TimeoutError } from '../answer/wallet-error.ts'

// Goal: a request is repeated exactly when that is safe, and the caller learns what is not known.
// Method: a peer that plays a script of faults; the number of requests it saw is the measure.

const refund = examples.refundOrder
const query = examples.queryOrder
const paid = { order_id: query.order_id, order_amount: 1, pay_status: 'SUCCESS' }
const { order_reference_id: _id, ...withoutId } = examples.genTransactionQr

async function against(
  options: Partial<ClientOptions>,
  ...steps: readonly Step[]
): Promise<{ client: Client; peer: ScriptedPeer }> {
  const peer = scriptedPeer(...steps)
  return { peer, client: createClient(await merchant({ fetch: peer.fetch, ...options })) }
}

/**
 * A clock that stands still: a pause is over at once, the time of an attempt only when a step says
 * so. What the limits of the attempts were is told by `limitsMs`.
 */
function stillClock() {
  const limitsMs: number[] = []
  let runOut = (): void => undefined
  return {
    limitsMs,
    options: {
      now: () => Date.UTC(2026, 2, 2),
      sleep(ms: number, signal?: AbortSignal): Promise<void> {
        // Only the time of an attempt ends early, with the signal that disposes of it.
        if (signal === undefined) return Promise.resolve()
        limitsMs.push(ms)
        return new Promise((resolve) => (runOut = resolve))
      },
    } satisfies Partial<ClientOptions>,
    runOut: () => runOut(),
    /** The step, which gets its request and takes more time than the attempt has. */
    outlasting:
      (step: Step): Step =>
      (request) => {
        runOut()
        return step(request)
      },
  }
}

/** A caller who leaves as soon as the client waits between two attempts; no time ever runs out. */
function leavingInPause() {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    sleep: (_ms: number, signal?: AbortSignal): Promise<void> => {
      if (signal === controller.signal) queueMicrotask(() => controller.abort())
      return new Promise(() => {})
    },
  }
}

/** Sends the head of a response and breaks off in its body. */
const breaksInBody: Step = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"meta":'))
        controller.error(new TypeError('connection reset'))
      },
    }),
    { status: 500 },
  )

const unclearResponses: readonly (readonly [string, Step, number])[] = [
  ['a page of a proxy', says('<html></html>', { status: 502 }), 502],
  ['a 500 without an envelope', says('{}', { status: 500 }), 500],
  ['an empty 500', says('', { status: 500 }), 500],
  ['truncated JSON', says('{"meta":{"code":200}', { status: 200 }), 200],
  ['a body that breaks off', breaksInBody, 500],
]
const unknownOutcomes: readonly (readonly [string, Step])[] = [
  ['a broken connection', breaks],
  ...unclearResponses.map(([about, step]) => [about, step] as const),
]

describe.concurrent('a refund under its own id', () => {
  it.each(unknownOutcomes)('is retried after %s, and the answer says so', async (_about, fault) => {
    const { client, peer } = await against({}, fault, answers(200, {}))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({
      outcome: 'accepted',
      attempts: 2,
      repeatedAfterUnknown: true,
    })
    expect(peer.requests).toHaveLength(2)
  })

  it('reads 4090801 after a retry as proof that the first request took effect', async () => {
    const { client } = await against({}, breaks, answers(4090801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ reason: 'refund_id_exists', repeatedAfterUnknown: true })
  })

  it.each(unclearResponses)('reports after %s the HTTP status', async (_about, fault, status) => {
    const { client } = await against({}, fault, breaks, answers(4090801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ repeatedAfterUnknown: true, unclearStatus: status })
  })

  it.each(unclearResponses)(
    'keeps the status of %s in the error',
    async (_about, fault, status) => {
      const { client } = await against({}, fault, breaks, breaks)

      const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

      expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'maybe', unclearStatus: status })
    },
  )

  it.each([
    ['when the last of all is a page', [breaks, says('<html></html>', { status: 503 })], 503],
    ['when it answers every time', [says('', { status: 500 }), says('', { status: 502 })], 500],
    ['in place of a redirect', [says('', { status: 302, headers: { location: '/' } })], 302],
  ])('keeps the status in the error %s', async (_about, steps, status) => {
    const { client } = await against({ attempts: steps.length }, ...steps)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', unclearStatus: status })
  })

  it('has no status after no response at all', async () => {
    const { client } = await against({}, breaks, breaks, answers(4090801))
    const { client: unheard } = await against({}, breaks, breaks, breaks)

    const answer = await call(client, refundOrder, refund)
    const error = await call(unheard, refundOrder, refund).catch((e: unknown) => e)

    expect(answer).not.toHaveProperty('unclearStatus')
    expect(error).toMatchObject({ unclearStatus: undefined })
  })

  it.each([
    [4010001, 'not_processed'],
    [4010005, 'not_processed'],
    [4010006, 'decided'],
    [4000820, 'decided'],
    [4030001, 'decided'],
  ])('says for %i whether the request was processed', async (code, kind) => {
    const { client } = await against({ attempts: 1 }, answers(code))

    expect(await call(client, refundOrder, refund)).toMatchObject({ outcome: 'refused', kind })
  })

  it('reports 4090801 on the first request as a plain refusal', async () => {
    const { client } = await against({}, answers(4090801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ reason: 'refund_id_exists', repeatedAfterUnknown: false })
  })

  it('sends the same body with a fresh nonce and signature on each attempt', async () => {
    const { client, peer } = await against({}, breaks, breaks, answers(200))

    await call(client, refundOrder, refund)

    const headers = (name: string): Set<string | null> =>
      new Set(peer.requests.map((request) => request.headers.get(name)))
    expect(new Set(peer.requests.map(({ body }) => body)).size).toBe(1)
    expect(headers('x-nonce').size).toBe(3)
    expect(headers('x-signature').size).toBe(3)
    for (const { headers: seen, body } of peer.requests) {
      const signed = `/merchant-integration/v1/orders/refund;POST;${seen.get('x-nonce')};${seen.get('x-timestamp')};${seen.get('x-key-code')};${body}`
      expect(await isSignatureOf(signed, seen.get('x-signature') ?? '')).toBe(true)
    }
  })

  it.each([
    ['a refusal that stays', answers(4000820)],
    ['a refusal to be repeated minutes later', answers(5000101)],
    ['5000001 server error, which may have taken effect', answers(5000001)],
    ['4080804 connection timeout, which may have taken effect', answers(4080804)],
    ['5000800 refund failed, which may have taken effect', answers(5000800)],
    ['an unlisted code', answers(5999999)],
    ['a redirect', says('', { status: 302, headers: { location: '/' } })],
    ['a 403 of a firewall', says('<html></html>', { status: 403 })],
  ])('is not repeated after %s', async (_about, step) => {
    const { client, peer } = await against({}, step)

    await call(client, refundOrder, refund).catch(() => undefined)

    expect(peer.requests).toHaveLength(1)
  })

  it.each([
    [1, '300 302 400 403 404 407 409 428 430 499'],
    [2, '200 299 408 429 500 503 599'],
  ])('is sent %i times when the answer is a page with one of %s', async (times, statuses) => {
    for (const status of statuses.split(' ')) {
      const { options } = stillClock()
      const page = says('<html></html>', { status: Number(status) })
      const { client, peer } = await against({ attempts: 2, ...options }, page, answers(200))

      await call(client, refundOrder, refund).catch(() => undefined)

      expect([status, peer.requests.length]).toEqual([status, times])
    }
  })

  it('is not retried when the service accepted it with invalid data', async () => {
    const { client, peer } = await against({}, answers(200, { order_info: 1 }))
    const { orderGiftCodes: order } = examples

    const error = await call(client, orderGiftCodes, order).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_RESPONSE_INVALID', sent: 'maybe' })
    expect(peer.requests).toHaveLength(1)
  })

  it('ends as unknown when every attempt fails', async () => {
    const { client, peer } = await against({}, breaks, breaks, breaks)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'maybe', attempts: 3 })
    expect(String(error)).toContain('Repeat it with the same order_reference_id')
    expect((error as NetworkError).cause).toEqual(new TypeError('connection reset'))
    expect(peer.requests).toHaveLength(3)
  })

  it.each([
    ['of the connection', (words: string) => new TypeError(words)],
    ['underneath', (words: string) => new TypeError('fetch failed', { cause: new Error(words) })],
  ])(
    'shows no query of its request in an error %s that quotes the address',
    async (_where, fail) => {
      const { client } = await against({ attempts: 1 }, ({ url }) => {
        throw fail(`error sending request for url (${url}): client error (Connect): refused`)
      })

      const error = await call(client, getMembership, examples.getMembership).catch(
        (e: unknown) => e,
      )

      const { cause } = error as NetworkError
      expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'no' })
      const shown = [cause, (cause as Error).cause].map(String).join(' ')
      expect(shown).toContain('/membership?***): client error (Connect): refused')
      expect(shown).not.toContain(examples.getMembership.identity)
    },
  )

  it('returns the last refusal when the attempts are used up', async () => {
    const { client, peer } = await against({ attempts: 2 }, breaks, answers(5000801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({
      reason: 'refund_server_error',
      applied: 'maybe',
      attempts: 2,
      repeatedAfterUnknown: true,
    })
    expect(peer.requests).toHaveLength(2)
  })

  it('is sent once when attempts is 1', async () => {
    const { client, peer } = await against({ attempts: 1 }, breaks)

    await expect(call(client, refundOrder, refund)).rejects.toBeInstanceOf(NetworkError)
    expect(peer.requests).toHaveLength(1)
  })
})

describe('a connection that is refused', () => {
  const refused: Step = () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
    throw new TypeError('fetch failed', { cause })
  }

  it('proves that nothing was sent, also for a request without an id', async () => {
    const { client, peer } = await against({}, refused)

    const error = await call(client, genTransactionQr, withoutId).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'no', attempts: 1 })
    expect((error as NetworkError).message).toContain(
      'no connection could be made. It took no effect.',
    )
    expect(peer.requests).toHaveLength(1)
  })

  it('proves that nothing was sent, after any number of retries', async () => {
    const { client, peer } = await against({}, refused, refused, refused)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'no', attempts: 3 })
    expect(peer.requests).toHaveLength(3)
  })

  it('does not hide that an earlier request may have taken effect', async () => {
    const { client } = await against({}, breaks, refused, refused)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toMatchObject({ sent: 'maybe', attempts: 3 })
  })

  it('leaves the answer to a retry as certain as a first answer', async () => {
    const { client } = await against({}, refused, answers(4090801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ repeatedAfterUnknown: false })
  })
})

describe('a nonce source that fails', () => {
  const failing = (): (() => string) => {
    let nonces = 0
    return () => (nonces++ === 0 ? 'first-nonce' : '')
  }

  it('does not hide that an earlier request may have taken effect', async () => {
    const { client, peer } = await against({ nonce: failing() }, breaks)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toMatchObject({ code: 'ERR_NETWORK', sent: 'maybe', attempts: 1 })
    expect((error as NetworkError).cause).toBeInstanceOf(TypeError)
    expect(peer.requests).toHaveLength(1)
  })

  it('does not make the outcome unknown when the earlier request was certainly refused', async () => {
    const { client } = await against({ nonce: failing() }, answers(4010005))

    await expect(call(client, refundOrder, refund)).rejects.toMatchObject({ sent: 'no' })
  })
})

describe('a refused nonce', () => {
  it('is replaced, and the outcome stays certain', async () => {
    const { client, peer } = await against({}, answers(4010005), answers(200))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ outcome: 'accepted', repeatedAfterUnknown: false })
    const [first, second] = peer.requests
    expect(first?.headers.get('x-nonce')).not.toBe(second?.headers.get('x-nonce'))
  })

  it('that was used before says that the request has arrived before: its outcome is unknown', async () => {
    const { client } = await against({}, answers(4010006), answers(4090801))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ reason: 'refund_id_exists', repeatedAfterUnknown: true })
    expect(answer).not.toHaveProperty('unclearStatus')
  })

  it('that was used before by a write without an id is an answer that may have had an effect', async () => {
    const { client, peer } = await against({}, answers(4010006))

    const answer = await call(client, genTransactionQr, withoutId)

    expect(answer).toMatchObject({ reason: 'nonce_reused', applied: 'maybe', kind: 'decided' })
    expect(peer.requests).toHaveLength(1)
  })
})

describe.concurrent('a write without an id', () => {
  it.each([...unknownOutcomes, ['5000001 server error', answers(5000001)] as const])(
    'is never retried after %s',
    async (_about, fault) => {
      const { client, peer } = await against({}, fault, answers(200))

      await call(client, genTransactionQr, withoutId).catch(() => undefined)

      expect(peer.requests).toHaveLength(1)
    },
  )

  it('says in the error that it must not be sent again', async () => {
    const { client } = await against({}, breaks)

    await expect(call(client, genTransactionQr, withoutId)).rejects.toThrow('do not send it again')
  })

  it('is retried when it has an id', async () => {
    const qr = { qr_code: 'x', order_id: '20260302T1', expiration: 1 }
    const { client, peer } = await against({}, breaks, answers(200, qr))

    const answer = await call(client, genTransactionQr, examples.genTransactionQr)

    expect(answer.outcome).toBe('accepted')
    expect(peer.requests).toHaveLength(2)
  })

  it('has the whole timeout for its single attempt', async () => {
    const clock = stillClock()
    const { client } = await against({ timeoutMs: 500, ...clock.options }, answers(4000001))

    const answer = await call(client, genTransactionQr, withoutId)

    expect(answer.outcome).toBe('refused')
    expect(clock.limitsMs).toEqual([500])
  })
})

describe.concurrent('a read', () => {
  it.each([...unknownOutcomes, ['5000001 server error', answers(5000001)] as const])(
    'is repeated after %s',
    async (_about, fault) => {
      const { client, peer } = await against({}, fault, answers(200, paid))

      const answer = await call(client, queryOrder, query)

      expect(answer).toMatchObject({ outcome: 'accepted', attempts: 2 })
      expect(peer.requests).toHaveLength(2)
    },
  )
})

describe.concurrent('a deadline', () => {
  it.each([
    ['a peer that hangs', hangs],
    ['a fetch that ignores its signal', ignoresSignal],
  ])('ends a call to %s', async (_about, step) => {
    const clock = stillClock()
    const steps = [step, step, step].map((one) => clock.outlasting(one))
    const { client } = await against({ timeoutMs: 2_000, ...clock.options }, ...steps)

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 'ERR_TIMEOUT', sent: 'maybe' })
  })

  it('leaves time for a second attempt after one that hangs', async () => {
    const clock = stillClock()
    const { client, peer } = await against(
      { timeoutMs: 1200, ...clock.options },
      clock.outlasting(hangs),
      answers(200),
    )

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ outcome: 'accepted', repeatedAfterUnknown: true })
    expect(peer.requests).toHaveLength(2)
    expect(clock.limitsMs[0]).toBe(600)
  })

  it('can be set for one attempt', async () => {
    const clock = stillClock()
    const hanging = clock.outlasting(hangs)
    const { client } = await against(
      { attemptTimeoutMs: 50, ...clock.options },
      hanging,
      hanging,
      answers(200),
    )

    const answer = await call(client, refundOrder, refund)

    expect(answer.attempts).toBe(3)
    expect(clock.limitsMs).toEqual([50, 50, 50])
  })

  it('can be set for one call', async () => {
    const { client } = await against({}, hangs, hangs)

    await expect(call(client, queryOrder, query, { timeoutMs: 100 })).rejects.toBeInstanceOf(
      TimeoutError,
    )
  })

  it('is not exceeded by the wait before another attempt', async () => {
    const { options } = stillClock()
    const { client, peer } = await against({ timeoutMs: 80, ...options }, breaks, answers(200))

    const error = await call(client, refundOrder, refund).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(NetworkError)
    expect(peer.requests).toHaveLength(1)
  })

  it('returns a refusal instead of waiting beyond the end', async () => {
    const { options } = stillClock()
    const { client, peer } = await against({ timeoutMs: 80, ...options }, answers(5000800))

    const answer = await call(client, refundOrder, refund)

    expect(answer).toMatchObject({ reason: 'refund_failed', applied: 'maybe' })
    expect(peer.requests).toHaveLength(1)
  })

  it('covers the body of the answer', async () => {
    const clock = stillClock()
    const endless: Step = () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
          pull: () => clock.runOut(),
        }),
      )
    const { client } = await against({ timeoutMs: 100, attempts: 1, ...clock.options }, endless)

    await expect(call(client, refundOrder, refund)).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      sent: 'maybe',
    })
  })
})

describe('a signal of the caller', () => {
  it('prevents a request when it has already aborted', async () => {
    const { client, peer } = await against({})
    const reason = new Error('customer left')

    const error = await call(client, refundOrder, refund, {
      signal: AbortSignal.abort(reason),
    }).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ code: 'ERR_ABORTED', sent: 'no', attempts: 0, cause: reason })
    expect(peer.requests).toHaveLength(0)
  })

  it.each([
    ['a peer that hangs', hangs],
    ['a fetch that ignores its signal', ignoresSignal],
  ])('ends a call to %s as unknown', async (_about, step) => {
    const controller = new AbortController()
    const leaves: Step = (request) => {
      queueMicrotask(() => controller.abort())
      return step(request)
    }
    const { client, peer } = await against({}, leaves)

    const calling = call(client, refundOrder, refund, { signal: controller.signal })

    await expect(calling).rejects.toMatchObject({ code: 'ERR_ABORTED', sent: 'maybe', attempts: 1 })
    expect(peer.requests).toHaveLength(1)
  })

  it('ends the wait between two attempts, and the outcome stays unknown', async () => {
    const { signal, sleep } = leavingInPause()
    const { client, peer } = await against({ sleep }, breaks, answers(200))

    const calling = call(client, refundOrder, refund, { signal })

    await expect(calling).rejects.toMatchObject({ code: 'ERR_ABORTED', sent: 'maybe', attempts: 1 })
    expect(peer.requests).toHaveLength(1)
  })

  it('keeps the outcome certain when the only request was certainly refused', async () => {
    const { signal, sleep } = leavingInPause()
    const { client } = await against({ sleep }, answers(4010005))

    const calling = call(client, refundOrder, refund, { signal })

    await expect(calling).rejects.toMatchObject({ code: 'ERR_ABORTED', sent: 'no', attempts: 1 })
  })

  it('is released after each call', async () => {
    const { client } = await against({}, breaks, answers(4000820))
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...given)
    }

    await call(client, refundOrder, refund, { signal })

    expect(listeners).toBe(0)
  })
})
