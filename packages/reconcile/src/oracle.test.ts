import { describe, expect, it } from 'vitest'
import { type DrawnPair, drawPair, outcomeOfPair } from '../test/drawn-pair.ts'
import { engineNames, engines, grownEngines, placingEngine } from '../test/engines.ts'
import { drawRows, drawnFiles, marked, unmarked } from '../test/draw-files.ts'
import { testKey } from '../test/file-text.ts'
import { memorySpill } from '../test/memory-spill.ts'
import { changedEngine } from '../test/ranged-engine.ts'
import { createRandom } from '../test/random.ts'
import { PlacedFile, fileOf, sink, sourceOf } from '../test/sink.ts'
import { seedsOfRuntime } from '../test/seeds.ts'
import { reconcile } from './reconcile.ts'

/** Has the module fetch the rows that may differ by their places. */
function byPlaces({ partner, service, pieceBytes }: DrawnPair) {
  return {
    engine: placingEngine,
    openSpill: memorySpill().open,
    partner: { open: new PlacedFile(partner, pieceBytes).open },
    service: { open: new PlacedFile(service, pieceBytes).open },
  }
}

/** Compares a pair with both engines; drawing it and asking the oracle takes longer than that. */
async function compare(
  seed: number,
  {
    by = engines,
    exact = false,
    asStreams = false,
    isPlaced = false,
  }: { by?: typeof engines; exact?: boolean; asStreams?: boolean; isPlaced?: boolean } = {},
): Promise<void> {
  const pair: DrawnPair = drawPair(seed)
  const streams = {
    partner: { open: fileOf(pair.partner, pair.pieceBytes) },
    service: { open: fileOf(pair.service, pair.pieceBytes) },
  }
  const results: string[] = []
  for (const name of engineNames) {
    const result = sink()
    const found = await outcomeOfPair(pair, {
      engine: by[name],
      exact,
      all: seed % 3 === 0,
      result: result.stream,
      ...(asStreams && streams),
      ...(isPlaced && name === 'module' && byPlaces(pair)),
    })

    expect({ seed, name, ...found }).toEqual({ seed, name, ...pair.expected })
    results.push(result.text())
  }
  expect({ seed, result: results[0] }).toEqual({ seed, result: results[1] })
}

// More pairs: npm run fuzz -- reconcile
describe('both engines compared with an oracle of nested maps', () => {
  it('agree with it on forty pairs of streams, twenty in each runtime', async () => {
    for (const seed of seedsOfRuntime(1, 40)) await compare(seed, { asStreams: true })
  })

  // Specification: 3.20, 2.18.14
  it(
    'agree with it on a thousand pairs of files, half of them in each runtime',
    { timeout: 300_000 },
    async () => {
      for (const seed of seedsOfRuntime(41, 1040)) await compare(seed, { isPlaced: seed % 2 === 1 })
    },
  )

  it('agree with it with a filter for ten million rows', { timeout: 300_000 }, async () => {
    for (let seed = 7001; seed <= 7004; seed += 1) await compare(seed, { by: grownEngines })
  })

  it('agree with it when they compare every row', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(5001, 5150)) await compare(seed, { exact: true })
  })
})

/** A file with each of its lines twice, one behind the other. */
function doubled(text: string): string {
  return marked(unmarked(text).replaceAll(/(?:"(?:[^"]|"")*"|[^"\n])*\n/g, '$&$&'))
}

describe('a result of all transactions', () => {
  // A transaction with more rows than two is compared row by row: its result is that of the bytes of two.
  it('is the same when every row of the service is repeated', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(6001, 6120)) {
      const random = createRandom(seed)
      const files = drawnFiles(drawRows(random), random)
      const name = random.pick(engineNames)
      const written: string[] = []
      for (const service of [files.service, doubled(files.service)]) {
        const result = sink()
        const { bridge } = await reconcile({
          key: testKey,
          force: true,
          all: true,
          partner: { open: sourceOf(files.partner) },
          service: { open: sourceOf(service) },
          result: result.stream,
          openSpill: memorySpill().open,
          engine: changedEngine({ engine: engines[name], ranges: 1 + random.below(4) }),
        })
        expect(bridge.closes).toBe(true)
        written.push(result.text())
      }

      expect({ seed, result: written[0] }).toEqual({ seed, result: written[1] })
    }
  })
})

describe('the order of the rows', () => {
  it('never changes the outcome', { timeout: 300_000 }, async () => {
    for (const seed of seedsOfRuntime(9001, 9060)) {
      const random = createRandom(seed)
      const files = drawnFiles(drawRows(random), random)
      const outcomes: unknown[] = []
      for (let round = 0; round < 3; round += 1) {
        const result = sink()
        const shuffled = (text: string) => {
          const lines = unmarked(text).match(/(?:"(?:[^"]|"")*"|[^"\n])*\n/g) ?? []
          return marked(random.shuffle(lines).join(''))
        }
        const found = await reconcile({
          key: testKey,
          force: true,
          partner: { open: sourceOf(shuffled(files.partner)) },
          service: { open: sourceOf(shuffled(files.service)) },
          result: result.stream,
          exact: round === 2,
        })
        const { counts, exceptions, totals, bridge } = found
        outcomes.push({ counts, exceptions, totals, bridge: bridge.closes, result: result.text() })
      }

      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[2]).toEqual(outcomes[0])
    }
  })
})
