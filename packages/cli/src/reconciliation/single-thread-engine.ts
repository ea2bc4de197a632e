import {
  createModuleEngine,
  fingerprintEngine,
  type EngineFactory,
} from '@merchant-edge/reconcile/engine'
import { pauseOptimizing, resumeOptimizing, resumeOptimizingFor } from './compiler-flags.ts'

/**
 * Creates the built-in engine for a comparison on one thread in which few rows are compared.
 * The WebAssembly module does nearly all of the work, and what the optimizing compiler of V8 makes
 * of the TypeScript around it takes 5 to 7 MB of memory and saves no time. Whoever ends the run
 * switches it on again.
 */
export const singleThreadEngine: EngineFactory = (settings) => {
  // Before the module is compiled, because its calls are compiled with it.
  pauseOptimizing()
  const own = createModuleEngine(settings)
  if (own === undefined) {
    resumeOptimizing()
    return fingerprintEngine(settings)
  }
  return {
    name: own.name,
    check: (source, reading) => own.check(source, reading),
    suspect() {
      const suspicion = own.suspect()
      resumeOptimizingFor(suspicion)
      return suspicion
    },
    widen: () => own.widen(),
    spare: () => own.spare(),
    rowTools: () => own.rowTools(),
    ranges: (count) => own.ranges(count),
    collect: (source, selection, take) => own.collect(source, selection, take),
    release: () => own.release(),
  }
}
