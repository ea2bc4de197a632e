import { describe, expect, it } from 'vitest'
import { engineNames, engines } from '../../../test/engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from '../../../test/file-text.ts'
import { memorySpill } from '../../../test/memory-spill.ts'
import { createRandom } from '../../../test/random.ts'
import { changedEngine } from '../../../test/ranged-engine.ts'
import { sink, sourceOf } from '../../../test/sink.ts'
import { seedsOfRuntime } from '../../../test/seeds.ts'
import { checksumProfiles } from '../../checksum/checksum-profile.ts'
import type { EngineFactory, RowSource } from '../../engine/engine.ts'
import { reconcile } from '../../reconcile.ts'
import type { Row } from '../../rows/row.ts'
import { sortExceptions } from '../../rows/row-exception.ts'
import type { ComparisonRules } from '../compare-sides.ts'
import { compareFiles } from '../compare-files.ts'
import type { ArenaLimits } from '../arena/row-arena.ts'

const allRules: ComparisonRules = {
  compare: ['invoiceCode', 'amount', 'currency', 'fee', 'tax', 'discount', 'date', 'time'],
  groupPoints: true,
  pointValueVnd: 1000,
}

interface DrawnCrowd {
  readonly sources: readonly RowSource[]
  readonly rules: ComparisonRules
}

/** Most refunds of a code: halves of a refund are told apart only where the rows of its key are few. */
const maxRefunds = 12

/** Rows of few codes, of which two have most; each row has 4 kB. */
function drawCrowd(seed: number): DrawnCrowd {
  const random = createRandom(seed)
  const description = '😀'.repeat(1000)
  const refunds = new Map<string, number>()
  const isSorted = random.chance(0.4)
  const drawRow = (side: RowSource['side']): RowText => {
    const code = random.chance(0.8)
      ? random.pick(['W1', 'W2'])
      : random.pick(['W0', 'W2,', 'W3', 'W20', 'W"4'])
    const isRefund = random.chance(0.2) && (refunds.get(code) ?? 0) < maxRefunds
    if (isRefund) refunds.set(code, (refunds.get(code) ?? 0) + 1)
    const isInPoints = side === 'service' && random.chance(0.3)
    return {
      code,
      type: isRefund ? '-1' : '1',
      amount: String((isInPoints ? 1 : 1000) * (1 + random.below(12))),
      currency: isInPoints ? 'POINT' : 'VND',
      fee: '0',
      invoice: random.pick(['I1', 'I2', 'I3']),
      status: random.chance(0.9) ? '0' : '1',
      description,
    }
  }
  const texts = new Map<string, string>()
  const source = (side: RowSource['side'], origin: RowSource['origin'], max: number): RowSource => {
    const rows = Array.from({ length: random.below(max) }, () => drawRow(side))
    if (isSorted) rows.sort((one, other) => (one.code < other.code ? 1 : -1))
    const lines = rows.map((row) => {
      const name = side + JSON.stringify(row)
      const text = texts.get(name) ?? (side === 'service' ? serviceLine(row) : partnerLine(row))
      texts.set(name, text)
      return text
    })
    return { side, origin, open: sourceOf(lines.join('')) }
  }
  return {
    sources: [
      source('partner', 'file', 600),
      ...(random.chance(0.5) ? [source('partner', 'carried', 50)] : []),
      source('service', 'file', 600),
      ...(random.chance(0.5) ? [source('service', 'carried', 50)] : []),
    ],
    rules: { ...allRules, groupPoints: random.chance(0.7) },
  }
}

const placeOf = ({ side, origin, line }: Pick<Row, 'side' | 'origin' | 'line'>) =>
  `${side} ${origin} ${line}`

/** What a comparison tells, in its order: transactions, and each duplicate behind its own. */
async function told(
  { sources, rules }: DrawnCrowd,
  {
    engine: create,
    limits,
    isSpilled,
  }: { engine: EngineFactory; limits: ArenaLimits; isSpilled: boolean },
) {
  const engine = create({
    key: testKey,
    profile: checksumProfiles.record,
    compare: rules.compare,
    header: 'refuse',
    createDigest: () => ({ update: () => undefined, digest: () => '' }),
    onExceptions: () => undefined,
    onBytes: () => undefined,
  })
  const tallies = []
  for (const source of sources) tallies.push(await engine.check(source))
  engine.suspect()
  const found: string[] = []
  const waiting: string[] = []
  const duplicates: string[] = []
  let underWay = 0
  const taken = await compareFiles({
    engine,
    sources,
    tallies,
    rules,
    suspects: undefined,
    ...(isSpilled && { openSpill: memorySpill().open }),
    limits,
    pauseEvery: 3,
    onTransaction({ transaction, rows }) {
      const { status, differs, partner, service } = transaction
      const taken = partner === undefined ? service : [partner, ...service]
      waiting.push([status, ...differs, ...taken.map(placeOf)].join(' '))
      for (const row of rows) {
        if (!taken.includes(row)) duplicates.push(placeOf(row))
      }
      for (const duplicate of sortExceptions(transaction.duplicates)) {
        waiting.push([duplicate.reason, placeOf(duplicate), duplicate.takenLine].join(' '))
      }
    },
    onDuplicate(row, duplicate) {
      expect(underWay).toBe(0)
      duplicates.push(placeOf(row))
      found.push([duplicate.reason, placeOf(duplicate), duplicate.takenLine].join(' '))
    },
    async onPause() {
      underWay += 1
      await Promise.resolve()
      found.push(...waiting.splice(0))
      underWay -= 1
    },
  })
  await engine.release?.()
  // Rows that were carried while there are others of the day are listed by one of both ways only.
  const ofDay = duplicates.filter((place) => !place.includes('carried'))
  return { found, taken, duplicates: ofDay.toSorted() }
}

const seeds = seedsOfRuntime(1, 16)

/** What the crowd of a seed comes to where all of its rows are kept; both engines must come to it. */
async function comeToInMemory(seed: number) {
  const drawn = drawCrowd(seed)
  const limits = { maxBytes: 64 * 2 ** 20, maxRowsOfKey: Infinity }
  const expected = await told(drawn, { engine: engines.module, limits, isSpilled: false })
  return { drawn, expected }
}

const inMemory = new Map<number, ReturnType<typeof comeToInMemory>>()

// Of one range no rows are put aside.
const ways = [
  { ranges: 1, isSpilled: false },
  { ranges: 3, isSpilled: false },
  { ranges: 3, isSpilled: true },
]

describe.each(engineNames)('keys with more rows than are kept, by the engine of %s', (name) => {
  it('have the same outcome as in memory', { timeout: 300_000 }, async () => {
    for (const seed of seeds) {
      const known = inMemory.get(seed) ?? comeToInMemory(seed)
      inMemory.set(seed, known)
      const { drawn, expected } = await known
      for (const { ranges, isSpilled } of ways) {
        const found = await told(drawn, {
          engine: changedEngine({ engine: engines[name], ranges }),
          limits: { maxBytes: 2 ** 19, maxRowsOfKey: maxRefunds },
          isSpilled,
        })

        expect({ seed, ranges, isSpilled, ...found }).toEqual({
          seed,
          ranges,
          isSpilled,
          ...expected,
        })
      }
    }
  })

  it.each([[3000], [16_000]])(
    'close the bridge: %d rows a side',
    { timeout: 120_000 },
    async (count) => {
      // 16,000 rows are more bytes than are kept at once.
      const description = 'd'.repeat(1000)
      const file = (line: (row: RowText) => string) => {
        const some = Array.from({ length: 100 }, (_, index) =>
          line({ code: 'W1', invoice: `I${index}`, description }),
        ).join('')
        return some.repeat(count / 100) + line({ code: 'W2' })
      }
      const partner = file((row) => partnerLine(row))
      const service = file((row) => serviceLine({ ...row, amount: row.code === 'W1' ? '7' : '8' }))
      const exceptions = sink()
      const result = sink()

      const {
        counts,
        bridge,
        exceptions: counted,
      } = await reconcile({
        key: testKey,
        force: true,
        engine: engines[name],
        partner: { open: sourceOf(partner) },
        service: { open: sourceOf(service) },
        exceptions: exceptions.stream,
        result: result.stream,
      })

      const lines = exceptions.text().trimEnd().split('\r\n').slice(1)
      const places = lines.map((text) => text.split(',').slice(0, 7).join())
      const of = (side: string) =>
        Array.from(
          { length: count - 1 },
          (_, index) =>
            `${side},file,${index + 2},duplicate,${(index + 1) % 100 === 0 ? 'same_row' : 'same_key'},,1`,
        )
      expect(counts).toEqual({ '00': 0, '01': 0, '02': 0, '03': 2 })
      expect(counted.duplicate).toBe(2 * count - 2)
      expect(bridge.closes).toBe(true)
      expect(places).toEqual([...of('partner'), ...of('service')])
      expect(result.text().match(/^P1,I0,W1,150000,/m)).not.toBeNull()
    },
  )
})
