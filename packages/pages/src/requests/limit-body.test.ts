import { Hono, type Context } from 'hono'
import { describe, expect, it } from 'vitest'
import { limitBody, type BodyRefusal } from './limit-body.ts'

const maxBytes = 100

function appWith(late: AbortSignal = new AbortController().signal): Hono {
  const app = new Hono()
  app.use(limitBody({ maxBytes, deadline: () => late }))
  app.all('/', async (c) => c.text(`${c.req.header('content-type')}: ${await c.req.text()}`))
  return app
}

function send(app: Hono, body: BodyInit, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/x', ...headers },
    duplex: 'half',
  }
  return app.request('/', init)
}

describe('limitBody', () => {
  it('passes on a body that fits, with its headers, and a request without a body', async () => {
    const full = await send(appWith(), 'x'.repeat(maxBytes))

    expect(await full.text()).toBe(`text/x: ${'x'.repeat(maxBytes)}`)
    expect((await appWith().request('/')).status).toBe(200)
  })

  it.each([{}, { 'content-length': '5' }, { 'content-length': 'x' }])(
    'reads no further than the limit, whatever length is announced (%j)',
    async (headers) => {
      let read = 0
      const body = new ReadableStream({
        pull(controller) {
          read += 60
          controller.enqueue(new Uint8Array(60))
        },
      })

      expect((await send(appWith(), body, headers)).status).toBe(413)
      expect(read).toBeLessThan(500)
    },
  )

  it('does not read a body that announces a greater length', async () => {
    expect((await send(appWith(), 'x', { 'content-length': '101' })).status).toBe(413)
  })

  it('answers too many bytes with the given response', async () => {
    const app = new Hono()
    const refuse = (c: Context, status: BodyRefusal) => c.text('quá dài', status)
    app.use(limitBody({ maxBytes, deadline: () => new AbortController().signal, refuse }))

    const answer = await send(app, 'x', { 'content-length': '101' })

    expect([answer.status, await answer.text()]).toEqual([413, 'quá dài'])
  })

  it('waits for a body no longer than its deadline', async () => {
    const late = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
    })
    const answer = send(appWith(late.signal), body)
    late.abort()

    expect((await answer).status).toBe(408)
    expect((await send(appWith(late.signal), 'x')).status).toBe(408)
  })

  it('answers 408 where a cancelled stream fails, as that of a request does in workerd', async () => {
    const late = new AbortController()
    const body = new ReadableStream({
      start: (controller) =>
        late.signal.addEventListener('abort', () => controller.error(new Error('cancelled'))),
    })
    const answer = send(appWith(late.signal), body)
    late.abort()

    expect((await answer).status).toBe(408)
  })

  it('answers 400 to an incomplete body', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection reset')),
    })

    expect((await send(appWith(), body)).status).toBe(400)
  })
})
