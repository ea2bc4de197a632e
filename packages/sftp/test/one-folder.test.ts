import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { createS3Bucket } from '../src/s3/s3-bucket.ts'
import { type SftpServer, createDiskFolder, startSftpServer } from '../src/server/index.ts'
import { createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import { contentOf } from './content.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

// One folder under two addresses that nothing in them shows to be one.

let folder: string
let server: SftpServer
let s3: S3TestServer
const opened: FileExchange[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-'))
  const store = createDiskFolder(folder)
  const folders = { in: { store } }
  server = await startSftpServer({
    users: [
      { name: 'shop', password: 'right', folders },
      { name: 'office', password: 'right', folders },
    ],
  })
  s3 = await startS3Server()
})

afterEach(async () => {
  for (const exchange of opened.splice(0)) await exchange.close()
  await server.stop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

function sftpAs(username: string, host = '127.0.0.1'): FileExchange {
  const exchange = createSftpExchange({
    host,
    port: server.port,
    username,
    login: { password: 'right' },
    folder: '/in',
    hostKeyFingerprints: [server.hostKeyFingerprint],
  })
  opened.push(exchange)
  return exchange
}

function bucketAt(host: string): FileExchange {
  const { credentials } = s3
  const endpoint = s3.endpoint.replace('127.0.0.1', host)
  return createS3Bucket({ endpoint, bucket: 'files', credentials })
}

describe('removeSource of a folder with two addresses', () => {
  it.each([
    ['two users', () => [sftpAs('shop'), sftpAs('office')] as const],
    ['two names of a host', () => [sftpAs('shop'), sftpAs('shop', 'localhost')] as const],
    ['a server and a path of its disk', () => [sftpAs('shop'), createLocalFolder(folder)] as const],
    ['a path of a disk and its server', () => [createLocalFolder(folder), sftpAs('shop')] as const],
  ] as const)('keeps the only copy of each file: %s', async (_about, sides) => {
    await writeFile(join(folder, 'a.csv'), 'rows')
    const [from, to] = sides()

    const results = await moveFiles(from, to, { removeSource: true })

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_SAME_FILE' } }])
    expect(await readdir(folder)).toEqual(['a.csv'])
  })

  it('keeps the only copy of each object of a bucket', async () => {
    s3.set('a.csv', contentOf(10))

    const results = await moveFiles(bucketAt('127.0.0.1'), bucketAt('localhost'), {
      removeSource: true,
    })

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_SAME_FILE' } }])
    expect([...s3.objects.keys()]).toEqual(['a.csv'])
  })

  it('removes a file that another folder has got before, such as from a run that was killed', async () => {
    const source = await mkdtemp(join(tmpdir(), 'source-'))
    for (const [path, time] of [
      [join(source, 'a.csv'), 1_700_000_000],
      [join(folder, 'a.csv'), 1_700_000_060],
    ] as const) {
      await writeFile(path, 'rows')
      await utimes(path, time, time)
    }

    const results = await moveFiles(createLocalFolder(source), sftpAs('shop'), {
      removeSource: true,
    })

    expect(results).toMatchObject([{ outcome: 'skipped' }])
    expect(await readdir(source)).toEqual([])
    expect(await readdir(folder)).toEqual(['a.csv'])
    await rm(source, { recursive: true })
  })
})
