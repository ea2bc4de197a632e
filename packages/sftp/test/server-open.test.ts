import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SftpServer, createDiskFolder, startSftpServer } from '../src/server/index.ts'

// The requests of the protocol by themselves, as a client of ssh2 sends them.

const { OPEN_MODE } = ssh2.utils.sftp
const { WRITE, CREAT, TRUNC, EXCL, APPEND } = OPEN_MODE

let base: string
let server: SftpServer
let client: ssh2.Client
let sftp: SFTPWrapper

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'open-'))
  server = await startSftpServer({
    users: [
      {
        name: 'partner',
        password: 'right',
        folders: { in: { store: createDiskFolder(base), maxBytes: 100 } },
      },
    ],
  })
  client = new ssh2.Client()
  client.connect({ host: '127.0.0.1', port: server.port, username: 'partner', password: 'right' })
  await once(client, 'ready')
  sftp = await new Promise((resolve, reject) => {
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
  })
})

afterEach(async () => {
  const closed = once(client, 'close')
  client.end()
  await closed
  await server.stop()
  await rm(base, { recursive: true })
})

function open(flags: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sftp.open('/in/a.csv', flags, (error, handle) => (error ? reject(error) : resolve(handle)))
  })
}

function write(handle: Buffer, text: string, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown) => (error ? reject(error) : resolve())
    sftp.write(handle, Buffer.from(text), 0, text.length, position, done)
  })
}

function close(handle: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.close(handle, (error) => (error ? reject(error) : resolve()))
  })
}

async function changed(flags: number, text: string, position = 0): Promise<string> {
  const handle = await open(flags)
  await write(handle, text, position)
  await close(handle)
  return readFile(join(base, 'a.csv'), 'utf8')
}

describe('a file that is opened for writing', () => {
  it.each([
    ['keeps what it has', WRITE | CREAT, 'XYcdef'],
    ['keeps what it has, when it is not to be made', WRITE, 'XYcdef'],
    ['is emptied', WRITE | CREAT | TRUNC, 'XY'],
    ['is emptied, when it is not to be made', WRITE | TRUNC, 'XY'],
    ['is written at its end', WRITE | APPEND, 'abcdefXY'],
    ['is written at its end, when it may be made', WRITE | CREAT | APPEND, 'abcdefXY'],
    ['is emptied and written at its end', WRITE | CREAT | TRUNC | APPEND, 'XY'],
  ])('%s', async (_, flags, expected) => {
    await writeFile(join(base, 'a.csv'), 'abcdef')

    expect(await changed(flags, 'XY')).toBe(expected)
  })

  it.each([WRITE | CREAT, WRITE | CREAT | EXCL, WRITE | CREAT | TRUNC, WRITE | CREAT | APPEND])(
    'is created when it does not exist (flags %d)',
    async (flags) => {
      expect(await changed(flags, 'XY')).toBe('XY')
    },
  )

  it.each([WRITE, WRITE | TRUNC, WRITE | APPEND])(
    'is an error when it does not exist (flags %d)',
    async (flags) => {
      await expect(open(flags)).rejects.toThrow('no such file')
    },
  )

  it('is refused when it must be new and exists', async () => {
    await writeFile(join(base, 'a.csv'), 'abcdef')

    await expect(open(WRITE | CREAT | EXCL)).rejects.toThrow('file exists')
  })

  it('has all concurrently sent appends, one after another', async () => {
    const handle = await open(WRITE | CREAT | APPEND)
    const texts = Array.from({ length: 30 }, (_, at) => `${at};`)

    await Promise.all(texts.map((text) => write(handle, text, 0)))
    await close(handle)

    expect(await readFile(join(base, 'a.csv'), 'utf8')).toBe(texts.join(''))
  })

  it.each([WRITE | CREAT, WRITE | CREAT | APPEND])(
    'grows up to its limit (flags %d)',
    async (flags) => {
      await writeFile(join(base, 'a.csv'), 'x'.repeat(90))
      const handle = await open(flags)
      await write(handle, 'y'.repeat(10), 90)

      await expect(write(handle, 'z', 100)).rejects.toThrow('too large')
      await close(handle)
      expect(await readFile(join(base, 'a.csv'), 'utf8')).toBe(`${'x'.repeat(90)}${'y'.repeat(10)}`)
    },
  )
})
