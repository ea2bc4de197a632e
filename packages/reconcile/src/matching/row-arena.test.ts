import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { readBatches } from '../csv/read-batches.ts'
import type { RowSource } from '../engine/engine.ts'
import { type Side, inputColumns } from '../layouts.ts'
import { RowArena } from './row-arena.ts'

const chunkBytes = 256 * 1024

/** Adds the rows of a file. */
async function addRows(arena: RowArena, side: Side, rows: readonly RowText[]): Promise<void> {
  const write = side === 'partner' ? partnerLine : serviceLine
  const open = fileOf(rows.map((row) => write(row)).join(''))
  const source: RowSource = { side, origin: 'file', open }
  for await (const batch of readBatches(open(), { columns: inputColumns })) {
    for (let record = 0; record < batch.count; record += 1) arena.add(batch, record, source)
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
    const arena = new RowArena()
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
    const arena = new RowArena()
    const ids = ['P9', 'P1', 'P5', 'P12']
    await addRows(
      arena,
      'partner',
      ids.map((partnerId) => ({ code: 'A', partnerId })),
    )

    expect(groupsOf(arena)).toEqual([ids.map((id, at) => `partner ${at + 1} A 1 ${id}`)])
  })

  it('has none without rows', () => {
    expect(groupsOf(new RowArena())).toEqual([])
  })

  it.each([0, 1, 2, 3])(
    'fills %d chunks of memory that nobody needs before others',
    async (count) => {
      const spare = new Uint8Array(count * chunkBytes)
      const arena = new RowArena(spare)
      const rows = Array.from({ length: 700 }, (_, index) => ({
        code: `W${index + 100}`,
        description: 'd'.repeat(400),
      }))
      await addRows(arena, 'partner', rows)

      const found = groupsOf(arena)

      expect(found).toEqual(rows.map(({ code }, at) => [`partner ${at + 1} ${code} 1 P1`]))
      for (let chunk = 0; chunk < Math.min(count, 2); chunk += 1) {
        expect(spare[chunk * chunkBytes + 30]).not.toBe(0)
      }
    },
  )
})
