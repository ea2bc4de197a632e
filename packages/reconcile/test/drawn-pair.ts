import type { EngineFactory } from '../src/engine/engine.ts'
import { reconcile } from '../src/reconcile.ts'
import type { ReconcileOptions } from '../src/reconcile-options.ts'
import { drawRows, drawnFiles, mark, unmarked } from './draw-files.ts'
import { testKey } from './file-text.ts'
import { oracle } from './oracle.ts'
import { createRandom } from './random.ts'
import { sourceOf } from './sink.ts'

/** The result of comparing a drawn pair. */
export interface PairOutcome {
  readonly counts: Readonly<Record<string, number>>
  readonly exceptions: Readonly<Record<string, number>>
  /** `code|type|status|differing columns`, sorted. */
  readonly differences: readonly string[]
  readonly closes: boolean
}

/** Two small files, and the result of the oracle. */
export interface DrawnPair {
  readonly partner: string
  readonly service: string
  /** Number of bytes of a file that are read at once. */
  readonly pieceBytes: number
  readonly expected: PairOutcome
}

/** Draws the pair of a seed: rows with every kind of error, in any order, with any line endings. */
export function drawPair(seed: number): DrawnPair {
  const random = createRandom(seed)
  const rows = drawRows(random)
  const { partner, service } = drawnFiles(random.shuffle(rows), random)
  const withMark = (text: string) => (random.chance(0.1) ? mark + unmarked(text) : text)
  return {
    partner: withMark(partner),
    service: withMark(service),
    pieceBytes: random.pick([1, 7, 100, 1 << 16]),
    expected: { ...oracle(rows), closes: true },
  }
}

/** The result of a comparison, in the form of the oracle. */
export async function outcomeOfPair(
  { partner, service, pieceBytes, expected }: DrawnPair,
  options: Partial<ReconcileOptions> & { readonly engine: EngineFactory },
): Promise<PairOutcome> {
  const { counts, exceptions, differences, bridge } = await reconcile({
    key: testKey,
    force: true,
    partner: { open: sourceOf(partner, pieceBytes) },
    service: { open: sourceOf(service, pieceBytes) },
    ...options,
  })
  const texts = differences.map(({ walletCode, type, status, differs }) => {
    const start = `${walletCode}|${type}|${status}|`
    const any = `${start}any ${differs.length}`
    return expected.differences.includes(any) ? any : start + differs.join('+')
  })
  return { counts, exceptions, differences: texts.sort(), closes: bridge.closes }
}
