import { describe, expect, it } from 'vitest'
import { engines } from '../../../test/engines.ts'
import { testKey } from '../../../test/file-text.ts'
import { memorySpill } from '../../../test/memory-spill.ts'
import { createRandom } from '../../../test/random.ts'
import { changedEngine } from '../../../test/ranged-engine.ts'
import { PlacedFile, sourceOf } from '../../../test/sink.ts'
import { wholeOutcome } from '../../../test/whole-outcome.ts'
import { seedsOfRuntime } from '../../../test/seeds.ts'
import { checksumProfiles } from '../../checksum/checksum-profile.ts'
import { formatRow } from '../../checksum/format-row.ts'
import type { EngineFactory, EngineSettings, RowSource } from '../../engine/engine.ts'
import { sharedColumnNames } from '../../layouts.ts'
import type { Progress, ReconcileOptions } from '../../reconcile-options.ts'
import { RowPartitions } from './row-partitions.ts'

const encoder = new TextEncoder()
type Random = ReturnType<typeof createRandom>

const signing = { profile: checksumProfiles.record, key: testKey }
/** An engine alone, of which nobody takes what it has to say. */
const engineSettings: EngineSettings = {
  ...signing,
  compare: sharedColumnNames,
  header: 'refuse',
  createDigest: () => ({ update: () => undefined, digest: () => '' }),
  onExceptions: () => undefined,
  onBytes: () => undefined,
}
const long = 'đ'.repeat(1000)

/** Codes of any length that begin alike, or not, and of which some need quotes. */
function codeAt(index: number, random: Random): string {
  const number = String(index).padStart(6, '0')
  return random.pick([
    `20261120T${number}`,
    `20261120T${number}`,
    `20261120T${number}`,
    `20261120T${number}`,
    `20261120T${number},"x"`,
    `20261120T${number.slice(3)}`,
    number,
    `\u{feff}${number}`,
    `20${index % 10}`,
  ])
}

/** Two files of some megabytes: most rows agree, some differ, are repeated, carried, or no good rows. */
function drawnFiles(seed: number, count = 1300) {
  const random = createRandom(seed)
  const [partner, service, carried]: [string[], string[], string[]] = [[], [], []]
  for (let index = 0; index < count; index += 1) {
    const code = codeAt(index, random)
    const amount = random.pick(['150000', '150000.00', '1.5'])
    const shared = [
      `INV-${index}`,
      code,
      amount,
      'VND',
      '1650',
      '0',
      '0',
      'M,1',
      'MID',
      '',
      '20/11/2026',
      '',
    ]
    const type = random.pick(['1', '1', '1', '-1'])
    const isLong = random.chance(0.9)
    const status = random.chance(0.1) ? '1' : '0'
    const partnerRow = formatRow(
      ['P1', ...shared, status, isLong ? long : 'a\r\n"b"', type],
      signing,
    )
    const other = random.chance(0.05) ? shared.with(2, '7') : shared
    const serviceType = type === '1' && random.chance(0.2) ? '' : type
    const serviceRow = formatRow(
      [...other, isLong ? long : '', `S${index}`, status, serviceType],
      signing,
    )
    if (!random.chance(0.02)) partner.push(partnerRow)
    if (!random.chance(0.02)) service.push(serviceRow)
    if (random.chance(0.02))
      partner.push(partnerRow, '', 'no row\r\n', partnerRow.replace('P1', 'P2'))
    if (random.chance(0.02))
      service.push(formatRow([...shared.with(3, 'POINT'), '', 'S', '0', type], signing))
    if (random.chance(0.02)) carried.push(partnerRow)
  }
  const bytes = (rows: readonly string[]) => encoder.encode(rows.join(''))
  return {
    partner: bytes(partner),
    service: bytes(random.shuffle(service)),
    openCarried: sourceOf(bytes(carried)),
  }
}

/** Compares files that can be read at any place. */
function kept(
  files: ReturnType<typeof drawnFiles>,
  more: Partial<ReconcileOptions> & { happens?: (partner: PlacedFile) => void } = {},
) {
  const { happens, ...extra } = more
  const partner = new PlacedFile(files.partner)
  const service = new PlacedFile(files.service)
  const { open, uses } = memorySpill()
  const outcome = wholeOutcome('module', files, {
    exact: true,
    openSpill: open,
    partner: {
      open() {
        const opened = partner.open()
        return {
          ...opened,
          close() {
            if (partner.bytesInOrder >= partner.content.length) happens?.(partner)
          },
        }
      },
      openCarried: files.openCarried,
    },
    service: { open: service.open },
    ...extra,
  })
  return { partner, service, uses, outcome }
}

/** What the engine in script finds, which reads files twice and keeps no rows in between. */
function expected(files: ReturnType<typeof drawnFiles>, extra: Partial<ReconcileOptions> = {}) {
  return wholeOutcome('script', files, {
    exact: true,
    partner: { open: sourceOf(files.partner), openCarried: files.openCarried },
    ...extra,
  })
}

describe('rows that are kept in the first reading', () => {
  it.each(seedsOfRuntime(1, 4))(
    'are compared as those of a second one are, draw %d',
    async (seed) => {
      const files = drawnFiles(seed)
      for (const extra of [{}, { all: true }]) {
        const { partner, service, uses, outcome } = kept(files, extra)

        expect(await outcome).toEqual(await expected(files, extra))
        expect([partner.bytesInOrder, service.bytesInOrder]).toEqual([
          files.partner.length,
          files.service.length,
        ])
        expect(uses).toMatchObject({ opened: 1, closed: 1 })
      }
    },
  )

  it('are reported while they are compared, like those of a second reading', async () => {
    const files = drawnFiles(11, 700)
    const told: Progress[] = []
    const { outcome } = kept(files, { onProgress: (progress) => void told.push(progress) })
    await outcome
    const total = (phase: Progress['phase']) =>
      Math.max(...told.filter((one) => one.phase === phase).map(({ bytes }) => bytes))

    expect(told.filter(({ phase }) => phase === 'comparing').length).toBeGreaterThan(1)
    expect(total('comparing')).toBe(2 * total('checking'))
    expect(told.map(({ bytes }) => bytes)).toEqual(
      told.map(({ bytes }) => bytes).toSorted((one, other) => one - other),
    )
  })

  /** A row of the longest texts, in quotes that they need not. */
  const longest = (index: number) => {
    const text = (characters: number) => '😀'.repeat(characters)
    const shared = [text(50), `${text(24)}${index}`, '000000000012345.0000', 'VND', '0', '0', '0']
    const rest = [text(50), text(15), text(16), '20/11/2026', '10:20:30', '0', text(1000), '-1']
    return [`${text(49)}"`, ...shared, ...rest]
  }
  const longRows = encoder.encode(
    Array.from({ length: 40 }, (_, index) => formatRow(longest(index), signing)).join(''),
  )
  const fewCuts = ['20', '20261120T000100', '20261120T0001001', '20261120T000200', '3']
  const manyCuts = Array.from(
    { length: 999 },
    (_, index) => `20261120T${String(index).padStart(6, '0')}`,
  )

  it.each([
    ['few ranges', fewCuts, drawnFiles(5, 400).partner, 6],
    ['as many ranges as there may be', manyCuts, drawnFiles(10, 1000).partner, 500],
    ['as many ranges, of the longest rows', manyCuts, longRows, 1],
  ])('are the bytes that are kept of a second one, in %s', async (_, cuts, partner, fewest) => {
    const source: RowSource = { side: 'partner', origin: 'file', open: sourceOf(partner) }
    const codes = cuts.map((cut) => encoder.encode(cut))
    const ranges = [undefined, ...codes].map((from, index) => {
      const to = codes[index]
      return { ...(from && { from }), ...(to && { to }) }
    })
    const rowsOf = async (kept: 'while checking' | 'in a second reading') => {
      const pieces = ranges.map((): number[] => [])
      const engine = engines.module(engineSettings)
      const write = (range: number, rows: Uint8Array) => {
        for (const byte of rows) pieces[range]?.push(byte)
      }
      if (kept === 'while checking') engine.keepRows?.({ ranges, indexOf: () => 0, write })
      await engine.check(source)
      if (kept === 'in a second reading') {
        const spare = new Uint8Array()
        const partitions = new RowPartitions(ranges, {
          sources: [source],
          written: { write },
          spare,
        })
        const selection = { rows: 'all', range: {} } as const
        await engine.collect(source, selection, (batch, record) => partitions.add(batch, record, 0))
        partitions.end()
      }
      await engine.release?.()
      return pieces
    }

    const found = await rowsOf('while checking')
    expect(found.filter(({ length }) => length > 0).length).toBeGreaterThanOrEqual(fewest)
    expect(found).toEqual(await rowsOf('in a second reading'))
  })

  it('are discarded and read again when a file has changed', async () => {
    const files = drawnFiles(6)
    const { partner, uses, outcome } = kept(files, {
      happens: (file) => (file.version = 'second'),
    })

    expect(await outcome).toEqual(await expected(files))
    expect(partner.bytesInOrder).toBe(2 * files.partner.length)
    expect(uses).toMatchObject({ opened: 1, closed: 1 })
  })

  it('stop the run when the bytes of the file have changed', async () => {
    const files = drawnFiles(7)
    const { outcome } = kept(files, {
      happens(file) {
        file.version = 'second'
        file.content = file.content.with(file.content.length - 50, 65)
      },
    })

    expect(await outcome).toContain('The partner file changed while it was read.')
  })

  it.each([
    ['cannot be opened', true],
    ['is full', false],
  ])('stop the run when the spill %s', async (_, isClosed) => {
    const failure = new Error('There is no room.')
    let closed = 0
    const { outcome } = kept(drawnFiles(8, 20), {
      openSpill() {
        if (isClosed) throw failure
        return {
          write() {
            throw failure
          },
          read: () => undefined,
          close: () => void (closed += 1),
        }
      },
    })

    expect(await outcome).toBe('Error: There is no room.')
    expect(closed).toBe(isClosed ? 0 : 1)
  })

  const readTwice: Readonly<
    Record<string, (files: ReturnType<typeof drawnFiles>) => Partial<ReconcileOptions>>
  > = {
    'by an engine that cannot': () => ({ engine: changedEngine({ engine: engines.module }) }),
    'of a file that can only be read from start to end': ({ service }) => ({
      service: { open: sourceOf(service) },
    }),
  }

  it.each(Object.entries(readTwice))('are none %s', async (_, options) => {
    const files = drawnFiles(9, 60)
    const { partner, outcome } = kept(files, options(files))

    expect(await outcome).toEqual(await expected(files))
    expect(partner.bytesInOrder).toBe(2 * files.partner.length)
  })

  it('are used to decide whether files belong together, with the first row of repeated keys', async () => {
    const row = (index: number, amount: number) => {
      const shared = [
        `I${index}`,
        `W${index}`,
        `${amount}`,
        'VND',
        '0',
        '0',
        '0',
        '',
        '',
        '',
        '20/11/2026',
        '',
      ]
      return { partner: ['P', ...shared, '0', '', '1'], service: [...shared, '', 'S', '0', '1'] }
    }
    const rows = Array.from({ length: 6000 }, (_, index) =>
      row(index % 150, 1 + Math.floor(index / 150)),
    )
    const text = (values: readonly (readonly string[])[]) =>
      values.map((one) => formatRow(one, signing)).join('')
    const partner = encoder.encode(text(rows.map((one) => one.partner)))
    const service = encoder.encode(text(rows.slice(0, 150).map((one) => one.service)))
    const other = encoder.encode(
      text(rows.slice(0, 150).map((_, index) => row(index, 7777).service)),
    )
    const shareOf = async (engine: EngineFactory, files: readonly Uint8Array[]) => {
      const found = engine(engineSettings)
      found.keepRows?.({ ranges: [{}], indexOf: () => 0, write: () => undefined })
      for (const [index, side] of (['partner', 'service'] as const).entries()) {
        await found.check({ side, origin: 'file', open: sourceOf(files[index] ?? '') })
      }
      return found.suspect()
    }

    expect(await shareOf(engines.module, [partner, service])).toEqual({
      keys: undefined,
      differentShare: 0,
    })
    expect(await shareOf(engines.module, [partner, other])).toEqual({
      keys: undefined,
      differentShare: 1,
    })
  })
})
