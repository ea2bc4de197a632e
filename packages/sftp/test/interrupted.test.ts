import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import { watchFiles } from '../src/transfer/watch-files.ts'

// Goal: a transfer that is ended waits for no server that is silent. Method: an exchange of which one look-up never ends.

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'))
  await writeFile(join(folder, 'a.csv'), 'rows')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An exchange that answers nothing to one kind of look-up; `asked` resolves with the first. */
function silentAt(lookUp: 'list' | 'find' | 'place') {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const exchange: FileExchange = {
    ...createLocalFolder(folder),
    [lookUp]: () => {
      resolve()
      return new Promise(() => {})
    },
  }
  return { exchange, asked }
}

const reason = new Error('somebody pressed Ctrl-C')

describe('moveFiles', () => {
  it.each([
    ['the list of the source', 'list', 'from'],
    ['the file at the target', 'find', 'to'],
    ['the place of the target', 'place', 'to'],
  ] as const)('ends at once while it waits for %s', async (_what, lookUp, side) => {
    const { exchange, asked } = silentAt(lookUp)
    const here = createLocalFolder(folder)
    const controller = new AbortController()
    const { signal } = controller

    const moved = moveFiles(side === 'from' ? exchange : here, side === 'to' ? exchange : here, {
      signal,
      removeSource: lookUp === 'place',
    })
    await asked
    controller.abort(reason)

    await expect(moved).rejects.toBe(reason)
  })

  it('ends at once while the server is silent, and so does the exchange', async () => {
    const connected = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      connected.resolve()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    const exchange = createSftpExchange({
      host: '127.0.0.1',
      port: bound.port,
      username: 'partner',
      login: { password: 'right' },
      hostKeyFingerprints: [`SHA256:${'A'.repeat(43)}`],
      // Far longer than a test may take.
      timeoutMs: 3_600_000,
    })
    const controller = new AbortController()
    const { signal } = controller

    const moved = moveFiles(createLocalFolder(folder), exchange, { signal })
    await connected.promise
    controller.abort(reason)

    await expect(moved).rejects.toBe(reason)
    await exchange.close()
    // The look-up that nobody waits for any more holds no connection.
    await promisify(server.close.bind(server))()
  })

  it('looks nothing up when it was ended before', async () => {
    const { exchange } = silentAt('list')
    const signal = AbortSignal.abort(reason)

    await expect(moveFiles(exchange, exchange, { signal })).rejects.toBe(reason)
  })
})

describe('watchFiles', () => {
  it('ends at once, without an error, while it waits for a list', async () => {
    const { exchange, asked } = silentAt('list')
    const controller = new AbortController()

    const watch = watchFiles(exchange, exchange, { signal: controller.signal })
    await asked
    controller.abort()

    await expect(watch).resolves.toBeUndefined()
  })
})
