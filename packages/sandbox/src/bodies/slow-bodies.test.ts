import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { everyRoute } from '../../test/every-route.ts'
import { createSandboxApp } from '../app.ts'
import { systemHostClock } from '../clock/host-clock.ts'

/** A sandbox whose time limit for a body has passed at once. */
const app = createSandboxApp({
  host: { ...systemHostClock, timeout: () => AbortSignal.abort() },
})

/** A body that sends its first byte and then nothing. */
function unfinished(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('a')),
  })
}

function ask(method: string, path: string, type: string): Response | Promise<Response> {
  const origin = 'http://localhost'
  const headers = { origin, 'content-type': type }
  const init = { method, headers, body: unfinished() }
  return app.fetch(new Request(origin + path, init), env, createExecutionContext())
}

const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data']

it.each(types)('no route waits for ever for a body of %s', async (type) => {
  const changing = everyRoute().filter(({ method }) => method !== 'GET')
  for (const { method, path } of changing) {
    const { status } = await ask(method, path, type)

    expect([method, path, status < 500]).toEqual([method, path, true])
  }
})

it.each([
  ['POST', '/merchants', 'application/x-www-form-urlencoded', 408],
  ['POST', '/control/stores', 'application/json', 408],
  ['PUT', '/control/exchange/EDGE/a.csv', 'text/csv', 408],
  ['POST', '/oauth2/token', 'application/x-www-form-urlencoded', 400],
  ['POST', '/merchant-integration/v1/orders/tqr', 'application/json', 400],
])('%s %s answers a %s that arrives too slowly with %i', async (method, path, type, status) => {
  const answer = await ask(method, path, type)

  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain('must have come after')
})
