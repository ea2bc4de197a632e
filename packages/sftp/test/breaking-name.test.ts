import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { createS3Bucket } from '../src/s3/s3-bucket.ts'
import {
  type MemoryFolder,
  type SftpServer,
  createMemoryFolder,
  startSftpServer,
} from '../src/server/index.ts'
import { createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import type { FileOutcome } from '../src/transfer/transfer-event.ts'
import { watchFiles } from '../src/transfer/watch-files.ts'
import { type ResettingProxy, startResettingProxy } from './resetting-proxy.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

// One name at which the connection breaks each time, such as by a virus scanner in the way.

const breaking = 'a-breaking.csv'
let folder: string
let local: FileExchange
let s3: S3TestServer
let remote: MemoryFolder
let server: SftpServer
let proxy: ResettingProxy
let sftp: FileExchange
let bucket: FileExchange

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaking-'))
  local = createLocalFolder(folder)
  for (const name of [breaking, 'b.csv', 'c.csv']) await writeFile(join(folder, name), name)
  remote = createMemoryFolder()
  const store = {
    ...remote,
    async find(name: string) {
      if (name === breaking) proxy.resetAll()
      return await remote.find(name)
    },
  }
  server = await startSftpServer({
    users: [{ name: 'partner', password: 'right', folders: { in: { store } } }],
  })
  proxy = await startResettingProxy(server.port, Infinity)
  const retry = { firstDelayMs: 1 }
  sftp = createSftpExchange({
    host: '127.0.0.1',
    port: proxy.port,
    username: 'partner',
    login: { password: 'right' },
    folder: '/in',
    hostKeyFingerprints: [server.hostKeyFingerprint],
    retry,
  })
  s3 = await startS3Server()
  s3.faults.breaksAt = breaking
  const { endpoint, credentials } = s3
  bucket = createS3Bucket({ endpoint, bucket: 'files', credentials, retry })
})

afterEach(async () => {
  await sftp.close()
  proxy.stop()
  await server.stop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

const targets = [
  ['a server', () => sftp],
  ['a bucket', () => bucket],
] as const

describe('a name at which the connection always breaks', () => {
  it.each(targets)('holds up no other file of a transfer to %s', async (_where, target) => {
    const results = await moveFiles(local, target())

    expect(results).toMatchObject([
      {
        outcome: 'refused',
        error: {
          code: 'ERR_CONNECTION',
          reason: expect.stringMatching(/a-breaking\.csv.* so it is about this file\.$/),
        },
      },
      { outcome: 'moved', name: 'b.csv' },
      { outcome: 'moved', name: 'c.csv' },
    ])
  })

  it.each(targets)('holds up no other file of a watch to %s', async (_where, target) => {
    const controller = new AbortController()
    const results: FileOutcome[] = []
    const names = (outcome: FileOutcome['outcome']): string[] =>
      results.filter((one) => one.outcome === outcome).map(({ name }) => name)

    const watch = watchFiles(local, target(), {
      signal: controller.signal,
      intervalMs: 1,
      onEvent: (event) => {
        if (event.kind === 'ended') results.push(event.result)
      },
    })
    while (names('moved').length < 2) await sleep(5)
    await writeFile(join(folder, 'd.csv'), 'new')
    while (!names('moved').includes('d.csv')) await sleep(5)
    controller.abort()
    await watch

    expect(names('moved')).toEqual(['b.csv', 'c.csv', 'd.csv'])
    expect(new Set(names('refused'))).toEqual(new Set([breaking]))
    const newFile = results.findIndex(({ name }) => name === 'd.csv')
    expect(results.slice(newFile + 1).map(({ name }) => name)).not.toContain('d.csv')
  })

  it('is not blamed for a connection that is gone', async () => {
    await sftp.close()
    proxy.stop()

    await expect(moveFiles(local, sftp)).rejects.toMatchObject({ code: 'ERR_CONNECTION' })
  })
})

it('goes on with the other files when a bucket denies the right to one', async () => {
  s3.faults.breaksAt = undefined
  s3.faults.denies = breaking

  const results = await moveFiles(local, bucket)

  expect(results).toMatchObject([
    { outcome: 'refused', error: { code: 'ERR_PERMISSION' } },
    { outcome: 'moved' },
    { outcome: 'moved' },
  ])
})
