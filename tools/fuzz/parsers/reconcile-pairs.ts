import { isDeepStrictEqual } from 'node:util'
import { ReconcileError, type ReconcileOptions } from '@merchant-edge/reconcile'
import type { EngineFactory } from '@merchant-edge/reconcile/engine'
import { damaged } from '../../../packages/reconcile/test/damage.ts'
import {
  type DrawnPair,
  drawPair,
  outcomeOfPair,
} from '../../../packages/reconcile/test/drawn-pair.ts'
import { engineNames, engines } from '../../../packages/reconcile/test/engines.ts'
import { createRandom } from '../../../packages/reconcile/test/random.ts'
import { changedEngine } from '../../../packages/reconcile/test/ranged-engine.ts'
import { sourceOf } from '../../../packages/reconcile/test/sink.ts'
import { placedOutcome, wholeOutcome } from '../../../packages/reconcile/test/whole-outcome.ts'
import type { FuzzedParser } from '../fuzzed-parser.ts'

type Chance = ReturnType<typeof createRandom>
type EngineName = (typeof engineNames)[number]

function assertSame(found: unknown, expected: unknown, who: string): void {
  if (isDeepStrictEqual(found, expected)) return
  throw new Error(`${who} finds ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`)
}

/**
 * Compares a pair with one of the methods of finding rows, and checks the result with the oracle.
 */
async function asksOracle(
  pair: DrawnPair,
  name: EngineName,
  { engine = engines[name], ...options }: Partial<ReconcileOptions>,
): Promise<void> {
  const found = await outcomeOfPair(pair, { engine, ...options })
  assertSame(found, pair.expected, name)
}

/** Compares all rows in the given number of ranges of codes, as if no sketch were large enough. */
function inRanges(name: EngineName, ranges: number): EngineFactory {
  const suspect = () => ({ keys: undefined, differentShare: 0 })
  return changedEngine({ engine: engines[name], suspect, ranges })
}

/**
 * A change of a file from its second, third or fourth reading on is detected, unless that reading
 * does not happen.
 */
async function noticesChange(pair: DrawnPair, name: EngineName, chance: Chance): Promise<void> {
  const side = chance.pick(['partner', 'service'] as const)
  const content = new TextEncoder().encode(pair[side])
  const other = content.slice()
  const at = chance.below(Math.max(1, other.length))
  other[at] = (other[at] ?? 0) ^ (1 << chance.below(8))
  const from = 1 + chance.below(3)
  let opened = 0
  const open = () => {
    opened += 1
    return sourceOf(opened > from ? other : content, pair.pieceBytes)()
  }
  const ranges = 1 + chance.below(3)
  const engine = changedEngine({ engine: engines[name], ranges })
  try {
    const found = await outcomeOfPair(pair, { engine, [side]: { open } })
    assertSame(opened > from && content.length > 0 ? 'another file' : found, pair.expected, name)
  } catch (error) {
    if (!(error instanceof ReconcileError) || error.code !== 'ERR_FILE_CHANGED') throw error
  }
}

/** Both engines give the same result for damaged files. */
async function agreeOnDamage(pair: DrawnPair, chance: Chance): Promise<void> {
  const encoder = new TextEncoder()
  const file = (text: string) => {
    let bytes = encoder.encode(text)
    for (let left = chance.below(4); left > 0; left -= 1) bytes = damaged(bytes, chance)
    return bytes
  }
  const files = { partner: file(pair.partner), service: file(pair.service) }
  const options = {
    pieceBytes: pair.pieceBytes,
    exact: chance.chance(0.2),
    all: chance.chance(0.3),
    header: chance.pick(['refuse', 'skip'] as const),
  }
  const expected = await wholeOutcome('script', files, options)
  assertSame(await wholeOutcome('module', files, options), expected, 'module')
  assertSame(await placedOutcome(files, options), expected, 'module by places')
}

type Trial = (pair: DrawnPair, name: EngineName, chance: Chance) => Promise<void>

const trials: readonly Trial[] = [
  (pair, name) => asksOracle(pair, name, {}),
  (pair, name) => asksOracle(pair, name, { exact: true }),
  (pair, name) => asksOracle(pair, name, { all: true }),
  (pair, name, chance) => asksOracle(pair, name, { engine: inRanges(name, 2 + chance.below(6)) }),
  noticesChange,
  (pair, _name, chance) => agreeOnDamage(pair, chance),
]

/**
 * Pairs of daily files: with every method both engines must find what an oracle of nested maps
 * finds, detect a file that changes, and agree on damaged files. An input is the number of a pair.
 */
export function reconcilePairs(): FuzzedParser {
  return {
    name: 'reconcile',
    summary: 'pairs of daily files in both engines, compared with an oracle',
    seeds: [],
    words: [],
    defaultInputs: 50_000,
    // Both engines compare a pair, and the garbage collector runs in between.
    slowMs: 1_000,
    draw: (random) => String(random.below(2 ** 31)),
    async read(input) {
      const number = Number(input)
      const pair = drawPair(number)
      const attempt = createRandom(number ^ 0x5bd1e995).pick(trials)
      for (const name of engineNames) await attempt(pair, name, createRandom(number + 1))
    },
  }
}
