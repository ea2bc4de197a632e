import { compiledModule } from '#compiled-module'
import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine } from '../../../test/file-text.ts'
import { createRandom } from '../../../test/random.ts'
import { sourceOf } from '../../../test/sink.ts'
import { seedsOfRuntime } from '../../../test/seeds.ts'
import { readBatches } from '../../csv/read-batches.ts'
import type { RowSource } from '../../engine/engine.ts'
import { inputColumns } from '../../layouts.ts'
import { drawHashKey, setHashKey } from '../../module/configure-module.ts'
import { ModuleInstance } from '../../module/module-instance.ts'
import { RowPairing } from '../../module/row-pairing.ts'
import { AgreedPairs } from './agreed-pairs.ts'
import { keptRow, rowChunk } from '../rows/kept-row.ts'
import { type ArenaLimits, RowArena, defaultLimits } from './row-arena.ts'
import { RowPartitions } from '../ranges/row-partitions.ts'

type Random = ReturnType<typeof createRandom>

const sources: readonly RowSource[] = (
  [
    ['partner', 'file'],
    ['partner', 'carried'],
    ['service', 'file'],
    ['service', 'carried'],
  ] as const
).map(([side, origin]) => ({ side, origin, open: sourceOf('') }))

/** A piece of kept rows of every source. */
async function keptPieces(
  rows: readonly (readonly RowText[])[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const write = (_: number, bytes: Uint8Array) => void pieces.push(bytes.slice())
  for (const [index, some] of rows.entries()) {
    const partitions = new RowPartitions([{}], {
      sources,
      written: { write },
      spare: new Uint8Array(),
    })
    const text = some.map((row) => (index < 2 ? partnerLine(row) : serviceLine(row))).join('')
    for await (const batch of readBatches(sourceOf(text)(), { columns: inputColumns })) {
      for (let record = 0; record < batch.count; record += 1) partitions.add(batch, record, index)
    }
    partitions.end()
  }
  return pieces
}

function instanceWithKey(): ModuleInstance {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  const instance = new ModuleInstance(module)
  setHashKey(instance, drawHashKey())
  return instance
}

/** What an arena makes of pieces: each transaction, and how many agree. */
function outcomeOf(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  { pairing, spare, limits, from, areWanted = true }: Arena,
) {
  const arena = new RowArena(sources, { ...(spare && { spare }), limits, pairing })
  arena.clear(from)
  for (const piece of pieces) arena.takeRows(piece.length, (target) => target.set(piece))
  const { rest } = arena
  const agreed = arena.takeAgreed({ areWanted })
  const transactions = [...arena.transactions()].flatMap((found): unknown[] => {
    if (found instanceof AgreedPairs) {
      return [...found].map(({ partner, service, type }) =>
        [partner, service]
          .map(({ bytes, start, end }) => new TextDecoder().decode(bytes.subarray(start, end)))
          .concat(type),
      )
    }
    return Array.isArray(found)
      ? [found.map(({ side, line, origin }) => [side, origin, line])]
      : [found.count]
  })
  return { transactions, agreed, rest, rows: sources.map((_, index) => arena.rowsOf(index)) }
}

interface Arena {
  readonly pairing?: RowPairing
  readonly spare?: Uint8Array<ArrayBuffer>
  readonly limits?: ArenaLimits
  readonly from?: Uint8Array
  readonly areWanted?: boolean
}

/** Codes that are long and alike, short, one the beginning of another, or with quotes. */
function drawnCode(random: Random): string {
  const number = random.below(400)
  const digits = String(number).padStart(4, '0')
  return random.pick([
    `W${digits}`,
    `W0000000000000000000000${digits}`,
    `W0000000000000000000000${digits}`,
    `W${'0'.repeat(number % 29)}`,
    `${digits}"`,
    `${digits},`,
    'é'.repeat(1 + (number % 15)),
  ])
}

function drawnRows(random: Random, count: number): readonly (readonly RowText[])[] {
  const rows: RowText[][] = [[], [], [], []]
  for (let index = 0; index < count; index += 1) {
    const type = random.pick(['1', '1', '-1'])
    const row: RowText = {
      code: drawnCode(random),
      type,
      status: random.pick(['0', '0', '0', '1']),
      amount: random.pick(['1', '1', '1', '2', '1.00']),
      invoice: 'I'.repeat(1 + random.below(40)),
    }
    const other = random.chance(0.1)
      ? { ...row, ...random.pick([{ status: '0' }, { time: '' }]) }
      : row
    if (random.chance(0.9)) rows[0]?.push(row)
    if (random.chance(0.9))
      rows[2]?.push({ ...other, type: random.chance(0.5) && type === '1' ? '' : type })
    if (random.chance(0.03)) rows[1]?.push(row)
    if (random.chance(0.03)) rows[3]?.push(row)
  }
  return rows.map((some) => random.shuffle(some))
}

describe('rows that are paired in the module', () => {
  it.each(seedsOfRuntime(1, 6))(
    'are those that script pairs, in its order, draw %d',
    async (seed) => {
      const random = createRandom(seed)
      const pieces = await keptPieces(drawnRows(random, seed * 60))
      const instance = instanceWithKey()
      const pairing = new RowPairing(instance)
      for (const options of [
        {},
        { areWanted: false },
        { from: new TextEncoder().encode('W0200') },
        { limits: { maxBytes: 2 ** 19, maxRowsOfKey: 1024 } },
      ]) {
        const expected = outcomeOf(pieces, options)
        const spare = instance.filterFrom(0)

        expect(expected.agreed).toBeGreaterThan(0)
        expect(outcomeOf(pieces, { ...options, pairing, spare })).toEqual(expected)
        // In part outside of the memory of the module, and in no part in it.
        expect(
          outcomeOf(pieces, { ...options, pairing, spare: spare.subarray(0, 2 ** 18) }),
        ).toEqual(expected)
        expect(outcomeOf(pieces, { ...options, pairing })).toEqual(expected)
      }
    },
  )

  it('are in the order of all their bytes, however many share eight bytes', async () => {
    const codes = Array.from({ length: 300 }, (_, index) => [
      `A${'0'.repeat(20)}${index % 17}`,
      `A${'0'.repeat(index % 25)}`,
      `A${'0'.repeat(9)}${String(index).padStart(3, '0')}`,
    ]).flat()
    const rows = [...new Set([...codes, 'B'])].map((code): RowText => ({ code }))
    const random = createRandom(1)
    const pieces = await keptPieces([
      random.shuffle([...rows, ...rows.map((row) => ({ ...row, type: '-1' }))]),
      [],
      random.shuffle([...rows, ...rows.map((row) => ({ ...row, type: '-1' }))]),
    ])
    const instance = instanceWithKey()
    const found = outcomeOf(pieces, {
      pairing: new RowPairing(instance),
      spare: instance.filterFrom(0),
    })

    expect(found).toEqual(outcomeOf(pieces, {}))
    expect(found.agreed).toBe(2 * rows.length)
  })

  it('are at most as many as there is room for, and stay unpaired without a free slot', async () => {
    const pieces = await keptPieces([[{ code: 'A' }], [], [{ code: 'A' }]])
    const [partner, service] = pieces
    if (partner === undefined || service === undefined) throw new Error('There are no rows.')
    const many = (piece: Uint8Array<ArrayBuffer>, codes: number) =>
      Array.from({ length: codes }, (_, index) => {
        const copy = piece.slice()
        const { view } = rowChunk(copy)
        // One hash for all of them, and a code of its own for each.
        view.setUint8(view.getUint16(keptRow.code, true), 48 + index)
        return copy
      })
    const alike = [...many(partner, 40), ...many(service, 40)]
    const instance = instanceWithKey()
    const pairing = new RowPairing(instance)
    const expected = outcomeOf(alike, {})

    expect(expected.agreed).toBe(16)
    expect(outcomeOf(alike, { pairing, spare: instance.filterFrom(0) })).toEqual(expected)
    expect(pairing.maxRows * 2).toBeLessThan(2 ** 16)
  })

  it('are paired in TypeScript when there are too many for the module', async () => {
    const [partner, service] = await keptPieces([[{ code: 'A' }], [], [{ code: 'A' }]])
    if (partner === undefined || service === undefined) throw new Error('There are no rows.')
    const instance = instanceWithKey()
    const pairing = new RowPairing(instance)
    const repeated = new Uint8Array(service.length * 500)
    for (let at = 0; at < repeated.length; at += service.length) repeated.set(service, at)
    const pieces = [partner, ...Array.from({ length: 66 }, () => repeated)]
    const limits = { ...defaultLimits, maxRowsOfKey: 10 }

    expect(outcomeOf(pieces, { pairing, limits, spare: instance.filterFrom(0) })).toMatchObject({
      agreed: 0,
      transactions: [33_001],
      rows: [1, 0, 33_000, 0],
    })
  })
})
