import { describe, expect, it } from 'vitest'
import { drawPair, outcomeOfPair, type DrawnPair } from '../test/drawn-pair.ts'
import { engineNames, engines, grownEngines } from '../test/engines.ts'
import { createRandom } from '../test/random.ts'
import { seedsOfRuntime } from '../test/seeds.ts'
import { sourceOf } from '../test/sink.ts'
import type { ByteSource } from './csv/byte-source.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

// Goal: a comparison leaves nothing behind in its process, and shares nothing with one that runs beside it.
// Method: pairs of drawn files are compared in one process, one after the other and interleaved, by both engines, with
// one key and with two, and after runs that were aborted, that failed while reading or writing, or that could not begin.
// The oracle of nested maps knows no process.

type Random = ReturnType<typeof createRandom>

/** How a run that is not looked at ends, or whether it ends well. */
const endings = ['well', 'aborted', 'unreadable', 'unwritable', 'refused'] as const

/** A source that lets other runs go on before some of its pieces, and calls `onPiece` with their number. */
function unhurried(
  content: string,
  { pieceBytes, random, onPiece }: UnhurriedSource,
): () => ByteSource {
  const open = sourceOf(content, pieceBytes)
  return () => {
    const source = open()
    let pieces = 0
    return {
      async read(target) {
        for (let turns = random.below(4); turns > 0; turns -= 1) await Promise.resolve()
        pieces += 1
        onPiece?.(pieces)
        return source.read(target)
      },
      close: () => source.close(),
    }
  }
}

interface UnhurriedSource {
  readonly pieceBytes: number
  readonly random: Random
  readonly onPiece?: (pieces: number) => void
}

function drawEngine(random: Random) {
  return (random.chance(0.1) ? grownEngines : engines)[random.pick(engineNames)]
}

function drawPieces(random: Random): number {
  return random.pick([100, 700, 1 << 16])
}

/** A comparison that ends in some way before the next begins, or beside it. */
async function disturb(seed: number, random: Random): Promise<(typeof endings)[number]> {
  const pair = drawPair(seed)
  const ending = random.pick(endings)
  const last = 1 + random.below(6)
  const stop = new AbortController()
  const onPiece = (pieces: number) => {
    if (pieces !== last) return
    if (ending === 'aborted') stop.abort()
    if (ending === 'unreadable') throw new Error('The disk is gone.')
  }
  const pieceBytes = drawPieces(random)
  const service = { open: unhurried(pair.service, { pieceBytes, random, onPiece }) }
  const full = new WritableStream<Uint8Array>({
    write() {
      throw new Error('The disk is full.')
    },
  })
  const options: Partial<Omit<ReconcileOptions, 'engine'>> = {
    exact: random.chance(0.3),
    signal: stop.signal,
    service,
    ...(ending === 'unwritable' && { result: full, all: true }),
    ...(ending === 'refused' && { key: '' }),
  }
  await outcomeOfPair(pair, { engine: drawEngine(random), ...options }).catch(() => undefined)
  return ending
}

async function check(seed: number, random: Random): Promise<void> {
  const pair: DrawnPair = drawPair(seed)
  const pieceBytes = drawPieces(random)
  const found = await outcomeOfPair(pair, {
    engine: drawEngine(random),
    exact: random.chance(0.2),
    ...(random.chance(0.2) && { previousKey: 'a key before' }),
    partner: { open: unhurried(pair.partner, { pieceBytes, random }) },
    service: { open: unhurried(pair.service, { pieceBytes, random }) },
  })

  expect({ seed, ...found }).toEqual({ seed, ...pair.expected })
}

describe('many comparisons in one process', () => {
  it('are right one after the other, whatever ended before', { timeout: 300_000 }, async () => {
    const met = new Set<string>()
    for (const seed of seedsOfRuntime(11_001, 11_200)) {
      const random = createRandom(seed)
      met.add(await disturb(seed + 100_000, random))
      await check(seed, random)
    }

    expect(met).toEqual(new Set(endings))
  })

  it('are right beside each other, and beside such as fail', { timeout: 300_000 }, async () => {
    for (const first of seedsOfRuntime(12_001, 12_040)) {
      const random = createRandom(first)
      const beside = Array.from({ length: 2 + random.below(10) }, (_, at) => first * 100 + at)
      await Promise.all(
        beside.map((seed) =>
          random.chance(0.3) ? disturb(seed, createRandom(seed)) : check(seed, createRandom(seed)),
        ),
      )
    }
  })
})
