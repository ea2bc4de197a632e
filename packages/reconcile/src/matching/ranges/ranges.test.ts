import { describe, expect, it } from 'vitest'
import { drawRows, drawnFiles } from '../../../test/draw-files.ts'
import { type RowText, partnerLine, serviceLine, testKey } from '../../../test/file-text.ts'
import { oracle } from '../../../test/oracle.ts'
import { createRandom } from '../../../test/random.ts'
import { engineNames, engines } from '../../../test/engines.ts'
import { changedEngine } from '../../../test/ranged-engine.ts'
import { memorySpill } from '../../../test/memory-spill.ts'
import { sourceOf, sink } from '../../../test/sink.ts'
import { seedsOfRuntime } from '../../../test/seeds.ts'
import { reconcile } from '../../reconcile.ts'
import type { ReconcileOptions } from '../../reconcile-options.ts'

type Extra = Partial<Omit<ReconcileOptions, 'partner' | 'service' | 'key'>>

const partnerFile = (rows: readonly RowText[]) => rows.map((row) => partnerLine(row)).join('')
const serviceFile = (rows: readonly RowText[]) => rows.map((row) => serviceLine(row)).join('')
const codes = (count: number): RowText[] =>
  Array.from({ length: count }, (_, index) => ({ code: `W${String(index).padStart(3, '0')}` }))

async function run(
  { partner, service }: { partner: string; service: string },
  extra: Extra & { carried?: string } = {},
) {
  const { carried, ...options } = extra
  const outputs = { result: sink(), carriedPartner: sink(), carriedService: sink() }
  const found = await reconcile({
    partner: {
      open: sourceOf(partner),
      ...(carried !== undefined && { openCarried: sourceOf(carried) }),
    },
    service: { open: sourceOf(service) },
    key: testKey,
    result: outputs.result.stream,
    carriedPartner: outputs.carriedPartner.stream,
    carriedService: outputs.carriedService.stream,
    ...options,
  })
  const { counts, exceptions, totals, bridge, differences, proposals } = found
  const texts = Object.values(outputs).map((output) => output.text())
  return { counts, exceptions, totals, bridge, differences, proposals, texts, ages: found.carried }
}

describe('files that are compared by ranges of codes', () => {
  it('have the outcome of one range, and that of the oracle', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(20_001, 20_250)) {
      const random = createRandom(seed)
      const rows = drawRows(random)
      const files = drawnFiles(random.shuffle(rows), random)
      const carried = random.chance(0.3) ? partnerLine({ code: `W${random.below(12)}` }) : undefined
      const exact = random.chance(0.5)
      const ranges = 2 + random.below(6)
      const options = { force: true, exact, ...(carried !== undefined && { carried }) }

      const openSpill = random.chance(0.5) ? memorySpill().open : undefined
      const whole = await run(files, { ...options, engine: changedEngine({ ranges: 1 }) })
      const ranged = await run(files, {
        ...options,
        engine: changedEngine({ ranges }),
        ...(openSpill && { openSpill }),
      })

      expect({ seed, ...ranged }).toEqual({ seed, ...whole })
      if (carried === undefined) expect(ranged.counts).toEqual(oracle(rows).counts)
    }
  })

  it.each([2, 3, 5, 9])('lose and repeat no row at the boundaries of %d ranges', async (ranges) => {
    const rows = codes(40)
    const dearer = rows.map((row) => ({ ...row, amount: '1' }))

    const { counts, texts, bridge } = await run(
      { partner: partnerFile(rows), service: serviceFile(dearer.toReversed()) },
      { force: true, engine: changedEngine({ ranges }) },
    )

    const listed = texts[0]?.split('\r\n').map((text) => text.split(',')[2])
    expect(counts).toEqual({ '00': 0, '01': 0, '02': 0, '03': 40 })
    expect(listed?.slice(0, -1)).toEqual(rows.map(({ code }) => code))
    expect(bridge.closes).toBe(true)
  })

  it('keep payment and refund, and both currencies, of a code in one range', async () => {
    const rows = codes(12)
    const refunds = rows.map((row) => ({ ...row, type: '-1' }))
    const parts = rows.flatMap((row) => [
      { ...row, amount: '50000' },
      { ...row, amount: '100', currency: 'POINT', fee: '0' },
    ])

    const { counts } = await run(
      { partner: partnerFile([...rows, ...refunds]), service: serviceFile([...parts, ...refunds]) },
      { exact: true, engine: changedEngine({ ranges: 4 }) },
    )

    expect(counts).toEqual({ '00': 24, '01': 0, '02': 0, '03': 0 })
  })

  it.each([
    [2, false],
    [9, false],
    [9, true],
  ])('are read once if rows can be spilled: %d ranges, all written: %s', async (ranges, all) => {
    let readings = 0
    const { open, uses } = memorySpill()
    const long = 'x'.repeat(900)
    const rows = codes(400).map((row) => ({ ...row, description: long }))
    const dearer = rows.map((row, at) => (at % 7 === 0 ? { ...row, amount: '1' } : row))
    const files = { partner: partnerFile(rows), service: serviceFile(dearer.toReversed()) }
    const options = { all, exact: true }

    const found = await run(files, {
      ...options,
      openSpill: open,
      engine: changedEngine({ ranges, onCollect: () => (readings += 1) }),
    })

    expect(found).toEqual(await run(files, { ...options, engine: changedEngine({ ranges: 1 }) }))
    expect(found.counts).toMatchObject({ '00': 342, '03': 58 })
    expect([readings, uses.opened, uses.closed]).toEqual([2, 1, 1])
    expect(uses.writes).toBeGreaterThanOrEqual(ranges)
  })

  it('close the spill when the run is stopped', async () => {
    const { open, uses } = memorySpill()
    const rows = codes(40)
    const files = { partner: partnerFile(rows), service: serviceFile(rows) }
    const engine = changedEngine({
      ranges: 3,
      onCollect() {
        throw new Error('cut off')
      },
    })

    await expect(run(files, { exact: true, openSpill: open, engine })).rejects.toThrow('cut off')
    expect([uses.opened, uses.closed]).toEqual([1, 1])
  })

  it('list duplicates in the order of the codes, for any number of ranges', async () => {
    const rows = codes(9)
    const files = {
      partner: partnerFile([...rows, ...rows.toReversed()]),
      service: serviceFile(rows),
    }
    const lists: unknown[] = []
    for (const ranges of [1, 4]) {
      const exceptions = sink()
      await run(files, { engine: changedEngine({ ranges }), exceptions: exceptions.stream })
      lists.push(exceptions.text().match(/^partner,file,\d+/gm))
    }

    const lines = rows.map((_, index) => `partner,file,${18 - index}`)
    expect(lists).toEqual([lines, lines])
  })

  const mebibyte = 2 ** 20

  it.each([
    ['all rows, of just as much as fits', 50, true, { partner: 10, service: 6 }, 0, 1],
    ['all rows, of a byte more', 50, true, { partner: 10, service: 6 }, 1, 2],
    ['all rows, of much', 50, true, { partner: 40, service: 60 }, 0, 7],
    ['few rows, of much', 1, false, { partner: 40, service: 60 }, 0, 1],
    ['a quarter of the rows', 12, false, { partner: 40, service: 60 }, 0, 2],
    ['half of the rows', 25, false, { partner: 40, service: 60 }, 0, 4],
    ['rows that all may differ', 50, false, { partner: 40, service: 60 }, 0, 7],
  ])('are as many as the rows fill 16 MiB: %s', async (...drawn) => {
    const [, different, exact, sizes, more, expected] = drawn
    const rows = codes(50)
    const dearer = rows.map((row, at) => (at < different ? { ...row, amount: '1' } : row))
    const asked: number[] = []
    const bytes = {
      partner: sizes.partner * mebibyte + more,
      service: sizes.service * mebibyte,
    }

    const { counts } = await run(
      { partner: partnerFile(rows), service: serviceFile(dearer) },
      { exact, engine: changedEngine({ bytes, onRanges: (count) => asked.push(count) }) },
    )

    expect(asked).toEqual([expected])
    expect(counts).toMatchObject({ '00': 50 - different, '03': different })
  })

  it('are not read when nothing may differ', async () => {
    let readings = 0
    const rows = codes(5)

    await run(
      { partner: partnerFile(rows), service: serviceFile(rows) },
      { engine: changedEngine({ onCollect: () => (readings += 1) }) },
    )

    expect(readings).toBe(0)
  })

  it('are those of more than 16 MB of rows', { timeout: 120_000 }, async () => {
    const long = 'd'.repeat(1000)
    const rows = Array.from({ length: 9000 }, (_, index) => ({
      code: `W${index}`,
      description: long,
    }))
    // The checksums are not what this is about, and the slow ones of the tests would take most of the time.
    const { md5Hex } = await import('../../checksum/md5.ts')
    const sum = (line: string) => {
      const data = line.slice(0, line.lastIndexOf(','))
      return `${data},${md5Hex(new TextEncoder().encode(data + testKey))}\r\n`
    }
    const plain = { partner: partnerLine({ code: '#', description: long }) }
    const service = serviceLine({ code: '#', description: long })
    const lines = (line: string) => rows.map(({ code }) => sum(line.replaceAll('#', code)))
    let readings = 0
    const files = { partner: lines(plain.partner), service: lines(service).toReversed() }
    files.service[17] = sum((files.service[17] ?? '').replace(',150000,', ',150001,'))

    const { counts, bridge } = await run(
      { partner: files.partner.join(''), service: files.service.join('') },
      { exact: true, engine: changedEngine({ onCollect: () => (readings += 1) }) },
    )

    expect(readings).toBe(4)
    expect(counts).toEqual({ '00': 8999, '01': 0, '02': 0, '03': 1 })
    expect(bridge.closes).toBe(true)
  })
})

describe.each(engineNames)(
  'a file that has changed when the engine of %s reads it again',
  (name) => {
    const engine = engines[name]
    const rows = codes(20)
    const partner = partnerFile(rows)
    const lowered = rows.map((row) => ({ ...row, amount: '1' }))
    const service = serviceFile(lowered)

    /** Compares, and puts other content in place of one file before the given one of its later readings. */
    function changing(side: 'partner' | 'service', after: string, reading: number, extra: Extra) {
      let opened = 0
      const open = (mine: 'partner' | 'service', text: string) => () => {
        if (mine === side) opened += 1
        return sourceOf(mine === side && opened > reading ? after : text)()
      }
      return reconcile({
        partner: { open: open('partner', partner) },
        service: { open: open('service', service) },
        key: testKey,
        force: true,
        ...extra,
      })
    }

    const swapped = (text: string, code: string, other: string) => text.replaceAll(code, other)
    const renamed = (text: string) => swapped(text, 'W007', 'X007')

    it.each([
      ['partner', 'has another code, and its length', renamed(partner)],
      ['service', 'has another code, and its length', renamed(service)],
      [
        'partner',
        'has a line less',
        partner.slice(0, partner.lastIndexOf('\r\n', partner.length - 3) + 2),
      ],
      ['service', 'has an empty line more', `${service}\r\n`],
      [
        'partner',
        'has a refund for a payment',
        partner.replace(',1,', ',-1,').replace('W000', 'W00'),
      ],
      ['partner', 'has nothing', ''],
      [
        'partner',
        'has another amount in a row that agreed, and its length and keys',
        partner.replace(',150000,', ',150001,'),
      ],
      ['service', 'has its rows in another order', serviceFile(lowered.toReversed())],
      ['service', 'has another description in one row', service.replace(',paid,', ',PAID,')],
    ] as const)('stops the run when the %s’s %s', async (side, _what, after) => {
      for (const exact of [false, true]) {
        for (const [ranges, reading] of [
          [1, 1],
          [3, 1],
          [3, 2],
          [3, 3],
        ] as const) {
          const running = changing(side, after, reading, {
            exact,
            engine: changedEngine({ ranges, engine }),
          })

          await expect(running).rejects.toMatchObject({
            code: 'ERR_FILE_CHANGED',
            message: expect.stringContaining(`The ${side} file changed`),
          })
        }
      }
    })

    it.each(['partner', 'service'] as const)(
      'stops the run when the %s’s file changes only for the reading with a larger sketch',
      async (side) => {
        const other = renamed(side === 'partner' ? partner : service)
        let opened = 0
        let asked = 0
        const open = (mine: 'partner' | 'service', text: string) => () => {
          if (mine === side) opened += 1
          return sourceOf(mine === side && opened === 2 ? other : text)()
        }
        const tooMany = { keys: undefined, differentShare: 0 }
        const running = reconcile({
          partner: { open: open('partner', partner) },
          service: { open: open('service', service) },
          key: testKey,
          force: true,
          engine: changedEngine({
            engine,
            suspect: () => ((asked += 1) === 1 ? tooMany : undefined),
          }),
        })

        await expect(running).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
      },
    )

    it('continues when the same file is read each time', async () => {
      const found = await changing('partner', partner, 0, {
        engine: changedEngine({ ranges: 3, engine }),
      })

      expect(found.counts['03']).toBe(20)
    })
  },
)
