import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import { createSftpExchange } from '@merchant-edge/sftp'
import { startSftpServer, type FolderStore, type SftpServer } from '@merchant-edge/sftp/server'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createExchangeFolder } from './exchange-folder.ts'

let sandbox: RunningSandbox
let proxy: Server
/** Whether the connection of the first request of each kind breaks: before it is processed, or before its answer. */
let cut: 'never' | 'before' | 'after'
let seen: Set<string>

beforeAll(async () => {
  sandbox = await startSandbox()
  proxy = createServer((request, response) => {
    const kind = `${request.method} ${request.url}`
    const isCut = cut !== 'never' && !seen.has(kind)
    seen.add(kind)
    const forward = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (isCut && cut === 'before') return response.destroy()
      const { range, 'content-type': type } = request.headers
      const answer = await fetch(`${sandbox.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { ...(range && { range }), ...(type && { 'content-type': type }) },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (isCut) return response.destroy()
      return response.writeHead(answer.status).end(body)
    }
    forward().catch(() => response.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})

afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await sandbox.stop()
})

beforeEach(() => {
  cut = 'never'
  seen = new Set()
})

function folder(): FolderStore {
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const sandboxUrl = `http://127.0.0.1:${port}`
  return createExchangeFolder({ sandboxUrl, partner: 'EDGE', direction: 'from-partner' })
}

async function contentOf(name: string): Promise<Buffer> {
  const stream = await sandbox.control.openExchangeFile('EDGE', name)
  return Buffer.from(await new Response(stream).arrayBuffer())
}

describe('the folder of a partner', () => {
  it.each(['before', 'after'] as const)(
    'stores, lists, renames and removes a file over connections that break %s each answer',
    async (when) => {
      cut = when
      const store = folder()
      const name = `${when}.csv`
      const other = `${when}-renamed.csv`

      const file = await store.open(name, 'create')
      await file.write(0, Buffer.from('content'))
      await file.close()
      const kept = await contentOf(name)
      await store.rename(name, other)
      const reading = await store.open(other, 'read')
      const read = Buffer.from(await reading.read(0, 100))
      await store.remove(other)

      expect([kept.toString(), read.toString()]).toEqual(['content', 'content'])
      expect((await store.list()).map((entry) => entry.name)).not.toContain(other)
      expect(await store.find(name)).toBeUndefined()
    },
  )

  it('keeps two uploads of one name separate; the one that ends last wins', async () => {
    const store = folder()
    const [one, other] = [
      await store.open('two.csv', 'replace'),
      await store.open('two.csv', 'replace'),
    ]
    await one.write(0, Buffer.from('the first, which is longer'))
    await other.write(0, Buffer.from('the second'))

    await one.close()
    const first = await contentOf('two.csv')
    await other.close()

    expect(first.toString()).toBe('the first, which is longer')
    expect((await contentOf('two.csv')).toString()).toBe('the second')
    await store.remove('two.csv')
  })

  it('continues an upload where it ended', async () => {
    const store = folder()
    for (const [position, text] of [
      [0, 'a,b\r\n'],
      [5, 'c,d\r\n'],
    ] as const) {
      const file = await store.open('resumed.csv', 'extend')
      await file.write(position, Buffer.from(text))
      await file.close()
    }

    expect((await contentOf('resumed.csv')).toString()).toBe('a,b\r\nc,d\r\n')
    await store.remove('resumed.csv')
  })

  it('updates only files that exist', async () => {
    await expect(folder().open('nowhere.csv', 'update')).rejects.toMatchObject({
      reason: 'missing',
    })
  })
})

describe('four clients at once', () => {
  let server: SftpServer

  beforeEach(async () => {
    server = await startSftpServer({
      users: [{ name: 'EDGE', password: 'right', folders: { in: { store: folder() } } }],
    })
  })

  afterEach(() => server.stop())

  it('upload files that are all stored as they were sent', async () => {
    cut = 'before'
    const names = Array.from({ length: 8 }, (_, at) => `parallel-${at}.csv`)
    const files = names.map((name) => ({ name, content: randomBytes(3_000_000) }))
    const upload = async (mine: typeof files): Promise<void> => {
      const exchange = createSftpExchange({
        host: '127.0.0.1',
        port: server.port,
        username: 'EDGE',
        login: { password: 'right' },
        folder: '/in',
        hostKeyFingerprints: [server.hostKeyFingerprint],
      })
      for (const { name, content } of mine) {
        const open = (from: number) => new Blob([content]).slice(from).stream()
        await exchange.put(name, { sizeBytes: content.length, open })
      }
      await exchange.close()
    }

    await Promise.all([0, 2, 4, 6].map((from) => upload(files.slice(from, from + 2))))

    for (const { name, content } of files) {
      expect((await contentOf(name)).equals(content)).toBe(true)
    }
  })
})
