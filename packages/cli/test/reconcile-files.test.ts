import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as zlib from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { byteProgress } from '../src/reconciliation/byte-progress.ts'
import { fileSource } from '../src/reconciliation/file-source.ts'
import { processTerminal, type Terminal } from '../src/command/terminal.ts'
import { openSpillFile, spillOnto } from '../src/reconciliation/spill-file.ts'
import { jsonOf, merchantEdgeHere } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const key = 'checksum key of the tests'
const at = (name: string) => join(directory, name)
const partnerName = '20260901_EDGE_SERVICE_TRAN.csv'
const serviceName = '20260901_SERVICE_EDGE_TRAN.csv'

function row(values: readonly string[]): string {
  const data = values.join(',')
  return `${data},${createHash('md5')
    .update(data + key)
    .digest('hex')}\r\n`
}

function files(count: number) {
  const shared = (index: number) => {
    const head = [`INV-${index}`, `W${index}`, `${1000 + index}`, 'VND', '0', '0', '0', 'EDGE']
    return [...head, 'M1', 'T1', '01/09/2026', '10:00:00']
  }
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    partner: indexes.map((index) => row(['EDGE', ...shared(index), '0', '', '1'])),
    service: indexes.slice(1).map((index) => row([...shared(index), '', `S-${index}`, '0', '1'])),
  }
}

const { partner, service } = files(400)

beforeAll(() => {
  writeFileSync(at('key.txt'), key)
  writeFileSync(at(partnerName), partner.join(''))
  writeFileSync(at(serviceName), service.join(''))
  writeFileSync(at(`${partnerName}.gz`), gzipSync(partner.join('')))
  writeFileSync(at(`${serviceName}.gz`), gzipSync(service.join('')))
})

async function compared(sides: readonly string[], more: readonly string[] = []) {
  const run = await merchantEdgeHere([
    'reconcile',
    ...sides,
    '--key-file',
    at('key.txt'),
    '--out',
    at('result.csv'),
    '--exceptions',
    at('exceptions.csv'),
    '--json',
    ...more,
  ])
  return { ...run, json: jsonOf(run) }
}

const sidesOf = (partners: readonly string[], services: readonly string[]) => [
  ...partners.flatMap((name) => ['--partner', at(name)]),
  ...services.flatMap((name) => ['--service', at(name)]),
]

describe('reconcile of packed files', () => {
  it.each(['1', '2'])('finds the same in .gz as in the files, on %s threads', async (threads) => {
    const plain = await compared(sidesOf([partnerName], [serviceName]))
    const packed = sidesOf([`${partnerName}.gz`], [`${serviceName}.gz`])

    expect((await compared(packed, ['--threads', threads])).json).toEqual(plain.json)
    expect(plain.json).toMatchObject({ counts: { '00': 399, '02': 1 } })
  })

  it('finds the same in .zst, or says that this Node has no Zstandard', async () => {
    const pack = 'zstdCompressSync' in zlib ? zlib.zstdCompressSync : undefined
    writeFileSync(at(`${serviceName}.zst`), pack?.(service.join('')) ?? 'packed')
    const run = await compared(sidesOf([partnerName], [`${serviceName}.zst`]))

    if (pack === undefined) {
      expect(run.code).toBe(2)
      expect(run.json).toMatchObject({ error: { remedy: expect.stringContaining('22.15') } })
    } else {
      expect(run.json).toMatchObject({ counts: { '00': 399, '02': 1 } })
    }
  })

  const hasZstd = 'zstdCompressSync' in zlib
  const inFrames = (): Buffer[] => [
    // A skippable frame, as pzstd writes one in front of each frame. @see RFC 8878, 3.1.2
    Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]),
    zlib.zstdCompressSync(service.slice(0, 150).join('')),
    zlib.zstdCompressSync(''),
    zlib.zstdCompressSync(service.slice(150).join('')),
  ]

  it.skipIf(!hasZstd).each(['1', '2'])(
    'reads every frame of a .zst file that a tool with several threads wrote, on %s threads',
    async (threads) => {
      writeFileSync(at('frames.csv.zst'), Buffer.concat(inFrames()))
      const run = await compared(sidesOf([partnerName], ['frames.csv.zst']), ['--threads', threads])

      expect(run.json).toMatchObject({ counts: { '00': 399, '02': 1 } })
    },
  )

  it.skipIf(!hasZstd).each([
    ['cut off in its last frame', (frames: Buffer[]) => Buffer.concat(frames).subarray(0, -9)],
    [
      // Its last frame begins with 4 bytes of its own, 1 that describes it, and 2 of its length.
      'cut off in front of the first block of its last frame',
      (frames: Buffer[]) =>
        Buffer.concat([...frames.slice(0, -1), (frames.at(-1) ?? Buffer.of()).subarray(0, 7)]),
    ],
    [
      'followed by something else',
      (frames: Buffer[]) => Buffer.concat([...frames, Buffer.from('something else')]),
    ],
    ['empty', () => Buffer.alloc(0)],
  ])('reports a damaged .zst that is %s', async (_about, damage) => {
    writeFileSync(at('damaged.csv.zst'), damage(inFrames()))
    const run = await compared(sidesOf([partnerName], ['damaged.csv.zst']))

    expect(run.json).toMatchObject({
      error: { reason: 'file_damaged', message: expect.stringContaining('damaged.csv.zst') },
    })
  })

  it.each(['1', '2'])('names the truncated file, on %s threads', async (threads) => {
    const whole = readFileSync(at(`${serviceName}.gz`))
    writeFileSync(at('cut.gz'), whole.subarray(0, whole.length / 2))
    const run = await compared(sidesOf([partnerName], ['cut.gz']), ['--threads', threads])

    expect(run.code).toBe(1)
    expect(run.json).toMatchObject({
      error: { reason: 'file_damaged', message: expect.stringContaining('cut.gz') },
    })
  })

  it('finds its checksum profile', async () => {
    const path = at(`${serviceName}.gz`)
    const run = await merchantEdgeHere([
      'checksum',
      'detect',
      path,
      '--key-file',
      at('key.txt'),
      '--json',
    ])

    expect(jsonOf(run)).toMatchObject({ profile: 'record', rows: 100 })
  })
})

describe('reconcile of parts', () => {
  it('reads them as one file, also when a part ends without a line break', async () => {
    const textOf = (lines: readonly string[]) => lines.join('').replace(/\r\n$/, '')
    const part = (name: string, lines: readonly string[]) => writeFileSync(at(name), textOf(lines))
    part('p1.csv', partner.slice(0, 100))
    part('p2.csv', [])
    writeFileSync(at('p3.csv.gz'), gzipSync(textOf(partner.slice(100))))
    part('s1.csv', service.slice(0, 7))
    part('s2.csv', service.slice(7))
    const parts = sidesOf(['p1.csv', 'p2.csv', 'p3.csv.gz'], ['s1.csv', 's2.csv'])

    for (const threads of ['1', '2']) {
      const run = await compared(parts, ['--threads', threads])

      expect(run.json).toMatchObject({
        counts: { '00': 399, '01': 0, '02': 1, '03': 0 },
        exceptions: { malformed: 0 },
      })
    }
  })
})

describe('parts that begin with a byte order mark', () => {
  it.each(['1', '2'])('lose no row, on %s threads', async (threads) => {
    const mark = '\u{FEFF}'
    writeFileSync(at('m1.csv'), mark + partner.slice(0, 100).join(''))
    writeFileSync(at('m2.csv'), mark)
    writeFileSync(at('m3.csv.gz'), gzipSync(mark + partner.slice(100).join('')))
    writeFileSync(at('m4.csv'), service.slice(0, 7).join(''))
    writeFileSync(at('m5.csv'), mark + service.slice(7).join(''))
    const sides = sidesOf(['m1.csv', 'm2.csv', 'm3.csv.gz'], ['m4.csv', 'm5.csv'])

    const run = await compared(sides, ['--threads', threads])

    expect(run.json).toMatchObject({
      counts: { '00': 399, '01': 0, '02': 1, '03': 0 },
      exceptions: { bad_checksum: 0, malformed: 0 },
    })
  })
})

describe('a file that cannot be read', () => {
  const asRoot = process.getuid?.() === 0 ? '(skipped: this user may read every file)' : ''

  it.skipIf(asRoot !== '').each(['locked.csv', 'locked.csv.gz'])(
    `is named with the reason: %s ${asRoot}`,
    async (name) => {
      writeFileSync(at(name), gzipSync(service.join('')), { mode: 0o000 })

      const run = await compared(sidesOf([partnerName], [name]))

      expect(run.code).toBe(2)
      expect(run.json).toMatchObject({
        error: {
          reason: 'file_unreadable',
          message: `Cannot read ${at(name)}: this user may not read it.`,
        },
      })
    },
  )
})

describe('rows that reconcile spills to disk', () => {
  const fullDevice = '/dev/full'

  afterEach(() => {
    vi.unstubAllEnvs()
  })

  /** More than 16 MB of rows, of which every one is compared. */
  function writeLarge(): string[] {
    const long = (rows: readonly string[], column: number) =>
      rows.map((text) => {
        const values = text.split(',').slice(0, -1)
        values[column] = 'x'.repeat(950)
        return row(values)
      })
    const { partner, service } = files(10_000)
    writeFileSync(at('large-p.csv'), long(partner, 14).join(''))
    writeFileSync(at('large-s.csv'), long(service, 12).toReversed().join(''))
    return sidesOf(['large-p.csv'], ['large-s.csv'])
  }

  it('are in the folder for temporary files, and nothing is left there', async () => {
    const sides = writeLarge()
    const { counts, bridge } = (await compared(sides)).json
    mkdirSync(at('temporary'))
    vi.stubEnv('TMPDIR', at('temporary'))
    const few = [await compared(sides), await compared(sides, ['--threads', '2'])]
    const exact = await compared(sides, ['--exact'])
    const onTwo = await compared(sides, ['--exact', '--threads', '2'])
    const onThree = await compared(sides, ['--exact', '--threads', '3'])
    vi.stubEnv('TMPDIR', at('nowhere'))
    const withoutRoom = await compared(sides, ['--exact'])
    few.push(await compared(sides))

    expect(counts).toEqual({ '00': 9999, '01': 0, '02': 1, '03': 0 })
    for (const { json } of few) expect(json).toMatchObject({ counts, bridge })
    expect(exact.json).toMatchObject({ counts, bridge })
    expect(onTwo.json).toEqual(exact.json)
    expect(onThree.json).toEqual(exact.json)
    expect(readdirSync(at('temporary'))).toEqual([])
    expect(withoutRoom.code).toBe(1)
    expect(withoutRoom.json).toEqual({
      error: {
        reason: 'spill_failed',
        message: `Rows could not be put aside in ${at('nowhere')}: ENOENT.`,
        remedy: 'Make room there for both files, or name another folder in TMPDIR.',
      },
    })
  })

  it('have a file without a name, which disappears with a killed command', () => {
    mkdirSync(at('killed'))
    vi.stubEnv('TMPDIR', at('killed'))
    const spill = openSpillFile()
    spill.write(Uint8Array.of(1, 2, 3))
    spill.write(Uint8Array.of(4))
    const read = new Uint8Array(2)
    spill.read(read, 2)

    expect([...read]).toEqual([3, 4])
    expect(readdirSync(at('killed'))).toEqual([])
    expect(() => spill.read(read, 3)).toThrow('Rows could not be put aside in')
    void spill.close()
  })

  it.runIf(existsSync(fullDevice))('say that the disk is full', () => {
    const spill = spillOnto(openSync(fullDevice, 'r+'))

    expect(() => spill.write(new Uint8Array(4096))).toThrow(
      /^Rows could not be put aside in .*: ENOSPC\.$/,
    )
    void spill.close()
  })
})

describe('a file that reconcile reads with random access', () => {
  it('has another version once it is written to or replaced, and is a megabyte long at least', () => {
    const path = at('placed.csv')
    const versionOf = () => {
      const source = fileSource(path)
      const version = source.access?.version()
      void source.close()
      return version
    }
    writeFileSync(path, 'x'.repeat(1024 * 1024 - 1))
    expect(versionOf()).toBeUndefined()
    appendFileSync(path, 'yz')
    const versions = [versionOf()]
    expect(versionOf()).toBe(versions[0])
    const { atime, mtime } = statSync(path)
    utimesSync(path, atime, new Date(mtime.getTime() + 1000))
    versions.push(versionOf())
    copyFileSync(path, at('other.csv'))
    renameSync(at('other.csv'), path)
    versions.push(versionOf())
    appendFileSync(path, 'z')
    versions.push(versionOf())
    expect(new Set(versions).size).toBe(4)

    const source = fileSource(path)
    const target = new Uint8Array(4)
    const read = source.access?.readAt(target, 1024 * 1024 - 2)
    expect([read, ...target]).toEqual([4, 120, 121, 122, 122])
    expect(source.access?.readAt(target, 2 ** 40)).toBe(0)
    void source.close()
  })
})

describe('the progress of reconcile', () => {
  function progressOn(
    terminal: Partial<Terminal>,
    { isWanted = false, totalBytes }: { readonly isWanted?: boolean; readonly totalBytes?: number },
  ) {
    let now = 0
    const lines: string[] = []
    const { showStatus: _hidden, ...quiet } = processTerminal()
    const shown = 'showStatus' in terminal && {
      showStatus: (text: string) => void lines.push(text),
    }
    const note = (text: string) => void lines.push(`${text}\n`)
    const clock = { ...quiet, ...shown, note, now: () => now }
    const progress = byteProgress(clock, { totalBytes, isWanted })
    for (const [seconds, bytes, rows, phase] of [
      [0.5, 100, 10, 'checking'],
      [2, 500, 30_000, 'checking'],
      [2.5, 600, 40_000, 'checking'],
      [4, 1500, 60_000, 'comparing'],
    ] as const) {
      now = seconds * 1000
      progress.take({ bytes, rows, phase })
    }
    progress.end()
    return lines
  }

  it('is one line on a terminal: rows, rows a second, part of the reading and its time left', () => {
    expect(progressOn({ showStatus: () => undefined }, { totalBytes: 1000 })).toEqual([
      'checking: 30,000 rows, 15,000 a second, 50 % done, about 2 s left',
      'comparing: 60,000 rows, 90 % done, about 1 s left',
      '',
    ])
  })

  it('is printed line by line elsewhere, only on request', () => {
    expect(progressOn({}, { totalBytes: 1000 })).toEqual([])
    expect(progressOn({}, { isWanted: true })).toEqual([
      'checking: 30,000 rows, 15,000 a second\n',
      'comparing: 60,000 rows\n',
    ])
  })

  it('never reaches standard output', async () => {
    const run = await compared(sidesOf([partnerName], [serviceName]), ['--progress'])

    expect(run.stdout).toMatch(/^\{/)
  })
})
