import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine } from '../../../test/file-text.ts'
import { sourceOf } from '../../../test/sink.ts'
import { readBatches } from '../../csv/read-batches.ts'
import type { RowSource } from '../../engine/engine.ts'
import { type Side, inputColumns } from '../../layouts.ts'
import { ownColumns } from '../../rows/row.ts'
import { AgreedPairs, type KeptColumns } from './agreed-pairs.ts'
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

const textOf = ({ bytes, start, end }: KeptColumns) =>
  new TextDecoder().decode(bytes.subarray(start, end))

/** The rows of each group, shortly, and what the result takes from both sides of each pair that was taken out. */
function transactionsOf(arena: RowArena): string[][] {
  return [...arena.transactions()].flatMap((found) => {
    if (found instanceof AgreedPairs) {
      return [...found].map(({ partner, service, type }) => [
        textOf(partner),
        textOf(service),
        type,
      ])
    }
    if (!Array.isArray(found)) throw new Error('A key has too many rows.')
    return [
      found.map((row) => {
        const { side, line, type, shared } = row
        return [side, line, shared.walletCode, type, ownColumns(row).partnerId].join(' ').trim()
      }),
    ]
  })
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

    expect(transactionsOf(arena)).toEqual([
      ['service 3 A -1'],
      ['partner 3 A 1 P1'],
      ['partner 2 A"1 1 P1', 'service 1 A"1 1'],
      ['service 4 A1 1'],
      ['partner 1 B1 1 P1'],
      ['service 2 C 1'],
    ])
  })

  it('keeps the rows of a group in the order in which they were added', async () => {
    const arena = new RowArena(sources)
    const ids = ['P9', 'P1', 'P5', 'P12']
    await addRows(
      arena,
      'partner',
      ids.map((partnerId) => ({ code: 'A', partnerId })),
    )

    expect(transactionsOf(arena)).toEqual([ids.map((id, at) => `partner ${at + 1} A 1 ${id}`)])
  })

  it('uses the same memory for new rows after it is cleared', async () => {
    const arena = new RowArena(sources)
    await addRows(arena, 'partner', [{ code: 'A' }, { code: 'B' }])
    arena.clear()
    await addRows(arena, 'service', [{ code: 'C' }])

    expect(transactionsOf(arena)).toEqual([['service 1 C 1']])
  })

  it('has none without rows', () => {
    expect(transactionsOf(new RowArena(sources))).toEqual([])
  })

  it.each([0, 1, 2, 3])('fills %d chunks of spare memory first', async (count) => {
    const spare = new Uint8Array(count * chunkBytes)
    const arena = new RowArena(sources, { spare })
    const rows = Array.from({ length: 700 }, (_, index) => ({
      code: `W${index + 100}`,
      description: 'd'.repeat(400),
    }))
    await addRows(arena, 'partner', rows)

    const found = transactionsOf(arena)

    expect(found).toEqual(rows.map(({ code }, at) => [`partner ${at + 1} ${code} 1 P1`]))
    for (let chunk = 0; chunk < Math.min(count, 2); chunk += 1) {
      expect(spare[chunk * chunkBytes + 40]).not.toBe(0)
    }
  })

  it.each<[string, Partial<RowText>, Partial<RowText>]>([
    ['of equal shared columns', {}, { description: 'other' }],
    ['of no success on both sides', { status: '1' }, { status: '-1' }],
    ['of a payment without a type', {}, { type: '' }],
  ])('takes out a pair %s', async (_what, partner, service) => {
    const arena = new RowArena(sources)
    await addRows(arena, 'partner', [{ code: 'A', ...partner }, { code: 'B' }])
    await addRows(arena, 'service', [{ code: 'A', ...service }])

    const taken = arena.takeAgreed({ areWanted: false })

    expect([taken, transactionsOf(arena)]).toEqual([1, [['partner 2 B 1 P1']]])
  })

  it('has the requested pairs in order among the groups', async () => {
    const arena = new RowArena(sources)
    const time = '10:20:31'
    const plain = { invoice: 'I,1', fee: '0', merchant: '', mid: '', tid: '', time: '' }
    const pairs = ['C', 'A"', 'E'].map((code) => ({ ...plain, code, description: 'x' }))
    const refund = { ...plain, code: 'C', type: '-1', status: '2', description: '' }
    await addRows(arena, 'partner', [...pairs, { code: 'D' }, { code: 'B' }, refund])
    const other = { ...refund, status: '-1', serviceCode: 'S,1' }
    await addRows(arena, 'service', [{ code: 'B', time }, other, ...pairs, { code: 'F' }])

    const taken = arena.takeAgreed({ areWanted: true })

    const columns = (code: string) => `P1,"I,1",${code},150000,VND,0,0,0,,,,20/11/2026,`
    expect(taken).toBe(4)
    expect(transactionsOf(arena)).toEqual([
      [`${columns('"A"""')},0,x`, '"S-A""",0', '1'],
      ['partner 5 B 1 P1', 'service 1 B 1'],
      [`${columns('C')},2,`, '"S,1",-1', '-1'],
      [`${columns('C')},0,x`, 'S-C,0', '1'],
      ['partner 4 D 1 P1'],
      [`${columns('E')},0,x`, 'S-E,0', '1'],
      ['service 6 F 1'],
    ])
    arena.clear()
    expect(transactionsOf(arena)).toEqual([])
  })

  it.each([
    ['of few bytes', ['', 'A', 'B', 'AA', 'AB', 'A0', 'Z']],
    ['that begin alike', ['', '1', '10', '2', 'a', 'ab'].map((end) => `20261120T0000000${end}`)],
    [
      'that have more alike than a number',
      ['x', 'y', ''].flatMap((end) => [`B123456789${end}`, `A123456789${end}`]),
    ],
  ])('has the order of the bytes for codes %s', async (_what, codes) => {
    const arena = new RowArena(sources)
    const drawn = codes.map((code) => ({ code: `W${code}` }))
    await addRows(arena, 'partner', drawn)
    await addRows(arena, 'service', drawn.toReversed())
    const sorted = codes.toSorted((one, other) => (one < other ? -1 : 1))

    expect(transactionsOf(arena).map(([row]) => row?.split(' ')[2])).toEqual(
      sorted.map((code) => `W${code}`),
    )
    arena.takeAgreed({ areWanted: true })
    expect(transactionsOf(arena).map(([row]) => row?.split(',')[2])).toEqual(
      sorted.map((code) => `W${code}`),
    )
  })

  it.each([
    [
      'are numbered and end alike',
      (index: number) => `20261120T${String(index).padStart(9, '0')}77`,
    ],
    ['are numbered', (index: number) => `W${index}`],
    ['have one length and a few letters', (index: number) => index.toString(2).padStart(12, '0')],
  ])('takes out all pairs of codes that %s', async (_what, codeOf) => {
    const arena = new RowArena(sources)
    const rows = Array.from({ length: 1000 }, (_, index) => ({ code: codeOf(index) }))
    await addRows(arena, 'partner', rows)
    await addRows(arena, 'service', rows.toReversed())

    expect(arena.takeAgreed({ areWanted: false })).toBe(1000)
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
    await addRows(arena, 'partner', partner)
    await addRows(arena, 'service', service)

    expect(arena.takeAgreed({ areWanted: true })).toBe(0)
    expect(transactionsOf(arena).flat()).toHaveLength(partner.length + service.length)
  })

  it.each([1, 2, 3, 4])('keeps rows that differ in the last of %d bytes and more', async (more) => {
    const arena = new RowArena(sources)
    const row = { code: 'A', invoice: 'I'.repeat(more) }
    await addRows(arena, 'partner', [row])
    await addRows(arena, 'service', [{ ...row, time: '10:20:31' }])

    expect(arena.takeAgreed({ areWanted: true })).toBe(0)
  })

  it('keeps rows that were carried from an earlier day', async () => {
    const arena = new RowArena(sources.map((source) => ({ ...source, origin: 'carried' })))
    await addRows(arena, 'partner', [{ code: 'A' }])
    await addRows(arena, 'service', [{ code: 'A' }])

    expect(arena.takeAgreed({ areWanted: true })).toBe(0)
  })
})
