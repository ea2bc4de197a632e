import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import ssh2, { type AuthContext } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileExchange } from '../src/exchange/file-exchange.ts'
import {
  type FolderStore,
  type MemoryFolder,
  type SftpServer,
  createDiskFolder,
  createMemoryFolder,
  generateSshKeyPair,
  startSftpServer,
} from '../src/server/index.ts'
import { hostKeyFingerprint } from '../src/sftp/host-key-pins.ts'
import { type SftpExchangeOptions, createSftpExchange } from '../src/sftp/sftp-exchange.ts'
import { bytesOf, contentOf, sourceOf } from './content.ts'
import { hostileFolder } from './hostile-folder.ts'
import { startResettingProxy } from './resetting-proxy.ts'

const secret = 'open sesame 7c1f'
const clientKey = generateSshKeyPair()
const otherKey = generateSshKeyPair()

let server: SftpServer
let folder: MemoryFolder
const exchanges: FileExchange[] = []

async function serve(store: FolderStore, { readOnly = false } = {}): Promise<SftpServer> {
  const user = {
    name: 'partner',
    password: secret,
    publicKeys: [clientKey.publicKey],
    folders: { out: { store, readOnly, maxBytes: 5_000_000 } },
  }
  return await startSftpServer({ users: [user] })
}

beforeEach(async () => {
  folder = createMemoryFolder()
  server = await serve(folder)
})

afterEach(async () => {
  await Promise.all(exchanges.splice(0).map((exchange) => exchange.close()))
  await server.stop()
})

async function serveInstead(store: FolderStore, { readOnly = false } = {}): Promise<void> {
  await server.stop()
  server = await serve(store, { readOnly })
}

function exchangeWith(changes: Partial<SftpExchangeOptions> = {}): FileExchange {
  const exchange = createSftpExchange({
    host: '127.0.0.1',
    port: server.port,
    username: 'partner',
    login: { password: secret },
    folder: '/out',
    hostKeyFingerprints: [server.hostKeyFingerprint],
    retry: { firstDelayMs: 1 },
    ...changes,
  })
  exchanges.push(exchange)
  return exchange
}

interface BareServer {
  readonly port: number
  readonly hostKeyFingerprints: readonly string[]
  connections(): number
  stop(): void
}

/** A server that gets no further than the login. */
async function startBareServer(onLogin: (context: AuthContext) => void): Promise<BareServer> {
  const hostKey = generateSshKeyPair()
  let connections = 0
  const bare = new ssh2.Server({ hostKeys: [hostKey.privateKey] }, (connection) => {
    connections += 1
    connection.on('error', () => undefined)
    connection.on('authentication', onLogin)
  })
  const port = await new Promise<number>((resolve) => {
    bare.listen(0, '127.0.0.1', () => {
      const bound = bare.address()
      resolve(typeof bound === 'string' || bound === null ? 0 : bound.port)
    })
  })
  const [, blob = ''] = hostKey.publicKey.split(' ')
  return {
    port,
    hostKeyFingerprints: [hostKeyFingerprint(Buffer.from(blob, 'base64'))],
    connections: () => connections,
    stop: () => void bare.close(),
  }
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('an SFTP exchange', () => {
  it.each([0, 1, 32_704, 32_705, 3_000_000])(
    'uploads and downloads a file of %i bytes',
    async (size) => {
      const content = contentOf(size)
      const exchange = exchangeWith()
      const done: number[] = []

      await exchange.put('a.csv', sourceOf(content), { onProgress: (bytes) => done.push(bytes) })
      const got = await bytesOf(await exchange.get('a.csv'))

      expect(Buffer.compare(folder.content('a.csv') ?? Buffer.from('none'), content)).toBe(0)
      expect(Buffer.compare(got, content)).toBe(0)
      expect(done.at(-1) ?? 0).toBe(size)
      expect(done).toEqual([...done].sort((a, b) => a - b))
    },
  )

  it('logs in with a private key', async () => {
    const exchange = exchangeWith({ login: { privateKey: clientKey.privateKey } })

    expect(await exchange.list()).toEqual({ files: [], ignored: [] })
  })

  it('answers one hidden prompt with the password', async () => {
    const answers: string[][] = []
    const asking = await startBareServer((context) => {
      if (context.method !== 'keyboard-interactive') context.reject(['keyboard-interactive'])
      else {
        context.prompt([{ prompt: 'Password: ', echo: false }], (given) => {
          answers.push(given)
          context.reject([])
        })
      }
    })

    const { port, hostKeyFingerprints } = asking
    await failureOf(exchangeWith({ port, hostKeyFingerprints }).list())

    expect(answers).toEqual([[secret]])
    asking.stop()
  })

  it('reads from a position on', async () => {
    folder.set('a.csv', contentOf(100_000))

    const got = await bytesOf(await exchangeWith().get('a.csv', { fromByte: 99_990 }))

    expect(Buffer.compare(got, contentOf(100_000).slice(99_990))).toBe(0)
  })
})

describe('a host key', () => {
  it('that is not pinned ends the connection before anything is sent', async () => {
    const said: string[] = []
    const bare = await startBareServer((context) => {
      said.push(context.method)
      context.reject([])
    })
    const other = await startBareServer((context) => context.reject([]))

    const error = await failureOf(
      exchangeWith({
        port: bare.port,
        hostKeyFingerprints: other.hostKeyFingerprints,
      }).list(),
    )

    expect(error).toMatchObject({ code: 'ERR_HOST_KEY' })
    expect(String(error)).toContain(`ssh-ed25519 ${bare.hostKeyFingerprints[0] ?? ''}`)
    expect(said).toEqual([])
    expect(bare.connections()).toBe(1)
    bare.stop()
    other.stop()
  })

  it('may be either of two during a change', async () => {
    const next = `SHA256:${'A'.repeat(43)}`

    const before = exchangeWith({ hostKeyFingerprints: [server.hostKeyFingerprint, next] })
    const after = exchangeWith({ hostKeyFingerprints: [next, server.hostKeyFingerprint] })

    expect(await before.list()).toMatchObject({ files: [] })
    expect(await after.list()).toMatchObject({ files: [] })
  })

  it.each([
    ['none', []],
    ['three', ['a', 'b', 'c']],
    ['a malformed one', ['MD5:00:11']],
    ['a text', 'SHA256:abc' as never],
    ['missing', undefined as never],
  ])('is refused at once when the pins are %s', (_, hostKeyFingerprints) => {
    expect(() => exchangeWith({ hostKeyFingerprints })).toThrow(
      expect.objectContaining({ code: 'ERR_OPTIONS' }),
    )
  })
})

describe('an address', () => {
  it.each([
    [{ host: '' }, 'The host'],
    [{ host: 'sftp://files.example' }, 'The host'],
    [{ port: 0 }, 'port'],
    [{ port: Number.NaN }, 'port'],
    [{ username: '' }, 'The user name is missing'],
    [{ login: undefined as never }, 'The login is missing'],
  ])('is refused at once instead of being read as a local path: %j', (change, message) => {
    const refusal = { code: 'ERR_OPTIONS', message: expect.stringContaining(message) }

    expect(() => exchangeWith(change)).toThrow(expect.objectContaining(refusal))
  })
})

describe('a login', () => {
  it.each([
    ['password', { password: 'Wrong-98765' }],
    ['key', { privateKey: otherKey.privateKey }],
  ])('with a wrong %s is tried once, and no message contains it', async (_, login) => {
    const proxy = await startResettingProxy(server.port, Number.POSITIVE_INFINITY)

    const error = await failureOf(exchangeWith({ login, port: proxy.port }).list())

    expect(error).toMatchObject({ code: 'ERR_LOGIN' })
    expect(inspect(error, { depth: 9 })).not.toMatch(/98765|PRIVATE KEY/)
    expect(proxy.connections).toBe(1)
    proxy.stop()
  })

  it.each([
    ['an empty password', { password: '' }],
    ['a text that is no key', { privateKey: 'nonsense-98765' }],
    ['a public key', { privateKey: clientKey.publicKey }],
  ])('with %s is refused before anything is sent', (_, login) => {
    expect(() => exchangeWith({ login })).toThrow(expect.objectContaining({ code: 'ERR_OPTIONS' }))
    expect(() => exchangeWith({ login })).not.toThrow(/98765/)
  })
})

describe('a broken connection', () => {
  it('that is reset at every 64 KiB does not prevent a transfer', async () => {
    const content = contentOf(1_000_000)
    const proxy = await startResettingProxy(server.port, 64 * 1024)
    const exchange = exchangeWith({ port: proxy.port })

    await exchange.put('a.csv', sourceOf(content))
    const afterPut = proxy.resets
    const got = await bytesOf(await exchange.get('a.csv'))

    expect(Buffer.compare(folder.content('a.csv') ?? Buffer.from('none'), content)).toBe(0)
    expect(Buffer.compare(got, content)).toBe(0)
    expect(await exchange.list()).toMatchObject({ files: [{ name: 'a.csv' }], ignored: [] })
    expect(afterPut).toBeGreaterThan(15)
    expect(proxy.resets - afterPut).toBeGreaterThan(15)
    proxy.stop()
  })

  it('leaves the complete file or nothing under its name, wherever it breaks', async () => {
    const content = contentOf(600)
    const outcomes: string[] = []

    for (let bytes = 3_000; bytes < 7_000; bytes += 125) {
      const name = `${bytes}.csv`
      const proxy = await startResettingProxy(server.port, bytes)
      const exchange = exchangeWith({ port: proxy.port, retry: { attempts: 2, firstDelayMs: 1 } })
      const error = await failureOf(exchange.put(name, sourceOf(content)))
      const left = folder.content(name)
      const isWhole = left !== undefined && Buffer.compare(left, content) === 0
      outcomes.push(
        `${error === undefined ? 'done' : 'failed'} ${left && (isWhole ? 'whole' : 'part')}`,
      )
      proxy.stop()
    }

    expect(new Set(outcomes)).not.toContain('done undefined')
    expect(outcomes.filter((outcome) => outcome.endsWith('part'))).toEqual([])
    expect(new Set(outcomes)).toContain('done whole')
    expect(new Set(outcomes)).toContain('failed undefined')
  })

  it('that loses the answers to a rename and a removal causes no error', async () => {
    const drop = async (work: Promise<void>): Promise<void> => {
      await work
      if (drops.length > 0) {
        drops.pop()
        server.dropConnections()
      }
    }
    const drops = ['remove', 'move', 'put']
    await serveInstead({
      ...folder,
      rename: (name, newName) => drop(folder.rename(name, newName)),
      remove: (name) => drop(folder.remove(name)),
    })
    const exchange = exchangeWith()

    await exchange.put('a.csv', sourceOf(contentOf(10)))
    const put = await folder.list()
    await exchange.move('a.csv', 'b.csv')
    const moved = await folder.list()
    await exchange.remove('b.csv')

    expect(put).toMatchObject([{ name: 'a.csv', sizeBytes: 10 }])
    expect(moved).toMatchObject([{ name: 'b.csv', sizeBytes: 10 }])
    expect(await folder.list()).toEqual([])
    expect(drops).toEqual([])
  })

  it('that is lost before a slow server renames does not make the rename fail', async () => {
    let late: (() => Promise<void>) | undefined
    let renames = 0
    await serveInstead({
      ...folder,
      async rename(name, newName) {
        renames += 1
        if (renames === 1) {
          late = () => folder.rename(name, newName)
          server.dropConnections()
          return
        }
        // The server processes requests in their order.
        await late?.()
        await folder.rename(name, newName)
      },
    })
    const exchange = exchangeWith()

    await exchange.put('a.csv', sourceOf(contentOf(10)))

    expect(renames).toBe(2)
    expect(await folder.list()).toMatchObject([{ name: 'a.csv', sizeBytes: 10 }])
  })

  it('is given up without progress', async () => {
    const proxy = await startResettingProxy(server.port, 1000)
    const exchange = exchangeWith({ port: proxy.port, retry: { attempts: 3, firstDelayMs: 1 } })

    const error = await failureOf(exchange.list())

    expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
    expect(proxy.connections).toBe(3)
    proxy.stop()
  })

  it('that is silent is detected', async () => {
    folder.set('a.csv', contentOf(400_000))
    const proxy = await startResettingProxy(server.port, 100_000, 'falls silent')
    const retry = { attempts: 1, firstDelayMs: 1 }
    const exchange = exchangeWith({ port: proxy.port, timeoutMs: 600, retry })

    const error = await failureOf(exchange.get('a.csv').then(bytesOf))

    expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
    proxy.stop()
  })

  it('to a port without a server names the reason', async () => {
    await server.stop()
    const retry = { attempts: 2, firstDelayMs: 1 }

    const error = await failureOf(exchangeWith({ retry }).list())

    expect(error).toMatchObject({ code: 'ERR_CONNECTION' })
    expect(String(error)).toContain('ECONNREFUSED')
    server = await serve(folder)
  })

  it('does not join two versions of a file', async () => {
    const content = contentOf(4_000_000)
    folder.set('a.csv', content)
    const reader = (await exchangeWith().get('a.csv')).getReader()
    const chunks = [(await reader.read()).value ?? new Uint8Array()]
    folder.set('a.csv', contentOf(4_000_001, 'other'))
    server.dropConnections()

    const rest = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        chunks.push(value)
      }
    }

    await expect(rest()).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
    const got = Buffer.concat(chunks)
    expect(got.equals(content.subarray(0, got.length))).toBe(true)
  })
})

const unusable = [
  '',
  '.',
  '..',
  '../a.csv',
  'a/b.csv',
  '/a.csv',
  'a\\b.csv',
  '.hidden',
  'C:a.csv',
  '-rf',
  'a\nb',
  'a\0b',
  'a\u202Eb',
  'a ',
  'a.',
  ' a',
  'ä'.repeat(101),
]

describe('a name', () => {
  it.each(unusable)('that leaves the folder is refused by every operation: %j', async (name) => {
    folder.set('a.csv', contentOf(3))
    const exchange = exchangeWith()
    const refused = expect.objectContaining({ code: 'ERR_NAME' })

    expect(await failureOf(exchange.find(name))).toEqual(refused)
    expect(await failureOf(exchange.get(name))).toEqual(refused)
    expect(await failureOf(exchange.put(name, sourceOf(contentOf(3))))).toEqual(refused)
    expect(await failureOf(exchange.remove(name))).toEqual(refused)
    expect(await failureOf(exchange.move('a.csv', name))).toEqual(refused)
    expect(await failureOf(exchange.move(name, 'b.csv'))).toEqual(refused)
  })

  it('that leaves the folder is not listed', async () => {
    await serveInstead(
      hostileFolder([
        { name: '../etc/passwd' },
        { name: 'a\u202Evsc.exe' },
        { name: 'b.csv.part' },
        { name: 'folder', kind: 'other' },
        { name: 'c.csv', sizeBytes: 7 },
      ]),
    )

    const { files, ignored } = await exchangeWith().list()

    expect(files).toMatchObject([{ name: 'c.csv', sizeBytes: 7 }])
    expect(ignored).toEqual([
      { name: '../etc/passwd', reason: 'name' },
      { name: 'a\uFFFDvsc.exe', reason: 'name' },
      { name: 'b.csv.part', reason: 'unfinished' },
      { name: 'folder', reason: 'special' },
    ])
  })
})

describe('a link', () => {
  it('is neither listed, read, overwritten nor followed', async () => {
    const base = await mkdtemp(join(tmpdir(), 'links-'))
    await writeFile(join(base, 'target.csv'), 'secret')
    await symlink(join(base, 'target.csv'), join(base, 'link.csv'))
    await serveInstead(createDiskFolder(base))
    const exchange = exchangeWith()
    const refused = expect.objectContaining({ code: 'ERR_NOT_A_FILE' })

    const { files, ignored } = await exchange.list()

    expect(files.map(({ name }) => name)).toEqual(['target.csv'])
    expect(ignored).toEqual([{ name: 'link.csv', reason: 'link' }])
    expect(await failureOf(exchange.get('link.csv').then(bytesOf))).toEqual(refused)
    expect(await failureOf(exchange.put('link.csv', sourceOf(contentOf(3))))).toEqual(refused)
    expect((await readdir(base)).sort()).toEqual(['link.csv', 'target.csv'])
    await rm(base, { recursive: true })
  })
})

describe('an existing file', () => {
  it('is kept, and no temporary file is left', async () => {
    folder.set('a.csv', contentOf(10))

    const error = await failureOf(exchangeWith().put('a.csv', sourceOf(contentOf(11))))

    expect(error).toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(await folder.list()).toMatchObject([{ name: 'a.csv', sizeBytes: 10 }])
  })

  it.each([
    ['other', 'ERR_FILE_EXISTS'],
    ['content', undefined],
  ])('that appeared during the upload, with %s content, ends with %s', async (seed, code) => {
    const source = sourceOf(contentOf(10))
    const racing = {
      ...source,
      open(fromByte: number) {
        folder.set('a.csv', contentOf(10, seed))
        return source.open(fromByte)
      },
    }

    const error = await failureOf(exchangeWith().put('a.csv', racing))

    expect(error instanceof Error && 'code' in error ? error.code : undefined).toBe(code)
    expect(folder.content('a.csv')).toEqual(contentOf(10, seed))
    expect(await folder.list()).toHaveLength(1)
  })

  it('is not replaced by a server that cannot replace in one step', async () => {
    folder.set('a.csv', contentOf(10))
    const exchange = exchangeWith()

    const error = await failureOf(exchange.put('a.csv', sourceOf(contentOf(11)), { replace: true }))
    await exchange.put('b.csv', sourceOf(contentOf(12)), { replace: true })

    expect(error).toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect(String(error)).toContain('cannot replace a file in one step')
    expect((await exchange.list()).files.map(({ sizeBytes }) => sizeBytes)).toEqual([10, 12])
  })

  it('is not overwritten by a rename', async () => {
    folder.set('a.csv', contentOf(10))
    folder.set('b.csv', contentOf(11))
    const exchange = exchangeWith()

    const error = await failureOf(exchange.move('a.csv', 'b.csv'))
    await exchange.move('a.csv', 'c.csv')
    await exchange.remove('b.csv')

    expect(error).toMatchObject({ code: 'ERR_FILE_EXISTS' })
    expect((await exchange.list()).files.map(({ name }) => name)).toEqual(['c.csv'])
  })
})

describe('a file of the wrong size', () => {
  it('above the limit is refused before a byte of it moves', async () => {
    await serveInstead(hostileFolder([{ name: 'huge.csv', sizeBytes: 10 ** 13 }]))
    const exchange = exchangeWith({ maxBytes: 1000 })
    const refused = expect.objectContaining({ code: 'ERR_FILE_TOO_LARGE' })

    expect(await failureOf(exchange.get('huge.csv').then(bytesOf))).toEqual(refused)
    expect(await failureOf(exchange.put('a.csv', sourceOf(contentOf(1001))))).toEqual(refused)
  })

  it.each([
    ['more', 99_999],
    ['less', 100_001],
  ])('is not delivered when the source has %s than it announced', async (_, announced) => {
    const error = await failureOf(
      exchangeWith().put('a.csv', sourceOf(contentOf(100_000), announced)),
    )

    expect(error).toMatchObject({ code: 'ERR_SIZE_DIFFERS' })
    expect(await folder.list()).toEqual([])
  })

  it('is detected when the server stores less than it accepted', async () => {
    const forgetful: FolderStore = {
      ...folder,
      async open(name, mode) {
        const file = await folder.open(name, mode)
        return { ...file, write: (at, bytes) => file.write(at, bytes.subarray(1)) }
      },
    }
    await serveInstead(forgetful)

    const error = await failureOf(exchangeWith().put('a.csv', sourceOf(contentOf(10))))

    expect(error).toMatchObject({ code: 'ERR_SIZE_DIFFERS' })
    expect(await folder.list()).toEqual([])
  })

  it('is detected when it grows while it is read', async () => {
    folder.set('a.csv', contentOf(4_000_000))
    const reader = (await exchangeWith().get('a.csv')).getReader()
    await reader.read()
    const file = await folder.open('a.csv', 'update')
    await file.write(4_000_000, contentOf(1))

    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }

    await expect(rest()).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
  })
})

describe('a server that refuses', () => {
  it('a missing folder is reported as such', async () => {
    const error = await failureOf(exchangeWith({ folder: '/nowhere' }).list())

    expect(error).toMatchObject({ code: 'ERR_FILE_MISSING' })
  })

  it('a write is reported as such', async () => {
    await serveInstead(folder, { readOnly: true })

    const error = await failureOf(exchangeWith().put('a.csv', sourceOf(contentOf(3))))

    expect(error).toMatchObject({ code: 'ERR_PERMISSION' })
  })

  it('more than its own limit stores nothing of the file', async () => {
    const error = await failureOf(exchangeWith().put('a.csv', sourceOf(contentOf(5_000_001))))

    expect(error).toMatchObject({ code: 'ERR_SERVER' })
    expect(String(error)).toContain('the file is too large')
    expect(await folder.list()).toEqual([])
  })

  it('a transfer that the caller aborts throws the reason of the signal', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const onProgress = (): void => controller.abort(new Error('enough'))

    const error = await failureOf(
      exchangeWith().put('a.csv', sourceOf(contentOf(4_000_000)), { signal, onProgress }),
    )

    expect(error).toMatchObject({ message: 'enough' })
    expect(await folder.list()).toEqual([])
  })
})
