import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { createS3Bucket } from '../src/s3/s3-bucket.ts'
import { type SftpServer, createMemoryFolder, startSftpServer } from '../src/server/index.ts'
import { createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import type { FileOutcome } from '../src/transfer/transfer-event.ts'
import { watchFiles } from '../src/transfer/watch-files.ts'
import { contentOf } from './content.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

// Receivers that take each file away as soon as it has its name.

let folder: string
let local: FileExchange
let s3: S3TestServer
let server: SftpServer
let sftp: FileExchange
/** How often each receiver has got a file. */
let received: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quick-'))
  local = createLocalFolder(folder)
  received = []
  s3 = await startS3Server()
  const store = createMemoryFolder()
  const quick = {
    ...store,
    async rename(name: string, newName: string) {
      await store.rename(name, newName)
      received.push(newName)
      await store.remove(newName)
    },
  }
  server = await startSftpServer({
    users: [{ name: 'partner', password: 'right', folders: { in: { store: quick } } }],
  })
  sftp = createSftpExchange({
    host: '127.0.0.1',
    port: server.port,
    username: 'partner',
    login: { password: 'right' },
    folder: '/in',
    hostKeyFingerprints: [server.hostKeyFingerprint],
  })
})

afterEach(async () => {
  await sftp.close()
  await server.stop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

/** The bucket of the server, whose receiver takes an object once its upload is acknowledged. */
function quickBucket(acknowledged: (answer: Response) => Response = (answer) => answer) {
  const { endpoint, credentials } = s3
  const bucket = { endpoint, bucket: 'files', credentials, partBytes: 5 * 2 ** 20 }
  return createS3Bucket({
    ...bucket,
    async fetch(input, init) {
      const answer = await fetch(input, init)
      if (init?.method !== 'PUT' && init?.method !== 'POST') return answer
      for (const key of s3.objects.keys()) {
        received.push(key)
        s3.objects.delete(key)
      }
      return acknowledged(answer)
    },
  })
}

describe('a file that its receiver takes at once', () => {
  it.each([
    ['a bucket', 100, () => quickBucket()],
    ['a bucket, in parts', 6_000_000, () => quickBucket()],
    ['a server', 100, () => sftp],
  ])('was moved: %s', async (_where, sizeBytes, target) => {
    await writeFile(join(folder, 'a.csv'), contentOf(sizeBytes))

    const results = await moveFiles(local, target())

    expect(results).toMatchObject([{ outcome: 'moved', sizeBytes }])
    expect(received).toEqual(['a.csv'])
  })

  it('is no file in a bucket whose answer does not say that it has it', async () => {
    await writeFile(join(folder, 'a.csv'), contentOf(100))

    const results = await moveFiles(
      local,
      quickBucket(() => new Response('welcome')),
    )

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_SERVER' } }])
  })

  it.each([
    ['a bucket', () => quickBucket()],
    ['a server', () => sftp],
  ])(
    'stays at the source, and is sent once, when it should be compared first: %s',
    async (_where, target) => {
      await writeFile(join(folder, 'a.csv'), contentOf(100))
      const controller = new AbortController()
      const results: FileOutcome[] = []
      let rounds = 0
      const counted: FileExchange = {
        ...local,
        async list() {
          rounds += 1
          if (rounds === 8) controller.abort()
          return await local.list()
        },
      }

      await watchFiles(counted, target(), {
        signal: controller.signal,
        intervalMs: 5,
        removeSource: true,
        onEvent: (event) => {
          if (event.kind === 'ended') results.push(event.result)
        },
      })

      expect(received).toEqual(['a.csv'])
      expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_FILE_TAKEN' } }])
      expect((await local.list()).files).toMatchObject([{ name: 'a.csv' }])
    },
  )
})
