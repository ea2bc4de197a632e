import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchAlone } from './fetch-alone.ts'

// What vitest.connections.ts does for every test on Node: this server answers each connection once, keeps it, and
// closes it when it is used again.

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

it('reads once more when a kept connection ends without an answer', async () => {
  for (let sent = 0; sent < requests; sent += 1) {
    expect(await (await fetch(url)).text()).toBe('answer')
  }
  expect(closed).toBeGreaterThan(0)
})

it('sends once what may change something', async () => {
  let failed = 0
  for (let sent = 0; sent < requests; sent += 1) {
    await fetch(url, { method: 'POST', body: 'order' }).then(
      (response) => response.text(),
      () => (failed += 1),
    )
  }
  expect(closed).toBeGreaterThan(0)
  expect(failed).toBe(closed)
})

it('sends what may change something on a connection that is not kept, where that is asked for', async () => {
  const answers = []
  for (let sent = 0; sent < requests; sent += 1) {
    const response = await fetchAlone(url, { method: 'POST', body: 'order' })
    answers.push(await response.text())
  }
  expect(answers).toEqual(Array.from({ length: requests }, () => 'answer'))
  expect(closed).toBe(0)
})

it('reads an answer to its end that is longer than what comes at once', async () => {
  const long = 'x'.repeat(4 * 1024 * 1024)
  server.removeAllListeners('request').on('request', (_, response) => response.end(long))

  const texts = await Promise.all(
    Array.from({ length: requests }, async () => (await fetchAlone(url)).text()),
  )
  expect(new Set(texts)).toEqual(new Set([long]))
})

it('says what failed when nobody listens', async () => {
  await new Promise((resolve) => server.close(resolve))

  await expect(fetchAlone(url)).rejects.toThrow(TypeError)
})
