import { compiledModule } from '#compiled-module'
import { describe, expect, it } from 'vitest'
import { byteRanges, rangedEngines } from '../../test/byte-ranges.ts'
import { damaged, joined } from '../../test/damage.ts'
import { engineNames, engines } from '../../test/engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { createRandom } from '../../test/random.ts'
import { changedEngine } from '../../test/ranged-engine.ts'
import { memorySpill } from '../../test/memory-spill.ts'
import { PlacedFile, sourceOf } from '../../test/sink.ts'
import { placedOutcome, wholeOutcome } from '../../test/whole-outcome.ts'
import { seedsOfRuntime } from '../../test/seeds.ts'
import { checksumProfiles } from '../checksum/checksum-profile.ts'
import { formatRow } from '../checksum/format-row.ts'
import { md5Hex } from '../checksum/md5.ts'
import { Sha256 } from '../checksum/sha256.ts'
import type { ByteSource } from '../csv/byte-source.ts'
import { columnEnd, columnStart } from '../csv/record-batch.ts'
import { sharedColumnNames } from '../layouts.ts'
import type { ReconcileOptions } from '../index.ts'
import type { Engine, EngineSettings } from './engine.ts'
import { ModuleInstance } from '../module/module-instance.ts'
import { createModuleEngine } from './fingerprint-engine.ts'
import { SideFilter } from './module-engine/side-filter.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
type Random = ReturnType<typeof createRandom>

async function expectAlike(
  files: { partner: Uint8Array; service: Uint8Array },
  extra: Partial<ReconcileOptions> & { pieceBytes?: number } = {},
): Promise<void> {
  const expected = await wholeOutcome('script', files, extra)
  expect(await wholeOutcome('module', files, extra)).toEqual(expected)
  expect(await placedOutcome(files, extra)).toEqual(expected)
}

function oddRow(index: number, random: Random): RowText {
  const texts = ['', 'I,1', 'I"2"', '\u{feff}I3', 'Hoá đơn', 'a\r\nb', 'x'.repeat(60), '="1"']
  return {
    code: random.chance(0.1) ? random.pick(['W,1', 'W"2', '\u{feff}W3', 'Wé']) : `W${index}`,
    invoice: random.pick(texts),
    amount: random.pick(['150000', '150000.00', '0150000', '-1', '1.2345', '1.23456', '.5', '0']),
    fee: random.pick(['0', '-0', '-12.5', '99999999999999', '1234567890123456', '']),
    currency: random.pick(['VND', 'VND', 'VND', 'POINT', 'vnd', '']),
    mid: random.pick(['MID1', '123456789012345', '1234567890123456']),
    date: random.pick(['20/11/2026', '29/02/2024', '29/02/2025', '1/1/2026', '']),
    time: random.pick(['', '23:59:59', '24:00:00', '1:2:3']),
    status: random.pick(['0', '0', '0', '1', '2', '-1', '9']),
    type: random.pick(['1', '1', '1', '-1', '', '2']),
    description: random.pick(['', 'plain', '{"a":"b, c"}', 'line\r\nbreak', '\n\n', 'đồng "x"']),
  }
}

describe('the two engines', () => {
  it('agree on rows with every kind of unusual value', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(1, 200)) {
      const random = createRandom(seed)
      const rows = Array.from({ length: 12 }, (_, index) => oddRow(index % 9, random))
      await expectAlike({
        partner: encoder.encode(rows.map((row) => partnerLine(row)).join('')),
        service: encoder.encode(
          random
            .shuffle(rows)
            .map((row) => serviceLine(random.chance(0.3) ? oddRow(3, random) : row))
            .join(''),
        ),
      })
    }
  })

  it('agree on files that were damaged anywhere', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(1, 400)) {
      const random = createRandom(seed)
      const rows = Array.from({ length: 6 }, (_, index) => ({ code: `W${index}` }))
      const file = (line: (row: RowText) => string) =>
        encoder.encode(
          rows.map((row) => line(row).replace('\r\n', random.pick(['\r\n', '\n']))).join(''),
        )
      let partner = file(partnerLine)
      for (let count = random.below(4); count >= 0; count -= 1) partner = damaged(partner, random)
      if (random.chance(0.3)) partner = joined([encoder.encode('\u{feff}'), partner])
      const header = random.pick(['refuse', 'skip'] as const)
      await expectAlike(
        { partner, service: file(serviceLine) },
        { header, pieceBytes: random.pick([1, 2, 3, 17, 1000]), exact: random.chance(0.2) },
      )
    }
  })

  it('agree on every division of a file into chunks', { timeout: 300_000 }, async () => {
    const rows = [{ code: 'W1', description: 'a "b"\r\nc' }, { code: 'W2' }]
    const partner = encoder.encode(`\u{feff}${rows.map((row) => partnerLine(row)).join('')}`)
    const service = encoder.encode(rows.map((row) => serviceLine(row)).join(''))
    const whole = await wholeOutcome('script', { partner, service })
    for (let pieceBytes = 1; pieceBytes <= partner.length; pieceBytes += 1) {
      expect(await wholeOutcome('module', { partner, service }, { pieceBytes })).toEqual(whole)
    }
  })

  it('agree on every profile, and on a previous key', { timeout: 300_000 }, async () => {
    const values = ['I"1', 'W1', '1.50', 'VND', '0', '0', '0', 'M,1', '', '', '20/11/2026', '']
    for (const profile of Object.values(checksumProfiles)) {
      const rows = (key: string) =>
        formatRow(['P1', ...values, '0', 'd'.repeat(40), '1'], { profile, key })
      const partner = encoder.encode([testKey, 'old', 'wrong'].map(rows).join(''))
      const service = encoder.encode(
        formatRow([...values, '', 'S1', '0', '1'], { profile, key: 'old' }),
      )
      await expectAlike({ partner, service }, { profile, previousKey: 'old' })
    }
  })

  it('agree on a date that is nearly that of the row before', async () => {
    const dates = [
      '\0'.repeat(10),
      '01/01/20\0\0',
      '20/11/2026',
      '20/11/20x6',
      '20/11/202',
      '20/11/20266',
      '30/02/2026',
      '20/11/2026',
    ]
    const partner = dates.map((date, index) => partnerLine({ code: `W${index}`, date })).join('')
    const files = { partner: encoder.encode(partner), service: encoder.encode('') }

    await expectAlike(files, { force: true })
    expect(await wholeOutcome('module', files, { force: true })).toMatchObject({
      inputs: [{ rows: 8, goodRows: 2 }, {}],
    })
  })

  it.each([
    ['date', '20/11/2026'],
    ['time', '19:05:48'],
    ['time', '23:59:59'],
    ['amount', '12345678'],
    ['type', '-1'],
  ] as const)('agree on any character at every position of a %s, %s', async (column, value) => {
    // All of one byte, and some of two, in the place of two.
    const characters = Array.from({ length: 0x800 }, (_, code) => String.fromCharCode(code)).filter(
      (_, code) => code < 0x80 || code % 11 === 0,
    )
    const rows = Array.from(value, (_, place) => place).flatMap((place) =>
      characters.map((character) => {
        const { length } = encoder.encode(character)
        return `${value.slice(0, place)}${character}${value.slice(place + length)}`
      }),
    )
    const partner = rows.map((text, index) => partnerLine({ code: `W${index}`, [column]: text }))

    await expectAlike({ partner: encoder.encode(partner.join('')), service: encoder.encode('') })
  })

  it('agree on rows whose messages have fewer blocks without their quotes', async () => {
    const profile = checksumProfiles.comma
    const quotes = Array.from({ length: 70 }, (_, index) => '"'.repeat(index))
    const rows = quotes.map((description, index) =>
      formatRow(
        [
          'P1',
          'I1',
          `W${index}`,
          '1',
          'VND',
          '0',
          '0',
          '0',
          '',
          '',
          '',
          '20/11/2026',
          '',
          '0',
        ].concat(description, '1'),
        { profile, key: index % 9 === 4 ? 'wrong' : testKey },
      ),
    )
    const files = { partner: encoder.encode(rows.join('')), service: encoder.encode('') }

    await expectAlike(files, { profile, force: true })
    expect(await wholeOutcome('module', files, { profile, force: true })).toMatchObject({
      inputs: [{ rows: 70, badChecksumRows: 8, goodRows: 62 }, {}],
    })
  })

  it('agree on rows with any number of separators close together', async () => {
    const row = partnerLine({ code: 'W1' })
    const numbers = Array.from({ length: 151 }, (_, commas) => commas)
    const texts = numbers.map((commas) => {
      const some = ','.repeat(commas)
      return `${some}\r\n${row}x${some}\n${row}`
    })
    // The last of the many records of a batch.
    texts.push(`${'x\n'.repeat(2000)}${','.repeat(16_000)}\n${row}`)
    for (const text of texts) {
      await expectAlike({ partner: encoder.encode(text), service: encoder.encode('') })
    }
  })

  it.each([16, 18])('agree on a first row of %d names, which is not a header', async (count) => {
    const names = Array.from({ length: count }, (_, column) => `Column ${column}`)
    const partner = encoder.encode(`${names.join()}\r\n${partnerLine({ code: 'W1' })}`)
    const service = encoder.encode(serviceLine({ code: 'W1' }))

    await expectAlike({ partner, service }, { header: 'skip' })
    expect(await wholeOutcome('script', { partner, service }, { header: 'skip' })).toMatchObject({
      inputs: [{ isHeaderSkipped: false, rows: 2, malformedRows: 1 }, {}],
    })
  })

  it('agree on a text that contains a line like a row', async () => {
    const inner = partnerLine({ code: 'W2', description: 'plain' })
    const described = `a\r\n${inner}b`
    const partner = partnerLine({ code: 'W1', description: described }) + inner
    const service = serviceLine({ code: 'W1', amount: '1' }) + serviceLine({ code: 'W2' })
    const files = { partner: encoder.encode(partner), service: encoder.encode(service) }

    await expectAlike(files)
    expect(await wholeOutcome('script', files)).toMatchObject({
      found: { counts: { '00': 1, '03': 1 }, exceptions: { bad_checksum: 0, malformed: 0 } },
    })
  })

  it('agree when only some columns are compared', { timeout: 300_000 }, async () => {
    const one = { code: 'W1', amount: '1.10', tid: 'T1', invoice: 'I,1' }
    for (const name of sharedColumnNames) {
      for (const other of [{ amount: '1.1' }, { tid: 'T2' }, { invoice: 'I,2' }, { fee: '-1' }]) {
        const partner = encoder.encode(partnerLine(one))
        const service = encoder.encode(serviceLine({ ...one, ...other }))
        await expectAlike({ partner, service }, { compare: [name] })
      }
    }
  })
})

/** A row whose description holds a whole row with a right checksum, and others that have none. */
function rowsInText(): string {
  const inner = partnerLine({ code: 'W8' })
  return partnerLine({ code: 'W1', description: `a\r\n${inner}no row\n\n${inner}` })
}

describe('a second reading that fetches rows by their places', () => {
  const rows: RowText[] = Array.from({ length: 7000 }, (_, index) => ({ code: `W${index}` }))
  const differing = new Set([0, 1, 2500, 4000, 4001, 6999])
  /** What may lie between two rows: more bytes, and more lines, than a place tells of at once. */
  const gaps: ReadonlyMap<number, string> = new Map([
    [1, `${'\n'.repeat(300)}\r\n`],
    [2500, `${'no row\n'.repeat(300)}"${'\n'.repeat(300)}",x\n`],
    [3000, `${'x'.repeat(20_000)}\r\n`],
    [4000, `"never closed\n${partnerLine({ code: 'W9' }).replace('W9', 'W8')}`],
    [6999, '\r\n'],
  ])
  const partnerText = `\u{feff}${rows
    .map((row, at) => {
      const text = partnerLine({ ...row, description: at % 3 === 0 ? 'a\r\n"b"' : 'paid' })
      return (gaps.get(at) ?? '') + (at % 5 === 0 ? text.replace(/\r\n$/, '\n') : text)
    })
    .join('')}`.trimEnd()
  const serviceText = rows
    .map((row, at) => serviceLine(differing.has(at) ? { ...row, amount: '7' } : row))
    .concat(serviceLine({ code: 'W77' }))
    .join('')

  /** What a run comes to that may fetch rows by their places, with its files, which something may happen to. */
  function placed(
    happens: (partner: PlacedFile, service: PlacedFile) => Partial<ReconcileOptions>,
  ) {
    const [partner, service] = [new PlacedFile(partnerText), new PlacedFile(serviceText)]
    const spill = memorySpill()
    const files = { partner: partner.content, service: service.content }
    const extra: Partial<ReconcileOptions> = {
      engine: engines.module,
      openSpill: spill.open,
      partner: { open: partner.open },
      service: { open: service.open },
      ...happens(partner, service),
    }
    return { partner, service, uses: spill.uses, outcome: wholeOutcome('module', files, extra) }
  }

  /** Lets something happen between the readings. */
  const between = (happens: () => void) => ({
    engine: changedEngine({
      engine: engines.module,
      suspect() {
        happens()
        return undefined
      },
    }),
  })

  it('finds the same as two complete readings, with any content between the rows', async () => {
    const { partner, service, uses, outcome } = placed(() => ({}))
    const files = { partner: partner.content, service: service.content }

    expect(await outcome).toEqual(await wholeOutcome('module', files))
    expect(await outcome).toMatchObject({
      found: { counts: { '03': 6 }, exceptions: { duplicate: 1, malformed: 305 } },
    })
    expect([partner.bytesInOrder, service.bytesInOrder]).toEqual([
      partner.content.length,
      service.content.length,
    ])
    // Nine rows of 120 bytes, and those whose keys the filter takes for repeated ones by chance, some of them with the
    // gap before them.
    expect(partner.bytesAtPlaces).toBeGreaterThan(0)
    expect(partner.bytesAtPlaces).toBeLessThan(partner.content.length / 20)
    expect(uses).toMatchObject({ opened: 1, closed: 1 })
    const ranges = placed(() => ({ engine: changedEngine({ engine: engines.module, ranges: 3 }) }))
    expect(await ranges.outcome).toEqual(await outcome)
  })

  it('reads the whole files when very many rows differ', async () => {
    const few = new PlacedFile(
      rows
        .slice(0, 80)
        .map((row) => partnerLine(row))
        .join(''),
    )
    const { outcome } = placed(() => ({ partner: { open: few.open } }))
    expect(await outcome).toMatchObject({ found: { counts: { '00': 78 } } })
    expect([few.bytesAtPlaces, few.bytesInOrder]).toEqual([0, 2 * few.content.length])
  })

  it.each([
    ['cannot be opened', () => new Error('There is no room.'), undefined],
    ['takes nothing', undefined, () => new Error('There is no room.')],
  ])('is a whole one where the place outside of memory %s', async (_, opening, writing) => {
    const { partner, service, outcome } = placed(() => ({
      openSpill() {
        const failure = opening?.()
        if (failure !== undefined) throw failure
        const spill = memorySpill().open()
        return {
          ...spill,
          write(bytes) {
            const full = writing?.()
            if (full !== undefined) throw full
            spill.write(bytes)
          },
        }
      },
    }))
    const files = { partner: partner.content, service: service.content }

    expect(await outcome).toEqual(await wholeOutcome('module', files))
    expect(partner.bytesInOrder).toBe(2 * partner.content.length)
  })

  it('finds the same after both files were read again for a larger sketch', async () => {
    let asked = 0
    const tooMany = { keys: undefined, differentShare: 0 }
    const suspect = () => ((asked += 1) === 1 ? tooMany : undefined)
    const engine = changedEngine({ engine: engines.module, suspect })
    const { partner, service, outcome } = placed(() => ({ engine }))
    const files = { partner: partner.content, service: service.content }

    expect(await outcome).toEqual(await wholeOutcome('module', files))
    expect(partner.bytesInOrder).toBe(2 * partner.content.length)
  })

  const changed = 'ReconcileError: The partner file changed while it was read.'
  const replaced = (text: string, from: string, to: string) => {
    expect(text).toContain(from)
    return encoder.encode(text.replace(from, to))
  }

  it('stops when a row that may differ was replaced by another', async () => {
    const other = partnerLine({ code: 'W2500', description: 'PAID' }).trimEnd()
    const before = partnerLine({ code: 'W2500', description: 'paid' }).trimEnd()
    const contents = [
      replaced(partnerText, before, other),
      replaced(partnerText, before, `"${before.slice(1)}`),
      replaced(partnerText, before, `${before.slice(0, 40)}\n${before.slice(41)}`),
      encoder.encode(partnerText).subarray(0, 1000),
    ]
    for (const content of contents) {
      const { outcome } = placed((partner) => between(() => (partner.content = content)))
      expect(await outcome).toContain(changed)
    }
  })

  it('reads the whole file when its modification time has changed, and stops when its bytes have changed too', async () => {
    const touched = placed((partner) => between(() => (partner.version = 'touched')))
    const files = { partner: touched.partner.content, service: touched.service.content }
    expect(await touched.outcome).toEqual(await wholeOutcome('module', files))
    expect(touched.partner.bytesInOrder).toBe(2 * files.partner.length)

    const grown = placed((partner) =>
      between(() => {
        partner.version = 'grown'
        partner.content = encoder.encode(`${partnerText}\n${partnerLine({ code: 'W7000' })}`)
      }),
    )
    expect(await grown.outcome).toContain(changed)
  })

  it('stops when the modification time has changed after its rows are read', async () => {
    const { outcome } = placed((partner) => {
      const open = () => {
        const source = partner.open()
        const { access } = source
        if (access === undefined) return source
        const readAt: typeof access.readAt = (target, position) => {
          partner.version = 'written'
          return access.readAt(target, position)
        }
        return { ...source, access: { ...access, readAt } }
      }
      return { partner: { open } }
    })
    expect(await outcome).toContain(changed)
  })
})

describe('the filter of repeated keys', () => {
  it('is as large as the rows of a file need, and does not grow then', async () => {
    const module = compiledModule()
    if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
    const filter = new SideFilter(new ModuleInstance(module))
    const isSmallFor = (...millions: readonly number[]) =>
      millions.map((rows) => filter.isSmallFor(rows * 1e6))

    expect([filter.begin('partner'), filter.begin('partner')]).toEqual([true, false])
    filter.fit(1e6)
    expect(isSmallFor(1, 3, 5)).toEqual([false, true, true])
    expect(filter.begin('service')).toBe(true)
    expect(isSmallFor(3, 5)).toEqual([false, true])
    filter.fit(10e6)
    expect(isSmallFor(4, 5)).toEqual([false, true])
    filter.grow(5e6, 14)
    filter.fit(1e6)
    expect(isSmallFor(5, 9)).toEqual([false, true])
    expect(filter.begin('service')).toBe(true)
  })
})

describe('a file in byte ranges', () => {
  const service = encoder.encode(
    ['W1', 'W2', 'W3', 'W5'].map((code) => serviceLine({ code, amount: '150000.00' })).join(''),
  )
  const files = {
    'with rows inside of a text': `${rowsInText()}${partnerLine({ code: 'W2' })}${rowsInText()}`,
    'with a byte order mark, and one within': `\u{feff}${partnerLine({ code: 'W1' })}\u{feff}${partnerLine({ code: 'W2' })}`,
    'with mixed line ends and empty lines': `${partnerLine({ code: 'W1', description: 'a\r\n"b"' }).replace(/\r\n$/, '\n')}\n\r\n${partnerLine({ code: 'W2' })}\n\n${partnerLine({ code: 'W1' }).trimEnd()}`,
    'with broken quotes': `${partnerLine({ code: 'W1' })}a,"b"c\n"never closed\n${partnerLine({ code: 'W2' })}x"\r\n${partnerLine({ code: 'W5' })}\r\n\r\n`,
  }

  /** Everything that both readings tell of the partner file. */
  async function readings(engine: Engine, exceptions: unknown[], open: () => ByteSource) {
    const source = { side: 'partner', origin: 'file', open } as const
    exceptions.length = 0
    const { contentSum, totals, ...tally } = await engine.check(source)
    const rows: unknown[] = []
    const all = { rows: 'all', range: {} } as const
    const now = await engine.collect(source, all, (batch, record) => {
      const text = batch.bytes.slice(batch.starts[record] ?? 0, batch.ends[record] ?? 0)
      rows.push([batch.lines[record], decoder.decode(text)])
    })
    const isSame = now.contentSum === contentSum && now.bytes === tally.bytes
    return { tally, totals: totals.totals(), exceptions: exceptions.slice(), rows, isSame }
  }

  it.each(Object.entries(files))('is read as a whole one is, %s', async (_, text) => {
    const partner = encoder.encode(text)
    const exceptions: unknown[] = []
    const told = settings({ onExceptions: (found) => void exceptions.push(...found) })
    const open = sourceOf(partner)
    const whole = await readings(engines.module(told), exceptions, open)
    const ranged = rangedEngines(told, { partner, service })
    for (let rangeBytes = 1; rangeBytes <= partner.length; rangeBytes += 1) {
      const found = await readings(ranged({ rangeBytes }), exceptions, open)
      expect({ rangeBytes, ...found }).toEqual({ rangeBytes, ...whole })
      // Few bytes make many ranges, and their borders come again with more.
      if (rangeBytes === 4) rangeBytes = 40
    }
    expect(whole.isSame).toBe(true)
  })

  it('is compared like a whole file, even if it is damaged', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(1, 30)) {
      const random = createRandom(seed)
      const rows = Array.from({ length: 8 }, (_, index) => oddRow(index % 7, random))
      let partner = encoder.encode(rows.map((row) => partnerLine(row)).join(''))
      for (let count = random.below(4); count > 0; count -= 1) partner = damaged(partner, random)
      const extra = { exact: random.chance(0.3), all: random.chance(0.3) }
      const engine = byteRanges({ partner, service, rangeBytes: 1 + random.below(600) })

      expect(await wholeOutcome('module', { partner, service }, { ...extra, engine })).toEqual(
        await wholeOutcome('module', { partner, service }, extra),
      )
    }
  })

  it('skips a line that is longer than several ranges', async () => {
    const long = `${'x'.repeat(50_000)}"\r\n`
    const partner = encoder.encode(partnerLine({ code: 'W1' }) + long + partnerLine({ code: 'W2' }))
    const engine = byteRanges({ partner, service, rangeBytes: 4000 })

    expect(await wholeOutcome('module', { partner, service }, { engine })).toEqual(
      await wholeOutcome('module', { partner, service }),
    )
  })

  it('reads a range again if it failed or began inside a text', async () => {
    const partner = encoder.encode(
      Array.from({ length: 9 }, (_, at) => partnerLine({ code: `W${at}` })).join('') + rowsInText(),
    )
    const orders: string[] = []
    const failing = new Set(['partner 800', 'service 400'])
    const engine = byteRanges({
      partner,
      service,
      rangeBytes: 400,
      check: async ({ side, range: { start }, isGuess }, read) => {
        const name = `${side} ${start}`
        orders.push(isGuess ? name : `${name} for certain`)
        if (failing.delete(name)) throw new Error('The disk failed.')
        return await read()
      },
    })

    expect(await wholeOutcome('module', { partner, service }, { engine })).toEqual(
      await wholeOutcome('module', { partner, service }),
    )
    const again = orders.filter((name, at) => orders.indexOf(name) < at)
    expect(again).toEqual(['partner 800', 'service 400'])
    const certain = orders.filter((name) => name.endsWith('for certain'))
    expect(certain).toEqual(['partner 0 for certain', expect.any(String), 'service 0 for certain'])
  })

  it('fails when a range fails twice', async () => {
    const partner = encoder.encode(partnerLine({ code: 'W1' }))
    const engine = byteRanges({
      partner,
      service,
      rangeBytes: 100,
      check: async ({ range }, read) => {
        if (range.start === 100) throw new Error('The disk failed.')
        return await read()
      },
    })

    expect(await wholeOutcome('module', { partner, service }, { engine })).toBe(
      'Error: The disk failed.',
    )
  })

  it('fails when the file changes before its digest is made', async () => {
    const partner = encoder.encode(partnerLine({ code: 'W1' }))
    const engine = byteRanges({
      partner,
      service,
      rangeBytes: 1000,
      async check(_, read) {
        const found = await read()
        partner[2] = 65
        return found
      },
    })

    expect(await wholeOutcome('module', { partner, service }, { engine })).toContain(
      'The partner file changed while it was read.',
    )
  })
})

function settings(extra: Partial<EngineSettings> = {}): EngineSettings {
  return {
    key: testKey,
    profile: checksumProfiles.record,
    compare: sharedColumnNames,
    header: 'refuse',
    createDigest: () => new Sha256(),
    onExceptions: () => undefined,
    onBytes: () => undefined,
    ...extra,
  }
}

describe.each(engineNames)('the engine of %s', (name) => {
  const source = (text: string, side: 'partner' | 'service' = 'partner') =>
    ({ side, origin: 'file', open: sourceOf(text) }) as const

  async function codesIn(engine: Engine, text: string, from: string, to: string) {
    const found: string[] = []
    const range = { from: encoder.encode(from), to: encoder.encode(to) }
    await engine.collect(source(text), { rows: 'all', range }, (batch, record) => {
      const code = batch.bytes.slice(columnStart(batch, record, 2), columnEnd(batch, record, 2))
      found.push(decoder.decode(code))
    })
    return found
  }

  it('verifies messages of every length', async () => {
    const lengths = Array.from({ length: 600 }, (_, length) => length)
    const rows = lengths.map((length) =>
      partnerLine({ code: `W${length}`, description: 'd'.repeat(length) }),
    )
    const wrong = rows.map((row) => row.replace('INV-W', 'INV-V'))
    const engine = engines[name](settings())

    expect((await engine.check(source(rows.join('')))).goodRows).toBe(600)
    expect((await engine.check(source(wrong.join('')))).badChecksumRows).toBe(600)
  })

  it('suspects the rows that differ and no others, and estimates their share', async () => {
    const rows: RowText[] = Array.from({ length: 40 }, (_, index) => ({ code: `W${index}` }))
    const changes: readonly Partial<RowText>[] = [
      { amount: '150000.5' },
      { tid: 'TID2' },
      { status: '1' },
      { type: '-1' },
    ]
    const alike: readonly Partial<RowText>[] = [{ amount: '150000.0' }, { fee: '01650' }, {}]
    const others = rows.map((row, at) => ({ ...row, ...changes[at], ...alike[at - 10] }))
    const partner = rows.map((row) => partnerLine(row)).join('')
    const service = others
      .slice(0, 39)
      .toReversed()
      .map((row) => serviceLine(row))
      .join('')
    const engine = engines[name](settings())

    for (const isRepeat of [false, true]) {
      await engine.check(source(partner), { isRepeat })
      await engine.check(source(service, 'service'), { isRepeat })
      // Four differ, of which the payment and the refund have keys of their own, and one is missing.
      expect(engine.suspect()).toEqual({ keys: 6, differentShare: 9 / 79 })
      expect(engine.widen()).toBe(!isRepeat)
    }
  })

  it('reports every byte that it reads, and every row of the first reading', async () => {
    const told = { bytes: 0, rows: 0 }
    const onBytes: EngineSettings['onBytes'] = (bytes, count) => {
      told.bytes += bytes
      told.rows += count
    }
    const text = Array.from({ length: 30 }, (_, index) => partnerLine({ code: `W${index}` })).join(
      '',
    )
    const { length } = encoder.encode(text)
    const engine = engines[name](settings({ onBytes }))
    const cut = { ...source(''), open: sourceOf(text, 700) }

    const { rows, bytes } = await engine.check(cut)
    expect({ rows, bytes, told }).toEqual({ rows: 30, bytes: length, told: { bytes, rows } })
    await engine.check(cut, { isRepeat: true })
    expect(told).toEqual({ bytes: 2 * length, rows: 30 })
    await engine.collect(cut, { rows: 'all', range: {} }, () => undefined)
    expect(told).toEqual({ bytes: 3 * length, rows: 30 })
  })

  it('accepts texts of valid UTF-8 without control characters, and no others', async () => {
    const strict = new TextDecoder('utf-8', { fatal: true })
    const seconds = [0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    const thirds = [0x20, 0x80, 0xbf, 0xc0]
    const isText = (bytes: Uint8Array) => {
      try {
        return !strict.decode(bytes).includes('\u{7f}')
      } catch {
        return false
      }
    }
    const before = encoder.encode('P1,I1,W1,1,VND,0,0,0,M1,MID1,TID1,20/11/2026,,0,')
    const rows: Uint8Array[] = []
    const expected: number[] = []
    for (let first = 0x80; first <= 0xff; first += 1) {
      for (const second of seconds) {
        for (const third of thirds) {
          for (const fourth of [0x20, 0x80]) {
            const pad = encoder.encode('đ'.repeat(rows.length % 13) + 'a'.repeat(rows.length % 7))
            const end = rows.length % 3 === 0 ? [] : [0x61]
            const text = joined([pad, Uint8Array.of(first, second, third, fourth, ...end)])
            const data = joined([before, text, encoder.encode(',1')])
            const sum = md5Hex(joined([data, encoder.encode(testKey)]))
            rows.push(joined([data, encoder.encode(`,${sum}\n`)]))
            if (!isText(text)) expected.push(rows.length)
          }
        }
      }
    }
    const lines: number[] = []
    const onExceptions: EngineSettings['onExceptions'] = (found) =>
      void lines.push(...found.map(({ line }) => line))
    const file = new Blob(rows.map((row) => Uint8Array.from(row)))
    await engines[name](settings({ onExceptions })).check({
      side: 'partner',
      origin: 'file',
      open: () => file.stream(),
    })

    expect(expected.length).toBeGreaterThan(5000)
    expect(lines).toEqual(expected)
  })

  it('counts the characters of a text, not its bytes', async () => {
    const texts = ['đ', 'ế', '😀', 'a'].flatMap((character) =>
      [14, 15, 16].map((count) => character.repeat(count)),
    )
    const rows = texts.map((mid, index) => partnerLine({ code: `W${index}`, mid }))
    const lines: number[] = []
    const onExceptions: EngineSettings['onExceptions'] = (found) =>
      void lines.push(...found.map(({ line }) => line))
    await engines[name](settings({ onExceptions })).check(source(rows.join('')))

    expect(lines).toEqual([3, 6, 9, 12])
  })

  it('fetches a row whose code is the start of a range, but not a row whose code is its end', async () => {
    const codes = ['W1', 'W2', 'W22', 'W3', 'W', 'W,1']
    const text = codes.map((code) => partnerLine({ code })).join('')
    const engine = engines[name](settings())
    await engine.check(source(text))
    engine.suspect()

    expect(await codesIn(engine, text, 'W2', 'W3')).toEqual(['W2', 'W22'])
    expect(await codesIn(engine, text, 'W', 'W1')).toEqual(['W', '"W,1"'])
    expect(await codesIn(engine, text, 'W3', 'W9')).toEqual(['W3'])
  })

  it('hashes equal content equally in any chunks, and different content differently', async () => {
    const engine = engines[name](settings())
    const text = Array.from({ length: 30 }, (_, index) => partnerLine({ code: `W${index}` })).join(
      '',
    )
    const sumOf = async (content: string, pieceBytes: number) => {
      const open = sourceOf(content, pieceBytes)
      return (await engine.check({ ...source(''), open }, { isRepeat: true })).contentSum
    }
    const whole = await sumOf(text, 1 << 16)

    for (const pieceBytes of [1, 7, 1023, 1024, 1025, 4000]) {
      expect(await sumOf(text, pieceBytes)).toBe(whole)
    }
    for (const other of [`${text}\n`, text.slice(1), text.replace('W29', 'W28'), `${text}\0`]) {
      expect(await sumOf(other, 1000)).not.toBe(whole)
    }
  })

  it(
    'gives the same result for every position of a record in its memory',
    { timeout: 300_000 },
    async () => {
      const rows = Array.from({ length: 1300 }, (_, index) =>
        formatRow(
          [
            'P1',
            'I',
            `W${index}`,
            '1',
            'VND',
            '0',
            '0',
            '0',
            '',
            '',
            '',
            '20/11/2026',
            '',
            '0',
            'a "b"\n, c',
            '1',
          ],
          { profile: checksumProfiles.record, key: testKey },
        ),
      ).join('')
      for (let length = 0; length < 190; length += 3) {
        const problems: unknown[] = []
        const onExceptions: EngineSettings['onExceptions'] = (found) => void problems.push(...found)
        const first = `${'x'.repeat(length)}\r\n`
        const tally = await engines[name](settings({ onExceptions })).check(source(first + rows))

        expect([tally.goodRows, tally.rows]).toEqual([1300, 1301])
        expect(problems.length).toBe(1)
      }
    },
  )
})

describe('two engines of the module that share the work of a run', () => {
  const rows: RowText[] = Array.from({ length: 30 }, (_, index) => ({ code: `W${index}` }))
  const others = [
    ...rows.map((row, at) => (at % 10 === 0 ? { ...row, amount: '1' } : row)),
    ...Array.from({ length: 30 }, (_, index) => ({ code: `X${index}` })),
  ]
  const file = (side: 'partner' | 'service', origin: 'file' | 'carried', text: string) =>
    ({ side, origin, open: sourceOf(text) }) as const
  const partner = file('partner', 'file', rows.map((row) => partnerLine(row)).join(''))
  const service = file('service', 'file', others.map((row) => serviceLine(row)).join(''))
  const carried = file('service', 'carried', serviceLine({ code: 'W99' }))

  it('find together what a single one finds', async () => {
    const [one, first] = [createModuleEngine(settings()), createModuleEngine(settings())]
    const second = createModuleEngine(settings(), first)
    if (one === undefined || first === undefined || second === undefined) {
      throw new Error('This runtime has no WebAssembly with SIMD.')
    }
    for (const source of [partner, service, carried]) await one.check(source)
    await first.check(partner)
    for (const source of [service, carried]) await second.check(source)

    expect(first.findings().mostRows).toBe(30)
    first.absorb(second.findings())

    expect(first.findings().mostRows).toBe(61)
    expect(first.suspect()).toEqual(one.suspect())
    expect(first.suspect().keys).toBe(34)
    expect(first.ranges(4)).toEqual(one.ranges(4))
    second.takeSuspects(first.suspectedKeys())
    const lines: unknown[] = []
    await second.collect(service, { rows: 'suspects', range: {} }, (batch, record) => {
      lines.push(batch.lines[record])
    })
    expect(lines).toEqual([1, 11, 21, ...Array.from({ length: 30 }, (_, index) => 31 + index)])
  })
})

describe('the sketch of the module', () => {
  /** Fingerprints of so many rows, four random numbers each. */
  function drawFingerprints(rows: number, random: Random): Int32Array {
    return Int32Array.from({ length: 4 * rows }, () => random.below(2 ** 32))
  }

  function keysOf(fingerprints: Int32Array): string[] {
    return Array.from(
      { length: fingerprints.length / 4 },
      (_, row) => `${fingerprints[4 * row]} ${fingerprints[4 * row + 1]}`,
    )
  }

  function suspectedKeys(engine: ReturnType<typeof createModuleEngine>): string[] {
    const keys = engine?.suspectedKeys() ?? new Int32Array()
    return Array.from({ length: keys.length / 2 }, (_, at) => `${keys[2 * at]} ${keys[2 * at + 1]}`)
  }

  it.each([1, 1000, 30_000, 36_000])('decodes %d rows that differ, of either side', (rows) => {
    const random = createRandom(rows)
    const equal = drawFingerprints(20_000, random)
    const [partner, service] = [rows - (rows >> 1), rows >> 1].map((count) =>
      drawFingerprints(count, random),
    )
    const engine = createModuleEngine(settings())
    if (engine === undefined || partner === undefined || service === undefined) {
      throw new Error('This runtime has no WebAssembly with SIMD.')
    }
    for (const some of [partner, equal]) engine.addRows('partner', some)
    for (const some of [equal, service]) engine.addRows('service', some)

    expect(engine.suspect().keys).toBe(rows)
    expect(suspectedKeys(engine).toSorted()).toEqual(
      [...keysOf(partner), ...keysOf(service)].toSorted(),
    )
  })

  it('reports that it has too many, and decodes them when it is larger', () => {
    const random = createRandom(7)
    const equal = drawFingerprints(50_000, random)
    const differing = drawFingerprints(60_000, random)
    const engine = createModuleEngine(settings())
    if (engine === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
    const addAll = () => {
      engine.addRows('partner', equal)
      engine.addRows('service', equal)
      engine.addRows('service', differing)
      return engine.suspect().keys
    }

    expect(addAll()).toBeUndefined()
    expect(engine.widen()).toBe(true)
    expect(addAll()).toBe(60_000)
    expect(suspectedKeys(engine).toSorted()).toEqual(keysOf(differing).toSorted())
  })
})
