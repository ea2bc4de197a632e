import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { reconcile, type ByteSource } from '@merchant-edge/reconcile'
import type { EngineFactory } from '@merchant-edge/reconcile/engine'
import { rangedEngine } from '../src/reconciliation/threads/range-threads.ts'
import { SideThread } from '../src/reconciliation/threads/side-thread-handle.ts'
import { threadedEngine } from '../src/reconciliation/threads/threaded-engine.ts'
import { engineOf } from '../src/reconciliation/engine-of-readers.ts'
import { singleThreadEngine } from '../src/reconciliation/single-thread-engine.ts'
import { startReaders } from '../src/reconciliation/start-readers.ts'
import { fileSource } from '../src/reconciliation/file-source.ts'
import { SentReports } from '../src/reconciliation/threads/sent-reports.ts'
import { jsonOf, merchantEdge, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const key = 'checksum key of the tests'
const at = (name: string) => join(directory, name)

/** The words that compare the two files, under the key that is theirs. */
const comparing = (out: string, exceptions: string) => [
  'reconcile',
  '--partner',
  at('partner.csv'),
  '--service',
  at('service.csv'),
  '--key-file',
  at('key.txt'),
  '--out',
  at(out),
  '--exceptions',
  at(exceptions),
]

const wrongKey = 'another key'

function row(values: readonly string[], checksumKey: string): string {
  const data = values.join(',')
  const sum = createHash('md5')
    .update(data + checksumKey)
    .digest('hex')
  return `${data},${sum}\r\n`
}

function shared(code: string, amount: number): string[] {
  const head = [`INV-${code}`, code, `${amount}`, 'VND', '0', '0', '0', 'EDGE', 'M1', 'T1']
  return [...head, '01/09/2026', '10:00:00']
}

const partnerRow = (code: string, amount: number, checksumKey = key) =>
  row(
    ['EDGE', ...shared(code, amount), '0', code.endsWith('7') ? '"a\r\n""b"""' : '', '1'],
    checksumKey,
  )
const serviceRow = (code: string, amount: number, checksumKey = key) =>
  row(
    [...shared(code, amount), code.endsWith('3') ? '"c,\nd"' : '', `S-${code}`, '0', '1'],
    checksumKey,
  )

/** Rows of which some differ, are repeated, stand alone, or have a wrong checksum. */
function writeMixed(): void {
  const partner: string[] = []
  const service: string[] = []
  for (let index = 0; index < 6000; index += 1) {
    const code = `W${index}`
    if (index % 97 !== 0)
      partner.push(partnerRow(code, 1000 + index, index % 211 === 0 ? wrongKey : key))
    if (index % 101 !== 0) {
      const amount = 1000 + index + (index % 89 === 0 ? 1 : 0)
      service.push(serviceRow(code, amount, index % 223 === 0 ? wrongKey : key))
    }
    if (index % 131 === 0) partner.push(partnerRow(code, 1000 + index))
    if (index % 137 === 0) service.push(serviceRow(code, 77))
    if (index % 501 === 0) service.push('no row\r\n')
  }
  writeFileSync(at('partner.csv'), partner.join(''))
  writeFileSync(at('service.csv'), service.toReversed().join(''))
  writeFileSync(at('carry-partner.csv'), partnerRow('W0', 1000) + partnerRow('OLD', 1))
  writeFileSync(at('carry-service.csv'), serviceRow('W97', 1097) + serviceRow('OLDER', 2))
}

/** An engine whose other thread reads a file of the service. */
const sharedEngine = (name: string) =>
  threadedEngine(new SideThread(), [{ side: 'service', origin: 'file', paths: [at(name)] }])

const outputs = ['result.csv', 'exceptions.csv', 'carried-partner.csv', 'carried-service.csv']

async function compareOn(threads: '1' | '2' | '3', flags: readonly string[]) {
  const run = await merchantEdgeHere([
    'reconcile',
    '--partner',
    at('partner.csv'),
    '--service',
    at('service.csv'),
    '--carry-partner',
    at('carry-partner.csv'),
    '--carry-service',
    at('carry-service.csv'),
    '--carried-partner',
    at('carried-partner.csv'),
    '--carried-service',
    at('carried-service.csv'),
    '--key-file',
    at('key.txt'),
    '--out',
    at('result.csv'),
    '--exceptions',
    at('exceptions.csv'),
    '--threads',
    threads,
    '--json',
    ...flags,
  ])
  return {
    code: run.code,
    json: jsonOf(run),
    texts: outputs.map((name) => readFileSync(at(name), 'utf8')),
  }
}

beforeAll(() => {
  writeFileSync(at('key.txt'), key)
  writeFileSync(at('wrong.txt'), 'another key of the tests')
  writeMixed()
})

describe('the default number of threads', () => {
  const file = (sizeBytes: number | undefined) => ({ sizeBytes, paths: [at('key.txt')] })
  const readersFor = ({
    sizeBytes,
    threads,
    areAllCompared,
  }: {
    readonly sizeBytes: number | undefined
    readonly threads?: number
    readonly areAllCompared: boolean
  }) => {
    const files = { partner: file(sizeBytes), service: file(sizeBytes) }
    const readers = startReaders(files, { threads, areAllCompared })
    if (readers.kind === 'one-side-each') readers.sideThread.end()
    return readers.kind
  }
  const large = 2 ** 30
  const hasCores = availableParallelism() > 1

  it('is one for files whose rows are kept in one reading, and more for others', () => {
    const usual = readersFor({ sizeBytes: large, areAllCompared: false })

    expect(readersFor({ sizeBytes: large, areAllCompared: true })).toBe('one-thread')
    expect(usual === 'one-thread').toBe(!hasCores)
    expect(readersFor({ sizeBytes: 1000, areAllCompared: false })).toBe('one-thread')
  })

  it('is higher on request, or when the files are compressed and rows are not kept', () => {
    const readers = readersFor({ sizeBytes: undefined, areAllCompared: true })

    expect(readers).toBe(hasCores ? 'one-side-each' : 'one-thread')
    expect(readersFor({ sizeBytes: large, threads: 2, areAllCompared: true })).toBe('one-side-each')
    expect(readersFor({ sizeBytes: large, threads: 3, areAllCompared: true })).toBe('ranges')
    expect(readersFor({ sizeBytes: undefined, threads: 3, areAllCompared: true })).toBe(
      'one-side-each',
    )
  })

  it('takes no engine for one thread that keeps every row in its only reading', () => {
    const engine = (areAllCompared: boolean) =>
      engineOf(
        { kind: 'one-thread' },
        { service: file(1), carryService: undefined, areAllCompared },
      )

    expect(engine(true)).toBeUndefined()
    expect(engine(false)).toBe(singleThreadEngine)
  })
})

describe('reconcile on several threads', () => {
  it.each([[[]], [['--exact']], [['--all']]])(
    'writes what one thread writes, with %j',
    async (flags) => {
      const one = await compareOn('1', flags)
      const two = await compareOn('2', flags)

      expect(one.json).toMatchObject({ bridge: { closes: true }, exceptions: { malformed: 12 } })
      expect(two).toEqual(one)
      expect(await compareOn('3', flags)).toEqual(one)
    },
  )

  it('uses the larger sketch, and ranges of codes, when very many rows differ', async () => {
    const codes = Array.from({ length: 45_000 }, (_, index) => `W${index}`)
    const partner = codes.map((code) => partnerRow(code, 5)).join('')
    const service = codes.map((code, index) => serviceRow(code, index % 20 === 0 ? 5 : 6)).join('')
    writeFileSync(at('much-p.csv'), partner)
    writeFileSync(at('much-s.csv'), service)
    const sideBySide = sharedEngine('much-s.csv')
    const ranged = rangedEngine(
      [
        { side: 'partner', path: at('much-p.csv'), sizeBytes: partner.length },
        { side: 'service', path: at('much-s.csv'), sizeBytes: service.length },
      ],
      2,
    )
    const compare = (engine?: EngineFactory) =>
      reconcile({
        partner: { open: () => fileSource(at('much-p.csv')) },
        service: { open: () => fileSource(at('much-s.csv')) },
        key,
        force: true,
        ...(engine && { engine }),
      })

    const two = await compare(sideBySide)

    expect(two.counts).toEqual({ '00': 2250, '01': 0, '02': 0, '03': 42_750 })
    expect(two).toEqual(await compare())
    expect(await compare(ranged)).toEqual(two)
  })

  it('reads a side with many wrong rows to its end while the first thread has not begun', async () => {
    const codes = Array.from({ length: 45_000 }, (_, index) => `W${index}`)
    const text = codes
      .map((code, index) => serviceRow(code, 5, index % 1000 === 0 ? wrongKey : key))
      .join('')
    writeFileSync(at('wrong-rows.csv'), text)
    const isRead = Promise.withResolvers<void>()
    const heldBack = (): ByteSource => {
      const source = fileSource(at('carry-partner.csv'))
      return { ...source, read: (target) => isRead.promise.then(() => source.read(target)) }
    }

    const engine = sharedEngine('wrong-rows.csv')
    const { exceptions } = await reconcile({
      partner: { open: heldBack },
      service: { open: () => fileSource(at('wrong-rows.csv')) },
      key,
      force: true,
      engine,
      onProgress: ({ bytes }) => {
        if (bytes >= Buffer.byteLength(text)) isRead.resolve()
      },
    })

    expect(exceptions.bad_checksum).toBe(45)
  })

  it('stops at a wrong key as one thread does', async () => {
    const run = (threads: string) =>
      merchantEdgeHere([
        'reconcile',
        '--partner',
        at('partner.csv'),
        '--service',
        at('service.csv'),
        '--key-file',
        at('wrong.txt'),
        '--out',
        at('never.csv'),
        '--exceptions',
        at('never.csv'),
        '--threads',
        threads,
      ])

    const one = await run('1')
    expect(await run('2')).toEqual(one)
    expect(await run('3')).toEqual(one)
  })

  it('stops its threads when an output cannot be opened', async () => {
    const run = await merchantEdge([
      ...comparing('no-folder/result.csv', 'never.csv'),
      '--threads',
      '2',
    ])

    expect(run.code).toBe(1)
    expect(run.stderr).toContain('result.csv')
  })

  it('fails cleanly when a thread ends before it gets its order', async () => {
    // The thread fails at once, and the outputs are opened long after it.
    const preload = `
      import promises from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      import { setTimeout } from 'node:timers/promises'
      import { isMainThread } from 'node:worker_threads'
      if (!isMainThread) throw new Error('lost')
      const { open } = promises
      promises.open = async (...values) => {
        await setTimeout(1000)
        return open(...values)
      }
      syncBuiltinESMExports()
    `
    const run = await merchantEdge(
      [...comparing('lost.csv', 'lost-exceptions.csv'), '--threads', '2', '--json'],
      {
        environment: {
          NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
        },
      },
    )

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      error: { reason: 'unexpected', message: expect.stringContaining('lost') },
    })
    expect(readdirSync(directory).filter((name) => name.includes('lost'))).toEqual([])
  })

  it('pauses while too many reports of the other thread wait', async () => {
    const waiting = new SentReports()
    const reads: number[] = []
    const source = waiting.held({
      read(target) {
        reads.push(target.length)
        return target.length
      },
      close: () => undefined,
    })
    for (let sent = 0; sent < 15; sent += 1) waiting.add()

    expect(source.read(new Uint8Array(1))).toBe(1)
    waiting.add()
    waiting.add()
    const held = source.read(new Uint8Array(2))
    waiting.read()
    await Promise.resolve()
    expect(reads).toEqual([1])
    waiting.read()
    expect(await held).toBe(2)
  })

  const gone = {
    name: 'CommandFailure',
    reason: 'file_unreadable',
    message: expect.stringMatching(/^Cannot read .*gone\.csv: there is no such file\.$/),
    exitCode: 2,
  }

  it('fails when the other thread cannot read its file', async () => {
    const engine = sharedEngine('gone.csv')
    const run = reconcile({
      partner: { open: () => fileSource(at('partner.csv')) },
      service: { open: () => fileSource(at('service.csv')) },
      key,
      engine,
    })

    await expect(run).rejects.toMatchObject(gone)
  })

  it('fails when no thread can read a range', async () => {
    const files = ['partner', 'service'] as const
    const run = reconcile({
      partner: { open: () => fileSource(at('partner.csv')) },
      service: { open: () => fileSource(at('service.csv')) },
      key,
      engine: rangedEngine(
        files.map((side) => ({ side, path: at('gone.csv'), sizeBytes: 2 ** 24 })),
        2,
      ),
    })

    await expect(run).rejects.toMatchObject(gone)
  })
})
