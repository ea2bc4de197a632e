import type { EngineFactory, Suspicion } from '../src/engine/engine.ts'
import { fingerprintEngine } from '../src/engine/fingerprint-engine.ts'

/** What is otherwise about an engine than about the built-in one. */
export interface EngineChanges {
  /** Into how many ranges small files are divided too; otherwise only files over 16 MB are. */
  readonly ranges?: number
  /** What the estimate says. */
  readonly suspect?: () => Suspicion
  /** Called before each reading of the rows of a range. */
  readonly onCollect?: () => void
}

/** The built-in engine, with changes. */
export function changedEngine({ ranges, suspect, onCollect }: EngineChanges): EngineFactory {
  return (settings) => {
    const engine = fingerprintEngine(settings)
    return {
      name: engine.name,
      check: (source, isRepeat) => engine.check(source, isRepeat),
      suspect: () => {
        const found = engine.suspect()
        return suspect?.() ?? found
      },
      widen: () => engine.widen(),
      ranges: (count) => engine.ranges(ranges ?? count),
      collect(source, selection, take) {
        onCollect?.()
        return engine.collect(source, selection, take)
      },
    }
  }
}
