import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { type SftpExchangeOptions, createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import type { FileOutcome } from '../src/transfer/transfer-event.ts'
import { watchFiles } from '../src/transfer/watch-files.ts'
import { bytesOf, contentOf, sourceOf } from './content.ts'
import { type Openssh, noOpenssh, startOpenssh } from './openssh.ts'
import { startResettingProxy } from './resetting-proxy.ts'

// The server that most partners run, as an independent reading of the protocol.

// Specification: 1.32
it.runIf(process.env['REQUIRE_OPENSSH'] === '1')('finds sshd when REQUIRE_OPENSSH=1 is set', () => {
  expect(noOpenssh).toBe('')
})

describe.skipIf(noOpenssh !== '')(`an exchange with OpenSSH ${noOpenssh}`, () => {
  let openssh: Openssh
  const exchanges: FileExchange[] = []

  beforeAll(async () => {
    openssh = await startOpenssh()
  })

  afterEach(async () => {
    await Promise.all(exchanges.splice(0).map((exchange) => exchange.close()))
    for (const name of await readdir(openssh.folder)) await rm(join(openssh.folder, name))
  })

  afterAll(() => openssh.stop())

  function exchangeWith(changes: Partial<SftpExchangeOptions> = {}): FileExchange {
    const exchange = createSftpExchange({
      host: '127.0.0.1',
      port: openssh.port,
      username: openssh.username,
      login: { privateKey: openssh.privateKey },
      folder: openssh.folder,
      hostKeyFingerprints: [openssh.hostKeyFingerprint],
      retry: { firstDelayMs: 1 },
      ...changes,
    })
    exchanges.push(exchange)
    return exchange
  }

  it('uploads, lists, downloads, renames and removes', async () => {
    const content = contentOf(3_000_000)
    const exchange = exchangeWith()

    await exchange.put('a.csv', sourceOf(content))
    const stored = await readFile(join(openssh.folder, 'a.csv'))
    const { files } = await exchange.list()
    const got = await bytesOf(await exchange.get('a.csv'))
    await exchange.move('a.csv', 'b.csv')
    const moved = await readdir(openssh.folder)
    await exchange.remove('b.csv')

    expect(stored.equals(content)).toBe(true)
    expect(files).toMatchObject([{ name: 'a.csv', sizeBytes: 3_000_000 }])
    expect(Buffer.compare(got, content)).toBe(0)
    expect(moved).toEqual(['b.csv'])
    expect(await readdir(openssh.folder)).toEqual([])
  })

  it('continues after a reset at every 64 KiB', async () => {
    const content = contentOf(1_000_000)
    const proxy = await startResettingProxy(openssh.port, 64 * 1024)
    const exchange = exchangeWith({ port: proxy.port })

    await exchange.put('a.csv', sourceOf(content))
    const afterPut = proxy.resets
    const got = await bytesOf(await exchange.get('a.csv'))

    expect((await readFile(join(openssh.folder, 'a.csv'))).equals(content)).toBe(true)
    expect(Buffer.compare(got, content)).toBe(0)
    expect(afterPut).toBeGreaterThan(15)
    expect(proxy.resets - afterPut).toBeGreaterThan(15)
    expect(await readdir(openssh.folder)).toEqual(['a.csv'])
    proxy.stop()
  })

  it('refuses a host key that is not pinned', async () => {
    const list = exchangeWith({ hostKeyFingerprints: [`SHA256:${'A'.repeat(43)}`] }).list()

    await expect(list).rejects.toMatchObject({ code: 'ERR_HOST_KEY' })
    await expect(list).rejects.toThrow(openssh.hostKeyFingerprint)
  })

  it('replaces a file in one step on request, and keeps it otherwise', async () => {
    await writeFile(join(openssh.folder, 'a.csv'), 'old')
    const exchange = exchangeWith()

    await expect(exchange.put('a.csv', sourceOf(contentOf(10)))).rejects.toMatchObject({
      code: 'ERR_FILE_EXISTS',
    })
    const kept = await readFile(join(openssh.folder, 'a.csv'), 'utf8')
    await exchange.put('a.csv', sourceOf(contentOf(10)), { replace: true })

    expect(kept).toBe('old')
    expect((await readFile(join(openssh.folder, 'a.csv'))).equals(contentOf(10))).toBe(true)
    expect(await readdir(openssh.folder)).toEqual(['a.csv'])
  })

  it('removes nothing when source and target are one folder, written in two ways', async () => {
    await writeFile(join(openssh.folder, 'a.csv'), 'rows')
    const link = `${openssh.folder}-link`
    await symlink(openssh.folder, link)
    const from = exchangeWith()

    for (const folder of [link, relative(homedir(), openssh.folder), `${openssh.folder}/.`]) {
      await expect(
        moveFiles(from, exchangeWith({ folder }), { removeSource: true }),
      ).rejects.toMatchObject({ code: 'ERR_OPTIONS' })
    }

    expect(await readdir(openssh.folder)).toEqual(['a.csv'])
    await rm(link)
  })

  it('works as the target of a watch: a resent file replaces the old one', async () => {
    const from = await mkdtemp(join(tmpdir(), 'watch-'))
    await writeFile(join(openssh.folder, 'a.csv'), 'old content')
    await writeFile(join(from, 'a.csv'), 'new')
    const controller = new AbortController()
    const results: FileOutcome[] = []

    const watch = watchFiles(createLocalFolder(from), exchangeWith(), {
      signal: controller.signal,
      intervalMs: 10,
      replace: true,
      onEvent: (event) => {
        if (event.kind === 'ended') results.push(event.result)
      },
    })
    while (results.length === 0) await sleep(10)
    controller.abort()
    await watch
    await rm(from, { recursive: true })

    expect(results).toMatchObject([{ outcome: 'replaced', sizeBytes: 3, sizeBytesBefore: 11 }])
    expect(await readFile(join(openssh.folder, 'a.csv'), 'utf8')).toBe('new')
    expect(await readdir(openssh.folder)).toEqual(['a.csv'])
  })

  it('refuses a file that appears during the upload', async () => {
    const source = sourceOf(contentOf(10))
    const racing = {
      ...source,
      async open(fromByte: number) {
        await writeFile(join(openssh.folder, 'a.csv'), 'theirs')
        return source.open(fromByte)
      },
    }

    await expect(exchangeWith().put('a.csv', racing)).rejects.toMatchObject({
      code: 'ERR_FILE_EXISTS',
    })
    expect(await readFile(join(openssh.folder, 'a.csv'), 'utf8')).toBe('theirs')
    expect(await readdir(openssh.folder)).toEqual(['a.csv'])
  })

  it('follows no link', async () => {
    await symlink('/etc/hostname', join(openssh.folder, 'link.csv'))
    const exchange = exchangeWith()
    const refused = { code: 'ERR_NOT_A_FILE' }

    expect(await exchange.list()).toEqual({
      files: [],
      ignored: [{ name: 'link.csv', reason: 'link' }],
    })
    await expect(exchange.get('link.csv').then(bytesOf)).rejects.toMatchObject(refused)
    await expect(exchange.put('link.csv', sourceOf(contentOf(3)))).rejects.toMatchObject(refused)
  })

  it('names the missing folder or file', async () => {
    const missing = { code: 'ERR_FILE_MISSING' }

    await expect(exchangeWith({ folder: '/nowhere' }).list()).rejects.toMatchObject(missing)
    await expect(exchangeWith().get('a.csv').then(bytesOf)).rejects.toMatchObject(missing)
    await expect(exchangeWith().remove('a.csv')).rejects.toMatchObject(missing)
    expect(await exchangeWith().find('a.csv')).toBeUndefined()
  })
})
