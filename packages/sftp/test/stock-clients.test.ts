import { once } from 'node:events'
import ssh2, { type SFTPWrapper, type Stats } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryFolder, type SftpServer, startSftpServer } from '../src/server/index.ts'
import { contentOf } from './content.ts'

// What rclone and lftp send when they upload, request by request: neither of them is here.

const { WRITE, CREAT, TRUNC } = ssh2.utils.sftp.OPEN_MODE
/** Both clients write so many bytes in one request. */
const writeBytes = 32 * 1024
/** Writes that rclone has under way in one file. */
const rcloneConcurrency = 64

type Done<Result> = (error: Error | null | undefined, result: Result) => void

let folder: ReturnType<typeof createMemoryFolder>
let server: SftpServer
let clients: ssh2.Client[]

beforeEach(async () => {
  folder = createMemoryFolder()
  clients = []
  server = await startSftpServer({
    users: [{ name: 'partner', password: 'right', folders: { in: { store: folder } } }],
  })
})

afterEach(async () => {
  for (const client of clients) {
    const closed = once(client, 'close')
    client.end()
    await closed
  }
  await server.stop()
})

function asked<Result>(ask: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    ask((error, result) => (error ? reject(error) : resolve(result)))
  })
}

function acknowledged(
  ask: (done: (error: Error | null | undefined) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()))
  })
}

async function connect(): Promise<SFTPWrapper> {
  const client = new ssh2.Client()
  clients.push(client)
  client.connect({ host: '127.0.0.1', port: server.port, username: 'partner', password: 'right' })
  await once(client, 'ready')
  return asked((done) => client.sftp(done))
}

/** Writes content from a position on, so many requests at a time, whatever order they are answered in. */
async function writeAll(
  sftp: SFTPWrapper,
  handle: Buffer,
  { content, from, concurrency }: { content: Uint8Array; from: number; concurrency: number },
): Promise<void> {
  let position = from
  async function writer(): Promise<void> {
    while (position < content.length) {
      const at = position
      position += writeBytes
      const piece = Buffer.from(content.slice(at, at + writeBytes))
      await acknowledged((done) => sftp.write(handle, piece, 0, piece.length, at, done))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, writer))
}

const modifiedAt = 1_700_000_000

/** An upload as rclone makes it: under a name of its own, with the time of the source, and then renamed. */
async function rcloneUpload(name: string, content: Uint8Array): Promise<Stats> {
  const sftp = await connect()
  const path = `/in/${name}`
  await expect(asked<Stats>((done) => sftp.stat(path, done))).rejects.toThrow('no such file')
  const partial = `${path}.3f9c2a7d.partial`
  const handle = await asked<Buffer>((done) => sftp.open(partial, WRITE | CREAT | TRUNC, done))
  await writeAll(sftp, handle, { content, from: 0, concurrency: rcloneConcurrency })
  await acknowledged((done) => sftp.close(handle, done))
  const { size } = await asked<Stats>((done) => sftp.stat(partial, done))
  expect(size).toBe(content.length)
  await acknowledged((done) => sftp.utimes(partial, modifiedAt, modifiedAt, done))
  await acknowledged((done) => sftp.rename(partial, path, done))
  return asked<Stats>((done) => sftp.stat(path, done))
}

/** An upload as `lftp put -c` makes it: behind what is there, however much that is. */
async function lftpContinue(name: string, content: Uint8Array): Promise<number> {
  const sftp = await connect()
  const path = `/in/${name}`
  const there = await asked<Stats>((done) => sftp.stat(path, done)).catch(() => undefined)
  const from = there?.size ?? 0
  const handle = await asked<Buffer>((done) => sftp.open(path, WRITE | CREAT, done))
  await writeAll(sftp, handle, { content, from, concurrency: 16 })
  await acknowledged((done) => sftp.futimes(handle, modifiedAt, modifiedAt, done))
  await acknowledged((done) => sftp.close(handle, done))
  return from
}

describe('rclone', () => {
  it('can upload four files concurrently, unchanged', async () => {
    const files = Array.from({ length: 4 }, (_, number) => ({
      name: `2026112${number}_BOOKS_SERVICE_TRAN.csv`,
      content: contentOf(1_000_001 + number),
    }))

    const stats = await Promise.all(files.map(({ name, content }) => rcloneUpload(name, content)))

    expect(stats.map(({ size }) => size)).toEqual(files.map(({ content }) => content.length))
    for (const { name, content } of files) expect(folder.content(name)).toEqual(content)
    expect(await folder.list()).toHaveLength(4)
  })
})

describe('lftp put -c', () => {
  it.each([
    ['begins a file that is not there', undefined],
    ['goes on behind what is there', 234_567],
    ['leaves a file alone that is whole', 1_000_000],
  ])('%s', async (_, there) => {
    const content = contentOf(1_000_000)
    if (there !== undefined) folder.set('a.csv', content.slice(0, there))

    const from = await lftpContinue('a.csv', content)

    expect(from).toBe(there ?? 0)
    expect(folder.content('a.csv')).toEqual(content)
  })
})
