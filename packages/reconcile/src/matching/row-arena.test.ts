import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine } from '../../test/file-text.ts'
import { sourceOf } from '../../test/sink.ts'
import { readBatches } from '../csv/read-batches.ts'
import type { RowSource } from '../engine/engine.ts'
import { type Side, inputColumns } from '../layouts.ts'
import { RowArena } from './row-arena.ts'

const chunkBytes = 256 * 1024

const sources: readonly RowSource[] = (['partner', 'service'] as const).map((side) => ({
  side,
  origin: 'file',
  open: sourceOf(''),
}))

/** Adds the rows of a file. */
async function addRows(arena: RowArena, side: Side, rows: readonly RowText[]): Promise<void> {
  const write = side === 'partner' ? partnerLine : serviceLine
  const open = sourceOf(rows.map((row) => write(row)).join(''))
  const index = sources.findIndex((source) => source.side === side)
  for await (const batch of readBatches(open(), { columns: inputColumns })) {
    for (let record = 0; record < batch.count; record += 1) arena.add(batch, record, index)
  }
}

/** The rows of each group, shortly. */
function groupsOf(arena: RowArena): string[][] {
  return [...arena.groups()].map((group) =>
    group.map(({ side, line, type, partnerId, shared }) =>
      [side, line, shared.walletCode, type, partnerId].join(' ').trim(),
    ),
  )
}

describe('RowArena', () => {
  it('has a group for each code and type, in the order of their bytes, refunds first', async () => {
    const arena = new RowArena(sources)
    await addRows(arena, 'partner', [{ code: 'B1' }, { code: 'A"1' }, { code: 'A' }])
    await addRows(arena, 'service', [
      { code: 'A"1', type: '' },
      { code: 'C' },
      { code: 'A', type: '-1' },
      { code: 'A1' },
    ])

    expect(groupsOf(arena)).toEqual([
      ['service 3 A -1'],
      ['partner 3 A 1 P1'],
      ['partner 2 A"1 1 P1', 'service 1 A"1 1'],
      ['service 4 A1 1'],
      ['partner 1 B1 1 P1'],
      ['service 2 C 1'],
    ])
  })

  it('keeps the rows of a group in the order in which they came', async () => {
    const arena = new RowArena(sources)
    const ids = ['P9', 'P1', 'P5', 'P12']
    await addRows(
      arena,
      'partner',
      ids.map((partnerId) => ({ code: 'A', partnerId })),
    )

    expect(groupsOf(arena)).toEqual([ids.map((id, at) => `partner ${at + 1} A 1 ${id}`)])
  })

  it('holds other rows in the same memory once it is cleared', async () => {
    const arena = new RowArena(sources)
    await addRows(arena, 'partner', [{ code: 'A' }, { code: 'B' }])
    arena.clear()
    await addRows(arena, 'service', [{ code: 'C' }])

    expect(groupsOf(arena)).toEqual([['service 1 C 1']])
  })

  it('has none without rows', () => {
    expect(groupsOf(new RowArena(sources))).toEqual([])
  })

  it.each([0, 1, 2, 3])(
    'fills %d chunks of memory that nobody needs before others',
    async (count) => {
      const spare = new Uint8Array(count * chunkBytes)
      const arena = new RowArena(sources, spare)
      const rows = Array.from({ length: 700 }, (_, index) => ({
        code: `W${index + 100}`,
        description: 'd'.repeat(400),
      }))
      await addRows(arena, 'partner', rows)

      const found = groupsOf(arena)

      expect(found).toEqual(rows.map(({ code }, at) => [`partner ${at + 1} ${code} 1 P1`]))
      for (let chunk = 0; chunk < Math.min(count, 2); chunk += 1) {
        expect(spare[chunk * chunkBytes + 40]).not.toBe(0)
      }
    },
  )

  it.each<[string, Partial<RowText>, Partial<RowText>]>([
    ['of equal shared columns', {}, { description: 'other' }],
    ['of no success on both sides', { status: '1' }, { status: '-1' }],
    ['of a payment without a type', {}, { type: '' }],
  ])('drops a pair %s', async (_what, partner, service) => {
    const arena = new RowArena(sources)
    const dropped: number[] = []
    await addRows(arena, 'partner', [{ code: 'A', ...partner }, { code: 'B' }])
    await addRows(arena, 'service', [{ code: 'A', ...service }])

    arena.dropAgreed((index) => dropped.push(index))

    expect([dropped, groupsOf(arena)]).toEqual([[0, 1], [['partner 2 B 1 P1']]])
  })

  it.each<[string, readonly RowText[], readonly RowText[]]>([
    ['one side succeeded', [{ code: 'A' }], [{ code: 'A', status: '1' }]],
    ['an amount is written in another way', [{ code: 'A' }], [{ code: 'A', amount: '150000.0' }]],
    ['the last shared column differs', [{ code: 'A' }], [{ code: 'A', time: '10:20:31' }]],
    ['one is a refund', [{ code: 'A' }], [{ code: 'A', type: '-1' }]],
    ['a third row has the key', [{ code: 'A' }, { code: 'A' }], [{ code: 'A' }]],
    ['both are of one side', [{ code: 'A' }, { code: 'A' }], []],
  ])('keeps rows where %s', async (_what, partner, service) => {
    const arena = new RowArena(sources)
    const dropped: number[] = []
    await addRows(arena, 'partner', partner)
    await addRows(arena, 'service', service)

    arena.dropAgreed((index) => dropped.push(index))

    expect(dropped).toEqual([])
    expect(groupsOf(arena).flat()).toHaveLength(partner.length + service.length)
  })
})
