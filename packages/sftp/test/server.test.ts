import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type MemoryFolder,
  type SftpServer,
  createDiskFolder,
  createMemoryFolder,
  generateSshKeyPair,
  startSftpServer,
} from '../src/server/index.ts'
import { contentOf } from './content.ts'

// The client is the sftp command of OpenSSH, where this machine has it.

const run = promisify(execFile)
const noSftp = await run('sftp', ['-V'])
  .then(() => '')
  .catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? '(the sftp command is not installed)' : '',
  )

const keys = generateSshKeyPair()
const strangeKeys = generateSshKeyPair()

describe.skipIf(noSftp !== '')(`the SFTP server, used with OpenSSH's sftp ${noSftp}`, () => {
  let base: string
  let server: SftpServer
  let incoming: MemoryFolder
  let outgoing: MemoryFolder

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'server-'))
    incoming = createMemoryFolder()
    outgoing = createMemoryFolder()
    await writeFile(join(base, 'key'), keys.privateKey, { mode: 0o600 })
    await writeFile(join(base, 'strange'), strangeKeys.privateKey, { mode: 0o600 })
    server = await startSftpServer({
      users: [
        {
          name: 'partner',
          publicKeys: [keys.publicKey],
          folders: { in: { store: incoming }, out: { store: outgoing, readOnly: true } },
        },
        { name: 'nobody', folders: {} },
      ],
    })
  })

  afterEach(async () => {
    await server.stop()
    await rm(base, { recursive: true })
  })

  async function sftp(commands: readonly string[], key = 'key', user = 'partner') {
    const child = run('sftp', [
      '-q',
      '-b',
      '-',
      '-P',
      String(server.port),
      '-i',
      join(base, key),
      '-oStrictHostKeyChecking=no',
      '-oUserKnownHostsFile=/dev/null',
      '-oLogLevel=ERROR',
      '-oIdentitiesOnly=yes',
      '-oBatchMode=yes',
      `${user}@127.0.0.1`,
    ])
    child.child.stdin?.end(`${commands.join('\n')}\n`)
    return await child.then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )
  }

  it('stores and serves files', async () => {
    const content = contentOf(2_000_000)
    outgoing.set('result.csv', content)
    await writeFile(join(base, 'partner.csv'), content)

    const { code, text } = await sftp([
      `put ${join(base, 'partner.csv')} /in/partner.csv`,
      `get /out/result.csv ${join(base, 'got.csv')}`,
      'rename /in/partner.csv /in/renamed.csv',
      'ls -l /',
      'ls -l in',
    ])

    expect(text).toContain('renamed.csv')
    expect(code).toBe(0)
    expect(incoming.content('renamed.csv')).toEqual(content)
    expect((await readFile(join(base, 'got.csv'))).equals(content)).toBe(true)
  })

  it.each(['put -a', 'reput'])('continues an interrupted upload: %s', async (command) => {
    const content = contentOf(500_000)
    incoming.set('a.csv', content.slice(0, 123_456))
    await writeFile(join(base, 'a.csv'), content)

    const { code } = await sftp([`${command} ${join(base, 'a.csv')} /in/a.csv`])

    expect(code).toBe(0)
    expect(incoming.content('a.csv')).toEqual(content)
  })

  it.each([
    ['writing into a read-only folder', 'put KEY /out/a.csv', 'ermission denied'],
    ['removing from a read-only folder', 'rm /out/result.csv', 'ermission denied'],
    ['leading above the root', 'get /../../etc/hostname GOT', 'not found'],
    ['another folder', 'put KEY /other/a.csv', 'o such file'],
    ['making a folder', 'mkdir /in/deep', 'nsupported'],
    ['making a link', 'ln -s /out/result.csv /in/link.csv', 'nsupported'],
    ['renaming over a file', 'rename /in/a.csv /in/b.csv', 'ailure'],
  ])('refuses %s', async (_, command, says) => {
    incoming.set('a.csv', contentOf(1))
    incoming.set('b.csv', contentOf(2))
    outgoing.set('result.csv', contentOf(3))
    const line = command.replace('KEY', join(base, 'key')).replace('GOT', join(base, 'got'))

    const { code, text } = await sftp([line])

    expect(text).toContain(says)
    expect(code).toBe(1)
    expect((await incoming.list()).map(({ sizeBytes }) => sizeBytes)).toEqual([1, 2])
    expect((await outgoing.list()).map(({ sizeBytes }) => sizeBytes)).toEqual([3])
  })

  it.each([
    ['a key that is not the user’s', 'strange', 'partner'],
    ['a user without a key', 'key', 'nobody'],
    ['an unknown user', 'key', 'somebody'],
  ])('refuses a login with %s', async (_, key, user) => {
    const { code } = await sftp(['ls'], key, user)

    expect(code).toBe(255)
  })

  it('serves a folder of the disk', async () => {
    await writeFile(join(base, 'on-disk.csv'), 'content')
    await writeFile(join(base, 'begun.csv'), keys.privateKey.slice(0, 50))
    const disk = await startSftpServer({
      users: [
        {
          name: 'partner',
          publicKeys: [keys.publicKey],
          folders: { disk: { store: createDiskFolder(base) } },
        },
      ],
    })
    const previous = server
    server = disk

    const { code } = await sftp([
      `get /disk/on-disk.csv ${join(base, 'got.csv')}`,
      `put ${join(base, 'key')} /disk/put.csv`,
      `put -a ${join(base, 'key')} /disk/begun.csv`,
      'rename /disk/put.csv /disk/renamed.csv',
      'rm /disk/on-disk.csv',
    ])

    expect(code).toBe(0)
    expect(await readFile(join(base, 'got.csv'), 'utf8')).toBe('content')
    expect(await readFile(join(base, 'renamed.csv'), 'utf8')).toBe(keys.privateKey)
    expect(await readFile(join(base, 'begun.csv'), 'utf8')).toBe(keys.privateKey)
    await previous.stop()
  })
})
