import type { EngineFactory, Suspicion } from '../src/engine/engine.ts'
import { fingerprintEngine } from '../src/engine/fingerprint-engine.ts'
import type { Side } from '../src/layouts.ts'

/** Changes to the built-in engine. */
export interface EngineChanges {
  /** The engine to change; the built-in one if left out. */
  readonly engine?: EngineFactory
  /** Number of ranges into which even small files are divided; otherwise only files over 16 MB are. */
  readonly ranges?: number
  /** Replaces the estimate; `undefined` keeps it. */
  readonly suspect?: () => Suspicion | undefined
  /** Sizes of the files that it reports, in bytes. */
  readonly bytes?: Readonly<Record<Side, number>>
  /** Called before each reading of the rows of a range. */
  readonly onCollect?: () => void
  /** Called with the requested number of ranges. */
  readonly onRanges?: (count: number) => void
}

/** The built-in engine, with changes. */
export function changedEngine(changes: EngineChanges): EngineFactory {
  const { ranges, suspect, bytes, onCollect, onRanges } = changes
  const create = changes.engine ?? fingerprintEngine
  return (settings) => {
    const engine = create(settings)
    return {
      name: engine.name,
      async check(source, reading) {
        const tally = await engine.check(source, reading)
        return bytes === undefined ? tally : { ...tally, bytes: bytes[source.side] }
      },
      suspect: () => {
        const found = engine.suspect()
        return suspect?.() ?? found
      },
      widen: () => engine.widen(),
      spare: () => engine.spare?.() ?? new Uint8Array(),
      ranges(count) {
        onRanges?.(count)
        return engine.ranges(ranges ?? count)
      },
      async collect(source, selection, take) {
        onCollect?.()
        const now = await engine.collect(source, selection, take)
        return bytes === undefined ? now : { ...now, bytes: bytes[source.side] }
      },
      release: () => engine.release?.(),
    }
  }
}
