import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchAlone } from './fetch-alone.ts'

// Tests vitest.connections.ts, which applies to every test on Node. The server here answers the first request of each
// connection, keeps the connection open, and closes it at the second request.

const requests = 8
let server: Server
let url: string
let closed: number

beforeEach(async () => {
  closed = 0
  const answered = new WeakSet<Socket>()
  server = createServer(({ socket }, response) => {
    if (answered.has(socket)) {
      closed += 1
      socket.destroy()
    } else {
      answered.add(socket)
      response.end('answer')
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`
})

afterEach(() => {
  server.close()
})

it('repeats a GET when a kept-alive connection closes without an answer', async () => {
  for (let sent = 0; sent < requests; sent += 1) {
    expect(await (await fetch(url)).text()).toBe('answer')
  }
  expect(closed).toBeGreaterThan(0)
})

it.each([
  { how: 'with its method beside the address', send: () => fetch(url, { method: 'POST' }) },
  { how: 'as a Request', send: () => fetch(new Request(url, { method: 'POST' })) },
])('sends what may change something on a new connection, $how', async ({ send }) => {
  const answers = []
  for (let sent = 0; sent < requests; sent += 1) answers.push(await (await send()).text())
  expect(answers).toEqual(Array.from({ length: requests }, () => 'answer'))
  expect(closed).toBe(0)
})

it('does not repeat it when its connection closes without an answer', async () => {
  let received = 0
  server.removeAllListeners('request').on('request', ({ socket }) => {
    received += 1
    socket.destroy()
  })

  await expect(fetch(url, { method: 'POST', body: 'order' })).rejects.toThrow(TypeError)
  expect(received).toBe(1)
})

it('sends on a new connection what fetchAlone sends', async () => {
  const answers = []
  for (let sent = 0; sent < requests; sent += 1) {
    const response = await fetchAlone(url, { method: 'POST', body: 'order' })
    answers.push(await response.text())
  }
  expect(answers).toEqual(Array.from({ length: requests }, () => 'answer'))
  expect(closed).toBe(0)
})

it('reads an answer to its end that arrives in several pieces', async () => {
  const long = 'x'.repeat(4 * 1024 * 1024)
  server.removeAllListeners('request').on('request', (_, response) => response.end(long))

  const texts = await Promise.all(
    Array.from({ length: requests }, async () => (await fetchAlone(url)).text()),
  )
  expect(new Set(texts)).toEqual(new Set([long]))
})

it('reports the failure when nothing listens', async () => {
  await new Promise((resolve) => server.close(resolve))

  await expect(fetchAlone(url)).rejects.toThrow(TypeError)
})
