import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type FileEntry, type SFTPWrapper } from 'ssh2'
import { afterEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import { createLocalFolder } from '../src/local/local-folder.ts'
import { type SftpExchangeOptions, createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { moveFiles } from '../src/transfer/move-files.ts'
import { bytesOf } from './content.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const handle = Buffer.from('1')
const regular = { mode: 0o100644, uid: 0, gid: 0, size: 1000, atime: 0, mtime: 0 }

const opened: (() => unknown)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function exchangeWith(
  serve: (sftp: SFTPWrapper) => void,
  changes: Partial<SftpExchangeOptions> = {},
): Promise<FileExchange> {
  const server: HostileServer = await startHostileServer(serve)
  const exchange = createSftpExchange({
    host: '127.0.0.1',
    port: server.port,
    username: 'partner',
    login: { password: 'any' },
    folder: '/out',
    hostKeyFingerprints: server.hostKeyFingerprints,
    retry: { attempts: 1, firstDelayMs: 1 },
    ...changes,
  })
  opened.push(
    () => server.stop(),
    () => exchange.close(),
  )
  return exchange
}

/** An address of a TCP server that accepts connections, says `greeting` and reads nothing. */
async function muteServer(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
    opened.push(() => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  opened.push(() => rm(folder, { recursive: true }))
  return folder
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function servesFolder(sftp: SFTPWrapper, answer: (id: number, at: number) => void): void {
  let answers = 0
  sftp.on('OPENDIR', (id) => sftp.handle(id, handle))
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('READDIR', (id) => {
    answer(id, answers)
    answers += 1
  })
}

function entriesFrom(start: number): FileEntry[] {
  return Array.from({ length: 400 }, (_, index) => {
    const filename = `${start * 400 + index}.csv`
    return { filename, longname: filename, attrs: regular }
  })
}

describe('a hostile server', () => {
  it.each<[string, (at: number) => FileEntry[]]>([
    ['new names', entriesFrom],
    ['one name', () => entriesFrom(0)],
    ['no names', () => []],
  ])('whose listing of %s never ends is disconnected', async (_about, entries) => {
    let asked = 0
    const exchange = await exchangeWith((sftp) =>
      servesFolder(sftp, (id, at) => {
        asked += 1
        // Far beyond the limit, so that a client without one fails instead of filling the memory.
        if (asked > 1000) sftp.status(id, STATUS_CODE.EOF)
        else sftp.name(id, entries(at))
      }),
    )

    const error = await failureOf(exchange.list())

    expect(error).toMatchObject({ code: 'ERR_LISTING_TOO_LONG' })
    expect(String(error)).toContain('100000')
    expect(asked).toBeLessThan(500)
  })

  it('that lists names without attributes is asked for those of each file', async () => {
    const none = { ...regular, mode: 0, size: 0, mtime: 0 }
    for (const name of ['mode', 'size', 'mtime', 'uid', 'gid', 'atime']) {
      Reflect.deleteProperty(none, name)
    }
    const exchange = await exchangeWith((sftp) => {
      servesFolder(sftp, (id, at) => {
        if (at > 0) return sftp.status(id, STATUS_CODE.EOF)
        const names = ['a.csv', 'gone.csv', 'folder']
        sftp.name(
          id,
          names.map((filename) => ({ filename, longname: `-rw ${filename}`, attrs: none })),
        )
      })
      sftp.on('LSTAT', (id, path) => {
        if (path === '/out/gone.csv') sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
        else if (path === '/out/folder') sftp.attrs(id, { ...regular, mode: 0o040755 })
        else sftp.attrs(id, { ...regular, mtime: 7 })
      })
    })

    expect(await exchange.list()).toEqual({
      files: [{ name: 'a.csv', sizeBytes: 1000, modifiedAtMs: 7000 }],
      ignored: [{ name: 'folder', reason: 'folder' }],
    })
  })

  it.each([
    'opening a folder',
    'listing',
    'looking at a file',
    'opening a file',
    'reading',
  ] as const)(
    'that keeps the connection alive and never answers when %s is disconnected',
    async (stuckAt) => {
      const unless = (what: typeof stuckAt, answer: () => void): void => {
        if (what !== stuckAt) answer()
      }
      const exchange = await exchangeWith(
        (sftp) => {
          sftp.on('OPENDIR', (id) => unless('opening a folder', () => sftp.handle(id, handle)))
          sftp.on('READDIR', (id) =>
            unless('listing', () => sftp.name(id, entriesFrom(0).slice(0, 1))),
          )
          sftp.on('LSTAT', (id) => unless('looking at a file', () => sftp.attrs(id, regular)))
          sftp.on('OPEN', (id) => unless('opening a file', () => sftp.handle(id, handle)))
          // Without a listener the server of the library refuses.
          sftp.on('READ', () => undefined)
        },
        { timeoutMs: 300 },
      )
      const isFolder = stuckAt === 'opening a folder' || stuckAt === 'listing'

      const work = isFolder ? exchange.list() : exchange.get('0.csv').then(bytesOf)
      const error = await failureOf(work)

      expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
      expect(String(error)).toContain('no answer in time')
    },
  )

  it.each(['the session', 'the channel of SFTP'] as const)(
    'that lets the client in, keeps the connection alive and never opens %s is disconnected',
    async (unopened) => {
      const server = await startHostileServer(() => undefined, unopened)
      opened.push(() => server.stop())
      const { port, hostKeyFingerprints } = server
      const changes = { port, hostKeyFingerprints, timeoutMs: 200 }
      const exchange = await exchangeWith(() => undefined, changes)

      const error = await failureOf(exchange.list())

      expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
      expect(String(error)).toContain('no answer in time')
    },
  )

  it.each([
    ['nothing', ''],
    ['its name and no more', 'SSH-2.0-mute\r\n'],
  ])('that accepts the connection and says %s is disconnected', async (_about, greeting) => {
    const port = await muteServer(greeting)
    const exchange = await exchangeWith(() => undefined, { port, timeoutMs: 200 })

    const error = await failureOf(exchange.list())

    expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
  })

  it.each([
    ['more bytes than were requested', 1000, 5000],
    ['bytes of a file without an end', 1000, 1000],
  ])('that sends %s cannot write into the folder', async (_about, size, given) => {
    let grown = size
    const exchange = await exchangeWith((sftp) => {
      servesFolder(sftp, (id, at) => {
        if (at === 0) sftp.name(id, entriesFrom(0).slice(0, 1))
        else sftp.status(id, STATUS_CODE.EOF)
      })
      sftp.on('LSTAT', (id) => sftp.attrs(id, { ...regular, size }))
      sftp.on('FSTAT', (id) => sftp.attrs(id, { ...regular, size: (grown += 1) }))
      sftp.on('OPEN', (id) => sftp.handle(id, handle))
      sftp.on('READ', (id) => sftp.data(id, Buffer.alloc(given)))
    })
    const folder = await temporaryFolder()

    const outcome = await moveFiles(exchange, createLocalFolder(folder)).catch(
      (error: unknown) => error,
    )

    expect(JSON.stringify(outcome)).not.toContain('"moved"')
    expect(await readdir(folder)).toEqual([])
  })

  it('that states no size and no time of a file causes an error', async () => {
    const bare = { mode: regular.mode }
    const exchange = await exchangeWith((sftp) => {
      // @ts-expect-error -- the protocol lets a server leave attributes out
      sftp.on('LSTAT', (id) => sftp.attrs(id, bare))
      sftp.on('OPEN', (id) => sftp.handle(id, handle))
      sftp.on('READ', (id) => sftp.data(id, Buffer.alloc(10)))
    })

    expect(await failureOf(exchange.get('0.csv').then(bytesOf))).toMatchObject({
      code: 'ERR_FILE_TOO_LARGE',
    })
  })
})
