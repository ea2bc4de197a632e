import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWholeFile } from '../src/output/whole-file.ts'
import { listen } from './listen.ts'
import { jsonOf, merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const noLinks = process.platform === 'win32' ? '(skipped: Windows has no such links)' : ''
const noProc = existsSync('/proc/self/fd') ? '' : '(skipped: this system has no /proc/self/fd)'

let server: Server
let url = ''
let folder = ''

beforeAll(async () => {
  // A Worker that stops in the middle of a file.
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1000 })
    response.write('order,amount\r\n')
  })
  url = await listen(server)
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  folder = mkdtempSync(join(directory, 'whole-'))
})

async function write(path: string, content: string): Promise<void> {
  const file = await openWholeFile(path)
  const writer = file.stream.getWriter()
  await writer.write(new TextEncoder().encode(content))
  await writer.close()
  await file.keep()
}

describe('a file that a command writes', () => {
  it('lets the process take signals and show progress while it is written', async () => {
    const file = await openWholeFile(join(folder, 'large.csv'))
    const writer = file.stream.getWriter()
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const piece = new Uint8Array(1024 * 1024).fill(0x61)
    for (let piecesLeft = 64; piecesLeft > 0; piecesLeft -= 1) await writer.write(piece)
    clearInterval(timer)
    await writer.close()
    await file.keep()
    expect(readFileSync(join(folder, 'large.csv'))).toHaveLength(64 * piece.length)
    expect(turns).toBeGreaterThan(0)
  })

  it.skipIf(noLinks !== '').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    `is removed when %s interrupts the command ${noLinks}`,
    async (signal) => {
      const args = ['orders', 'export', '--url', url, '--token', 'meo_x']
      const child = startMerchantEdge([...args, '--out', join(folder, 'orders.csv')])
      await expect.poll(() => readdirSync(folder), { timeout: 10_000 }).toHaveLength(1)

      child.kill(signal)
      const [, endedBy] = await once(child, 'exit')

      expect(endedBy).toBe(signal)
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('is written although a process with the same pid has left a temporary file', async () => {
    writeFileSync(join(folder, `.orders.csv.${process.pid}.tmp`), 'of a process that was killed')

    await write(join(folder, 'orders.csv'), 'a,b')

    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('a,b')
  })

  it.skipIf(noLinks !== '').each(['there', 'not there yet'])(
    `replaces the target of a link, not the link itself: %s ${noLinks}`,
    async (which) => {
      if (which === 'there') writeFileSync(join(folder, 'real.csv'), 'before')
      symlinkSync('real.csv', join(folder, 'link.csv'))

      await write(join(folder, 'link.csv'), 'after')

      expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true)
      expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('after')
    },
  )

  it.skipIf(noProc !== '')(
    `is refused when it is standard output and that is a file, which stays ${noProc}`,
    async () => {
      const open = openSync(join(folder, 'redirected'), 'w')
      symlinkSync(`/proc/self/fd/${open}`, join(folder, 'out'))

      await expect(write(join(folder, 'out'), 'a,b')).rejects.toMatchObject({
        exitCode: 2,
        reason: 'file_unwritable',
        message: `${join(folder, 'out')} is a file that is open already.`,
      })

      closeSync(open)
      expect(lstatSync(join(folder, 'out')).isSymbolicLink()).toBe(true)
      expect(readdirSync(folder).toSorted()).toEqual(['out', 'redirected'])
    },
  )

  it.skipIf(noProc !== '')(`can be a named pipe ${noProc}`, () => {
    const source = `import { openWholeFile } from ${JSON.stringify(join(import.meta.dirname, '../src/output/whole-file.ts'))}
      const file = await openWholeFile('/dev/stdout')
      const writer = file.stream.getWriter()
      await writer.write(new TextEncoder().encode('a,b'))
      await writer.close()
      await file.keep()`

    // What Node opens for a child is a socket, which has no name.
    const piped = ['-c', '"$@" | cat', 'sh', process.execPath, '--input-type=module']
    const run = spawnSync('sh', [...piped, '--eval', source])

    expect(run.stdout.toString()).toBe('a,b')
  })
})

describe('reconcile', () => {
  const names = ['partner', 'service', 'key-file', 'out', 'exceptions', 'report'] as const
  const paths = () => new Map<string, string>(names.map((name) => [name, join(folder, name)]))

  function compare(changes: Readonly<Record<string, string>>) {
    const given = [...paths(), ...Object.entries(changes)]
    const args = new Map(given.map(([name, path]) => [name, [`--${name}`, path]]))
    return merchantEdgeHere(['reconcile', ...[...args.values()].flat(), '--json'])
  }

  beforeEach(() => {
    for (const name of ['partner', 'service', 'key-file']) {
      writeFileSync(join(folder, name), name)
    }
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'leaves files of one run only when it is killed at step %i of replacing those of an earlier run',
    async (step) => {
      const [partner, service] = [
        '20260901_EDGE_SERVICE_TRAN.csv',
        '20260901_SERVICE_EDGE_TRAN.csv',
      ]
      for (const name of [partner, service]) writeFileSync(join(folder, name), '')
      const outputs = ['out', 'exceptions', 'report'].map((name) => join(folder, name))
      for (const path of outputs) writeFileSync(path, 'of an earlier run')
      const patch = join(folder, 'killed.mjs')
      writeFileSync(
        patch,
        `import files from 'node:fs/promises'
        import { syncBuiltinESMExports } from 'node:module'
        let steps = 0
        for (const name of ['rename', 'rm']) {
          const work = files[name]
          files[name] = (...args) => {
            steps += 1
            if (steps === ${step}) process.kill(process.pid, 'SIGKILL')
            return work(...args)
          }
        }
        syncBuiltinESMExports()`,
      )
      const changes = [
        ...new Map([
          ...paths(),
          ['partner', join(folder, partner)],
          ['service', join(folder, service)],
        ]),
      ]
      const child = startMerchantEdge(
        ['reconcile', ...changes.flatMap(([name, path]) => [`--${name}`, path]), '--force'],
        { environment: { NODE_OPTIONS: `--import=${pathToFileURL(patch).href}` } },
      )
      const [code, endedBy] = await once(child, 'exit')

      expect([code, endedBy]).toEqual([null, 'SIGKILL'])
      const left = outputs.filter((path) => existsSync(path))
      const runs = left.map((path) => readFileSync(path, 'utf8') === 'of an earlier run')
      expect(new Set(runs).size).toBeLessThan(2)
    },
  )

  it.each([
    ['out', 'partner'],
    ['exceptions', 'key-file'],
    ['report', 'out'],
    ['exceptions', 'out'],
    ['carried-partner', 'service'],
  ])('does not overwrite --%s with --%s', async (one, other) => {
    const path = join(folder, other)

    const run = await compare({ [one]: path })

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({
      error: {
        reason: 'wrong_usage',
        message: `--${one} would be written over --${other}: both are ${path}.`,
      },
    })
    expect(readFileSync(join(folder, 'partner'), 'utf8')).toBe('partner')
    expect(readdirSync(folder).toSorted()).toEqual(['key-file', 'partner', 'service'])
  })

  it('does not write to a file called -, which means standard input elsewhere', async () => {
    const run = await compare({ out: '-' })

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_unwritable' } })
    expect(readdirSync(folder).toSorted()).toEqual(['key-file', 'partner', 'service'])
  })

  it.skipIf(noLinks !== '')(
    `does not overwrite an input through another path ${noLinks}`,
    async () => {
      symlinkSync('partner', join(folder, 'link'))

      const run = await compare({ out: join(folder, 'link') })

      expect(jsonOf(run)).toMatchObject({
        error: {
          message: `--out would be written over --partner: both are ${join(folder, 'link')}.`,
        },
      })
    },
  )
})
