import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../../test/fault-provider.ts'
import { makeWorld, origin, type World } from '../../../test/world.ts'

const chunk = new Uint8Array(16_384).fill(0x61)

let provider: FaultProvider
let world: World
let late: AbortController
let waitedMs: number[]

beforeEach(async () => {
  provider = await FaultProvider.start()
  late = new AbortController()
  waitedMs = []
  world = makeWorld(provider, {
    relyingParty: {
      ports: {
        fetch: provider.fetch,
        now: provider.clock,
        wait: async () => undefined,
        deadline: (milliseconds) => {
          waitedMs.push(milliseconds)
          return late.signal
        },
      },
    },
  })
})

async function notify(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  }
  const request = new Request(`${origin}/auth/back-channel-logout`, init)
  return (await world.web.handle(request))?.status ?? 404
}

describe('the body of a logout notice', () => {
  it('is not read beyond its limit', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
        if (sent > 60_000_000) controller.close()
      },
    })

    expect(await notify(body)).toBe(400)
    expect(sent).toBeLessThan(200_000)
    expect(world.failures).toMatchObject([
      { reason: 'logout_token_invalid', subject: 'a body of more than 16 kB' },
    ])
  })

  it('is not read at all when its announced length is larger, or its type is not a form', async () => {
    let sent = 0
    const long = () =>
      new ReadableStream(
        {
          pull(controller) {
            sent += chunk.length
            controller.enqueue(chunk)
          },
        },
        { highWaterMark: 0 },
      )

    expect(await notify(long(), { 'content-length': '60000000' })).toBe(400)
    expect(await notify(long(), { 'content-type': 'application/json' })).toBe(400)
    expect(sent).toBeLessThan(200_000)
  })

  it('is awaited for ten seconds at most', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('logout_token=')),
    })
    const answer = notify(body)
    late.abort()

    expect(await answer).toBe(400)
    expect(waitedMs).toEqual([10_000])
    expect(world.failures).toMatchObject([
      { reason: 'logout_token_invalid', subject: 'a body of more than 10 s' },
    ])
  })

  async function formOf(bytes: number): Promise<string> {
    const form = `logout_token=${await provider.logoutToken()}&padding=`
    return form.padEnd(bytes, 'x')
  }

  it('may have exactly 16 kB', async () => {
    expect(await notify(await formOf(16_384), { 'content-length': '16384' })).toBe(200)
    expect(await notify(await formOf(16_385))).toBe(400)
  })

  it('is not read when one byte more is announced', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(chunk)
        },
      },
      { highWaterMark: 0 },
    )

    expect(await notify(body, { 'content-length': '16385' })).toBe(400)
    expect(pulled).toBe(0)
    expect(world.failures).toMatchObject([{ subject: 'a body of more than 16 kB' }])
  })

  it.each([
    ['application/x-www-form-urlencoded;charset=UTF-8', 200],
    ['text/plain; application/x-www-form-urlencoded', 400],
    ['application/json', 400],
    ['', 400],
  ])('of the type %j is answered with %i', async (type, status) => {
    expect(await notify(await formOf(0), { 'content-type': type })).toBe(status)
    expect(world.failures.map(({ subject }) => subject)).toEqual(
      status === 200 ? [] : ['content-type'],
    )
  })

  it.each(['', 'token=a', 'logout_token=a&logout_token=b'])('is refused as %j', async (body) => {
    expect(await notify(body)).toBe(400)
    expect(world.failures).toHaveLength(1)
    expect(provider.received).toEqual([])
  })

  it('is refused with the same token twice', async () => {
    const form = await formOf(0)

    expect(await notify(`${form}&${form}`)).toBe(400)
    expect(await notify(form)).toBe(200)
  })

  it('is not awaited when its time was over before', async () => {
    late.abort()
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(chunk)
        },
      },
      { highWaterMark: 0 },
    )

    expect(await notify(body)).toBe(400)
    expect(pulled).toBe(0)
  })

  it('that takes too long is not read on', async () => {
    let reason: unknown = 'not cancelled'
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream({
      cancel(why) {
        reason = why
        cancelled.resolve()
      },
    })
    const answer = notify(body)
    late.abort()

    expect(await answer).toBe(400)
    await cancelled.promise
    expect(reason).toBeUndefined()
  })

  it('leads to a failure of the program when the application fails', async () => {
    const failure = new Error('the store is away')
    world.store.markLogout = () => Promise.reject(failure)

    await expect(notify(await formOf(0))).rejects.toBe(failure)
  })

  it('may arrive in pieces', async () => {
    const form = new TextEncoder().encode(`logout_token=${await provider.logoutToken()}`)
    const body = new ReadableStream({
      start(controller) {
        for (const byte of form) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })

    expect(await notify(body)).toBe(200)
  })

  it('is refused when the connection breaks', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error('gone')),
    })

    expect(await notify(body)).toBe(400)
  })
})
