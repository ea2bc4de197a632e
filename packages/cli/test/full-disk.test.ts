import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { generateKeyPair } from '@merchant-edge/signing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWholeFile } from '../src/output/whole-file.ts'
import { writeFailure } from '../src/output/write-failure.ts'
import { listen } from './listen.ts'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const content = 'EDGE,INV-1,T1,5000,VND\r\n'.repeat(2000)
const noFull = existsSync('/dev/full') ? '' : '(skipped: this system has no /dev/full)'
const noShell = process.platform === 'win32' ? '(skipped: no limit of a shell on Windows)' : ''

let server: Server
let url = ''
let breaksOff = false
let folder = ''

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, {
      connection: 'close',
      'content-type': 'text/csv',
      'content-length': content.length,
      'repr-digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
    })
    if (!breaksOff) response.end(content)
    else response.write(content.slice(0, 1000), () => response.destroy())
  })
  url = await listen(server)
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  breaksOff = false
  folder = mkdtempSync(join(directory, 'disk-'))
  writeFileSync(join(folder, 'secret'), 'tell-nobody\n')
})

const commands: readonly [string, (out: string) => string[]][] = [
  ['orders export', (out) => ['orders', 'export', '--url', url, '--token', 'meo_x', '--out', out]],
  [
    'partner-file',
    (out) => {
      const from = ['--url', url, '--secret-file', join(folder, 'secret')]
      return ['partner-file', '--date', '2026-09-01', ...from, '--out', out]
    },
  ],
  ['reconcile', reconciled],
]

function row(values: readonly (string | number)[]): string {
  const data = values.join(',')
  const checksum = createHash('md5').update(`${data}a key`).digest('hex')
  return `${data},${checksum}\r\n`
}

/** Compares two files that agree nowhere, so that the result has a row for each of theirs. */
function reconciled(out: string): string[] {
  const at = (name: string) => join(folder, name)
  const rows = (side: string, texts: (shared: readonly (string | number)[]) => string) => {
    const numbers = Array.from({ length: 300 }, (_, number) => number)
    return numbers.map((number) => {
      const amounts = [1000 + number, 'VND', '0', '0', '0', 'EDGE', 'M1', 'T1']
      return texts([`${side}-${number}`, `W${side}${number}`, ...amounts, '01/09/2026', '10:00:00'])
    })
  }
  const ours = rows('P', (shared) => row(['EDGE', ...shared, '0', '', '1']))
  const theirs = rows('S', (shared) => row([...shared, '', `T-${shared[0]}`, '0', '1']))
  writeFileSync(at('key'), 'a key')
  writeFileSync(at('partner.csv'), ours.join(''))
  writeFileSync(at('service.csv'), theirs.join(''))
  const sides = ['--partner', at('partner.csv'), '--service', at('service.csv')]
  const rest = ['--key-file', at('key'), '--exceptions', at('exceptions.csv'), '--force']
  return ['reconcile', ...sides, ...rest, '--out', out]
}

const startedWith = ['exceptions.csv', 'key', 'partner.csv', 'secret', 'service.csv']

/** What is in the folder besides what a test has put there. */
function left(): string[] {
  return readdirSync(folder).filter((name) => !startedWith.slice(1).includes(name))
}

describe.each(commands)('%s', (_name, args) => {
  it.skipIf(noFull !== '')(
    `reports a full disk, names the file and keeps the device ${noFull}`,
    async () => {
      const ended = await merchantEdgeHere([...args('/dev/full'), '--json'])

      expect(ended.code).toBe(1)
      expect(jsonOf(ended)).toEqual({
        error: {
          reason: 'file_unwritable',
          message: 'Cannot write /dev/full: no space is left on the disk (ENOSPC).',
          remedy: 'Make room there, or name a place on another disk.',
        },
      })
      expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
      expect(left()).toEqual([])
    },
  )

  it.skipIf(noShell !== '')(
    `names the file that is too large for the disk, and removes it ${noShell}`,
    async () => {
      const out = join(folder, 'out.csv')

      const ended = await merchantEdge([...args(out), '--json'], { fileBlocks: 8 })

      expect(ended.code).toBe(1)
      expect(jsonOf(ended)).toMatchObject({
        error: {
          reason: 'file_unwritable',
          message: `Cannot write ${out}: the disk takes no file of this size (EFBIG).`,
        },
      })
      expect(left()).toEqual([])
    },
  )

  it.each([
    ['a directory', '.', 'it is a directory (EISDIR)'],
    ['a file as a directory', 'secret/out.csv', 'a part of the path is not a directory (ENOTDIR)'],
    ['a missing directory', 'none/out.csv', 'there is no such directory (ENOENT)'],
    ['a name that is too long', 'x'.repeat(300), 'the name is too long (ENAMETOOLONG)'],
  ])('says so of %s', async (_what, name, why) => {
    const out = join(folder, name)

    const ended = await merchantEdgeHere([...args(out), '--json'])

    expect(ended.code).toBe(1)
    const message = `Cannot write ${out}: ${why}.`
    expect(jsonOf(ended)).toMatchObject({ error: { reason: 'file_unwritable', message } })
    expect(left()).toEqual([])
  })
})

describe.skipIf(noShell !== '')(`keys and secrets on a full disk ${noShell}`, () => {
  it.each([
    ['keys generate', 2],
    ['secrets generate', 4],
  ])('%s leaves no part, and can be repeated', async (command, count) => {
    const key = join(folder, 'key.pem')
    writeFileSync(key, (await generateKeyPair()).privateKeyPem)
    const out = join(folder, 'made')
    const more = command === 'keys generate' ? [] : ['--key', key, '--key-code', 'K1']
    const args = [...command.split(' '), '--out', out, ...more, '--json']

    const ended = await merchantEdge(args, { fileBlocks: 1 })
    const parts = readdirSync(out)
    const again = await merchantEdge(args)

    expect(jsonOf(ended)).toMatchObject({ error: { reason: 'file_unwritable' } })
    expect(parts).toEqual([])
    expect(again.code).toBe(0)
    expect(readdirSync(out)).toHaveLength(count)
    rmSync(out, { recursive: true })
    rmSync(key)
  })
})

it.each(commands.slice(0, 2))('%s names the file that failed', async (_name, args) => {
  breaksOff = true

  const ended = await merchantEdgeHere([...args(join(folder, 'out.csv')), '--json'])

  expect(ended.code).toBe(1)
  const message = expect.stringContaining(`The answer of ${url} broke off in the middle`)
  expect(jsonOf(ended)).toMatchObject({ error: { reason: 'broke_off', message } })
  expect(left()).toEqual([])
})

it.each([
  ['EACCES', 'this user may not write there (EACCES)'],
  ['EPERM', 'this user may not write there (EPERM)'],
  ['EROFS', 'the disk may only be read (EROFS)'],
  ['EDQUOT', "this user's share of the disk is used up (EDQUOT)"],
  ['EIO', 'the disk has failed (EIO)'],
  ['ESTALE', 'ESTALE'],
])('for a file that cannot be written, %s says why and what to do', (code, why) => {
  const { message, remedy } = writeFailure('a.csv', Object.assign(new Error('no'), { code }))

  expect(message).toBe(`Cannot write a.csv: ${why}.`)
  expect(remedy).toMatch(/^[A-Z].*\.$/)
})

it.skipIf(process.platform === 'win32')(
  'writes to an existing device, and does not remove it',
  async () => {
    const file = await openWholeFile('/dev/null')
    const writer = file.stream.getWriter()
    await writer.write(new TextEncoder().encode('a'))
    await writer.close()

    await file.keep()
    await file.discard()

    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  },
)
