import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
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
import type { TransferEvent } from '../src/transfer/transfer-event.ts'
import { watchFiles } from '../src/transfer/watch-files.ts'
import { bytesOf, contentOf, sourceOf } from './content.ts'
import { type ResettingProxy, startResettingProxy } from './resetting-proxy.ts'
import { type S3TestServer, startS3Server } from './s3-server.ts'

let base: string
let s3: S3TestServer
let server: SftpServer
let remote: MemoryFolder
let proxy: ResettingProxy
let local: FileExchange
let bucket: FileExchange
let sftp: FileExchange

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'move-'))
  await mkdir(join(base, 'local'))
  s3 = await startS3Server()
  remote = createMemoryFolder()
  server = await startSftpServer({
    users: [{ name: 'partner', password: 'right', folders: { out: { store: remote } } }],
  })
  proxy = await startResettingProxy(server.port, 100_000)
  local = createLocalFolder(join(base, 'local'))
  const retry = { firstDelayMs: 1 }
  const { endpoint, credentials } = s3
  bucket = createS3Bucket({ endpoint, bucket: 'files', credentials, retry, partBytes: 5 * 2 ** 20 })
  sftp = createSftpExchange({
    host: '127.0.0.1',
    port: proxy.port,
    username: 'partner',
    login: { password: 'right' },
    folder: '/out',
    hostKeyFingerprints: [server.hostKeyFingerprint],
    retry,
  })
})

afterEach(async () => {
  await sftp.close()
  proxy.stop()
  await server.stop()
  await s3.stop()
  await rm(base, { recursive: true })
})

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

describe('moveFiles', () => {
  it('moves complete files from disk to bucket to server to disk, over a connection that breaks', async () => {
    const content = contentOf(500_000)
    await writeFile(join(base, 'local', 'a.csv'), content)
    await mkdir(join(base, 'back'))

    const results = [
      ...(await moveFiles(local, bucket)),
      ...(await moveFiles(bucket, sftp)),
      ...(await moveFiles(sftp, createLocalFolder(join(base, 'back')))),
    ]

    const moved = { outcome: 'moved', name: 'a.csv', sizeBytes: 500_000, sha256: sha256(content) }
    expect(results).toEqual([moved, moved, moved])
    expect((await readFile(join(base, 'back', 'a.csv'))).equals(content)).toBe(true)
    expect(proxy.resets).toBeGreaterThan(5)
  })

  it('skips files that exist, refuses other content, and moves the rest', async () => {
    s3.set('same.csv', contentOf(50))
    s3.set('other.csv', contentOf(50))
    s3.set('shorter.csv', contentOf(50))
    s3.set('z-new.csv', contentOf(50))
    remote.set('same.csv', contentOf(50))
    remote.set('other.csv', contentOf(50, 'other'))
    remote.set('shorter.csv', contentOf(49))

    const results = await moveFiles(bucket, sftp)
    const again = await moveFiles(bucket, sftp)

    expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['other.csv', 'refused'],
      ['same.csv', 'skipped'],
      ['shorter.csv', 'refused'],
      ['z-new.csv', 'moved'],
    ])
    expect(results[0]).toMatchObject({ error: { code: 'ERR_FILE_EXISTS' } })
    expect(again.map(({ outcome }) => outcome)).toEqual([
      'refused',
      'skipped',
      'refused',
      'skipped',
    ])
    expect(remote.content('other.csv')).toEqual(contentOf(50, 'other'))
  })

  it('replaces other content on request, and reports it', async () => {
    s3.set('a.csv', contentOf(40, 'old'))
    s3.set('same.csv', contentOf(50))
    await writeFile(join(base, 'local', 'a.csv'), contentOf(50))
    await writeFile(join(base, 'local', 'new.csv'), contentOf(50))
    await writeFile(join(base, 'local', 'same.csv'), contentOf(50))

    const results = await moveFiles(local, bucket, { replace: true })
    const again = await moveFiles(local, bucket, { replace: true })

    const file = { sizeBytes: 50, sha256: sha256(contentOf(50)) }
    expect(results).toEqual([
      { outcome: 'replaced', name: 'a.csv', ...file, sizeBytesBefore: 40 },
      { outcome: 'moved', name: 'new.csv', ...file },
      { outcome: 'skipped', name: 'same.csv', ...file },
    ])
    expect(again.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped'])
    expect(s3.objects.get('a.csv')?.content.equals(contentOf(50))).toBe(true)
  })

  it('replaces a file that appears during the upload', async () => {
    await writeFile(join(base, 'local', 'a.csv'), contentOf(50))
    const racing: FileExchange = {
      ...bucket,
      async put(name, source, options) {
        if (options?.replace !== true) s3.set('a.csv', contentOf(60, 'theirs'))
        await bucket.put(name, source, options)
      },
    }

    const results = await moveFiles(local, racing, { replace: true })

    expect(results).toMatchObject([{ outcome: 'replaced', sizeBytesBefore: 60 }])
    expect(s3.objects.get('a.csv')?.content.equals(contentOf(50))).toBe(true)
  })

  it('keeps the old content when the new one is shorter than announced', async () => {
    s3.set('a.csv', contentOf(50, 'old'))
    await writeFile(join(base, 'local', 'a.csv'), contentOf(50))
    let opened = 0
    const shortening: FileExchange = {
      ...local,
      async get(name, options) {
        opened += 1
        // The first reading only compares; the second one is sent.
        return opened === 1 ? local.get(name, options) : sourceOf(contentOf(30), 50).open(0)
      },
    }

    const results = await moveFiles(shortening, bucket, { replace: true })

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_SIZE_DIFFERS' } }])
    expect(s3.objects.get('a.csv')?.content.equals(contentOf(50, 'old'))).toBe(true)
  })

  it.each([
    ['a server', 500_000, () => sftp],
    ['a bucket', 5_500_000, () => bucket],
  ])(
    'never joins two versions of the source when the connection to %s breaks between them',
    async (_kind, sizeBytes, target) => {
      const path = join(base, 'local', 'a.csv')
      await writeFile(path, contentOf(sizeBytes, 'first'))
      s3.faults.breakParts.push(100_000)
      let isReplaced = false

      const results = await moveFiles(local, target(), {
        onEvent(event) {
          if (isReplaced || event.kind !== 'progress') return
          isReplaced = true
          writeFileSync(`${path}.new`, contentOf(sizeBytes, 'second'))
          renameSync(`${path}.new`, path)
        },
      })

      expect(isReplaced).toBe(true)
      expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_FILE_CHANGED' } }])
      expect(await target().list()).toEqual({ files: [], ignored: [] })
    },
  )

  it('still refuses where a server cannot replace in one step', async () => {
    s3.set('a.csv', contentOf(50))
    remote.set('a.csv', contentOf(50, 'old'))

    const results = await moveFiles(bucket, sftp, { replace: true })

    expect(results).toMatchObject([
      {
        outcome: 'refused',
        error: { code: 'ERR_FILE_EXISTS', reason: expect.stringContaining('in one step') },
      },
    ])
    expect(remote.content('a.csv')).toEqual(contentOf(50, 'old'))
    expect((await remote.list()).map(({ name }) => name)).toEqual(['a.csv'])
  })

  it('reports its events in order', async () => {
    s3.set('a.csv', contentOf(200_000))
    s3.set('folder/b.csv', contentOf(1))
    const events: TransferEvent[] = []

    await moveFiles(bucket, sftp, { onEvent: (event) => events.push(event) })

    const kinds = events.map(({ kind }) => kind)
    const done = events.flatMap((event) => (event.kind === 'progress' ? [event.doneBytes] : []))
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
      'ignored',
      'started',
      'progress',
      'ended',
    ])
    expect(done.at(-1)).toBe(200_000)
    expect(done).toEqual([...done].sort((a, b) => a - b))
  })

  it('moves only the requested names', async () => {
    s3.set('a.csv', contentOf(1))
    s3.set('b.txt', contentOf(1))

    const results = await moveFiles(bucket, sftp, { takes: (name) => name.endsWith('.csv') })

    expect(results.map(({ name }) => name)).toEqual(['a.csv'])
  })

  it('removes the source after it has compared the content of the target', async () => {
    s3.set('a.csv', contentOf(100))
    s3.set('other.csv', contentOf(100))
    remote.set('other.csv', contentOf(100, 'other'))

    await moveFiles(bucket, sftp, { removeSource: true })

    expect([...s3.objects.keys()]).toEqual(['other.csv'])
    expect(remote.content('a.csv')).toEqual(contentOf(100))
  })

  it('removes the listed version of a file of a folder, and never another one', async () => {
    const path = join(base, 'local')
    await writeFile(join(path, 'a.csv'), 'rows')
    const listed = await local.find('a.csv')
    if (listed === undefined) throw new Error('a.csv is not there.')
    // A version that comes while the listed one is looked at, or after that.
    await writeFile(join(path, 'next'), 'other rows')
    renameSync(join(path, 'next'), join(path, 'a.csv'))
    const isRemoved = await local.removeListed?.(listed)
    const kept = await readFile(join(path, 'a.csv'), 'utf8')
    const now = await local.find('a.csv')

    expect([isRemoved, kept]).toEqual([false, 'other rows'])
    expect(now && (await local.removeListed?.(now))).toBe(true)
    expect(await readdir(path)).toEqual([])
    expect(now && (await local.removeListed?.(now))).toBe(true)
  })

  it('loses no version that comes after the last look at the source, in a folder', async () => {
    const path = join(base, 'local')
    await writeFile(join(path, 'a.csv'), 'rows')
    let isCompared = false
    const target: FileExchange = {
      ...sftp,
      async get(name, options) {
        isCompared = true
        return await sftp.get(name, options)
      },
    }
    const write = () => {
      writeFileSync(join(path, 'next'), 'other rows')
      renameSync(join(path, 'next'), join(path, 'a.csv'))
    }
    const source: FileExchange = {
      ...local,
      async find(name) {
        const found = await local.find(name)
        if (isCompared) write()
        return found
      },
      async removeListed(file) {
        write()
        return (await local.removeListed?.(file)) !== false
      },
    }

    const results = await moveFiles(source, target, { removeSource: true })

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_FILE_CHANGED' } }])
    expect(await readFile(join(path, 'a.csv'), 'utf8')).toBe('other rows')
    expect(await readdir(path)).toEqual(['a.csv'])
    expect(Buffer.from(remote.content('a.csv') ?? []).toString()).toBe('rows')
  })

  it('keeps the source when the target has other content', async () => {
    s3.set('a.csv', contentOf(100))
    const lying: FileExchange = {
      ...sftp,
      get: async () => await sourceOf(contentOf(100, 'rot')).open(0),
    }

    const results = await moveFiles(bucket, lying, { removeSource: true })

    expect(results).toMatchObject([{ outcome: 'refused', error: { code: 'ERR_CONTENT_DIFFERS' } }])
    expect([...s3.objects.keys()]).toEqual(['a.csv'])
  })

  it('removes nothing when source and target are one folder, however it is written', async () => {
    const path = join(base, 'local')
    await writeFile(join(path, 'a.csv'), 'rows')
    await symlink(path, join(base, 'link'))
    s3.set('in/b.csv', contentOf(10))
    remote.set('c.csv', contentOf(10))
    const { endpoint, credentials } = s3
    const folder = createS3Bucket({ endpoint, bucket: 'files', credentials, folder: 'in' })
    const again = createS3Bucket({ endpoint, bucket: 'files', credentials, folder: 'in' })

    for (const [from, to] of [
      [local, createLocalFolder(`${path}/`)],
      [local, createLocalFolder(join(base, 'link'))],
      [folder, again],
      [sftp, sftp],
    ] as const) {
      await expect(moveFiles(from, to, { removeSource: true })).rejects.toMatchObject({
        code: 'ERR_OPTIONS',
      })
      await expect(moveFiles(from, to)).resolves.toMatchObject([{ outcome: 'skipped' }])
    }

    expect(await readdir(path)).toEqual(['a.csv'])
    expect([...s3.objects.keys()]).toEqual(['in/b.csv'])
    expect(remote.content('c.csv')?.length).toBe(10)
  })

  it('stops at once when the exchange is closed', async () => {
    await writeFile(join(base, 'local', 'a.csv'), 'a')
    await writeFile(join(base, 'local', 'b.csv'), 'b')
    await sftp.close()
    proxy.stop()
    await server.stop()

    await expect(moveFiles(local, sftp)).rejects.toMatchObject({ code: 'ERR_CONNECTION' })
    server = await startSftpServer({ users: [] })
  })
})

describe('watchFiles', () => {
  it.each([
    ['intervalMs', Number.NaN],
    ['intervalMs', 2 ** 31],
    ['intervalMs', -1],
    ['stableLooks', Number.NaN],
    ['stableLooks', 0],
  ])(
    'refuses %s of %d, with which it would list without a pause or move nothing',
    async (name, value) => {
      const signal = AbortSignal.abort()

      await expect(watchFiles(local, bucket, { signal, [name]: value })).rejects.toMatchObject({
        code: 'ERR_OPTIONS',
        reason: expect.stringContaining(name),
      })
    },
  )

  it('waits by the injected clock', async () => {
    await writeFile(join(base, 'local', 'a.csv'), contentOf(10))
    const stop = new AbortController()
    const waits: number[] = []
    const clock = {
      now: () => 0,
      random: () => 0,
      sleep: async (milliseconds: number) => {
        if (waits.push(milliseconds) === 3) stop.abort()
      },
    }

    await watchFiles(local, bucket, { signal: stop.signal, intervalMs: 3_600_000, clock })

    expect(waits).toEqual([3_600_000, 3_600_000, 3_600_000])
    expect(s3.objects.get('a.csv')?.content.length).toBe(10)
  })

  it('moves a file once it no longer changes, and each only once', async () => {
    const controller = new AbortController()
    const events: TransferEvent[] = []
    const path = join(base, 'local', 'a.csv')
    await writeFile(path, '')
    let written = 0
    const writer = setInterval(() => {
      written += 1
      if (written <= 10) void writeFile(path, 'x'.repeat(written))
    }, 20)

    const watch = watchFiles(local, bucket, {
      signal: controller.signal,
      intervalMs: 60,
      onEvent: (event) => events.push(event),
    })
    while (s3.objects.size === 0) await sleep(20)
    const requests = s3.log.length
    await sleep(200)
    controller.abort()
    await watch
    clearInterval(writer)

    expect(s3.objects.get('a.csv')?.content.toString()).toBe('x'.repeat(10))
    expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(1)
    expect(s3.log.length - requests).toBeLessThan(3)
  })

  it('continues when the target is unreachable for a while', async () => {
    await writeFile(join(base, 'local', 'a.csv'), 'content')
    s3.faults.statuses = Array.from({ length: 10 }, () => 503)
    const controller = new AbortController()
    const kinds: string[] = []

    const watch = watchFiles(local, bucket, {
      signal: controller.signal,
      intervalMs: 10,
      onEvent: ({ kind }) => kinds.push(kind),
    })
    while (s3.objects.size === 0) await sleep(10)
    controller.abort()
    await watch

    expect(s3.objects.get('a.csv')?.content.toString()).toBe('content')
  })

  it.each([
    ['stays as it is, and the new content is refused', false, 'refused', 'old content'],
    ['is replaced when asked to', true, 'replaced', 'new'],
  ])('finds a resent file: the old one %s', async (_, replace, outcome, kept) => {
    const path = join(base, 'local', 'a.csv')
    await writeFile(path, 'old content')
    const controller = new AbortController()
    const outcomes: string[] = []

    const watch = watchFiles(local, bucket, {
      signal: controller.signal,
      intervalMs: 10,
      replace,
      onEvent: (event) => {
        if (event.kind === 'ended') outcomes.push(event.result.outcome)
      },
    })
    while (outcomes.length < 1) await sleep(10)
    await writeFile(path, 'new')
    while (outcomes.length < 2) await sleep(10)
    // Told once, however often it is looked at.
    await sleep(100)
    controller.abort()
    await watch

    expect(outcomes).toEqual(['moved', outcome])
    expect(s3.objects.get('a.csv')?.content.toString()).toBe(kept)
  })

  it.each([
    ['is removed', () => s3.objects.delete('a.csv')],
    ['is exchanged for the same', () => s3.set('a.csv', Buffer.from('new'))],
  ])('retries a refused file when the existing one %s', async (_, mend) => {
    await writeFile(join(base, 'local', 'a.csv'), 'new')
    s3.set('a.csv', Buffer.from('the wrong one'))
    const controller = new AbortController()
    const outcomes: string[] = []

    const watch = watchFiles(local, bucket, {
      signal: controller.signal,
      intervalMs: 10,
      onEvent: (event) => {
        if (event.kind === 'ended') outcomes.push(event.result.outcome)
      },
    })
    while (outcomes.length < 1) await sleep(10)
    await sleep(60)
    const before = [...outcomes]
    mend()
    while (outcomes.length < 2) await sleep(10)
    await sleep(60)
    controller.abort()
    await watch

    expect(before).toEqual(['refused'])
    expect(outcomes).toHaveLength(2)
    expect(outcomes[1]).not.toBe('refused')
    expect(s3.objects.get('a.csv')?.content.toString()).toBe('new')
  })

  it('ends when the login is refused, so that no account is locked', async () => {
    s3.faults.statuses = [403]

    const watch = watchFiles(bucket, local, {
      signal: new AbortController().signal,
      intervalMs: 10,
    })

    await expect(watch).rejects.toMatchObject({ code: 'ERR_LOGIN' })
  })
})

describe('a local folder', () => {
  it('lists regular files only, and follows no link', async () => {
    await writeFile(join(base, 'secret'), 'secret')
    await symlink(join(base, 'secret'), join(base, 'local', 'link.csv'))
    await mkdir(join(base, 'local', 'deep'))
    await writeFile(join(base, 'local', 'a.csv'), 'abc')
    const refused = { code: 'ERR_NOT_A_FILE' }

    const { files, ignored } = await local.list()

    expect(files).toMatchObject([{ name: 'a.csv', sizeBytes: 3 }])
    expect(ignored).toEqual([
      { name: 'deep', reason: 'folder' },
      { name: 'link.csv', reason: 'link' },
    ])
    await expect(local.get('link.csv').then(bytesOf)).rejects.toMatchObject(refused)
    await expect(local.get('deep').then(bytesOf)).rejects.toMatchObject(refused)
    await expect(local.get('../secret')).rejects.toMatchObject({ code: 'ERR_NAME' })
  })

  it.each([
    ['more', 9],
    ['less', 11],
  ])('stores nothing when the source delivers %s than it announced', async (_, announced) => {
    const put = local.put('a.csv', sourceOf(contentOf(10), announced))

    await expect(put).rejects.toMatchObject({ code: 'ERR_SIZE_DIFFERS' })
    expect(await readdir(join(base, 'local'))).toEqual([])
  })

  it('overwrites only on request', async () => {
    await writeFile(join(base, 'local', 'a.csv'), 'old')
    await writeFile(join(base, 'local', 'b.csv'), 'other')
    const exists = { code: 'ERR_FILE_EXISTS' }

    await expect(local.put('a.csv', sourceOf(contentOf(3)))).rejects.toMatchObject(exists)
    await expect(local.move('a.csv', 'b.csv')).rejects.toMatchObject(exists)
    const kept = await readFile(join(base, 'local', 'a.csv'), 'utf8')
    await local.put('a.csv', sourceOf(contentOf(3)), { replace: true })

    expect(kept).toBe('old')
    expect((await readFile(join(base, 'local', 'a.csv'))).equals(contentOf(3))).toBe(true)
    expect((await readdir(join(base, 'local'))).sort()).toEqual(['a.csv', 'b.csv'])
  })

  it('names the file that is missing or too large', async () => {
    await writeFile(join(base, 'local', 'a.csv'), 'abcd')
    const small = createLocalFolder(join(base, 'local'), { maxBytes: 3 })

    await expect(local.get('b.csv').then(bytesOf)).rejects.toMatchObject({
      code: 'ERR_FILE_MISSING',
    })
    await expect(small.get('a.csv').then(bytesOf)).rejects.toMatchObject({
      code: 'ERR_FILE_TOO_LARGE',
    })
    await expect(createLocalFolder(join(base, 'none')).list()).rejects.toMatchObject({
      code: 'ERR_FILE_MISSING',
    })
  })
})
