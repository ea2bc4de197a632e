import {
  createModuleEngine,
  fingerprintEngine,
  type Engine,
  type EngineFactory,
  type FileTally,
  type KeyRange,
  type ModuleEngine,
  type RowSource,
  type RowTaker,
  type Selection,
  type Suspicion,
} from '@merchant-edge/reconcile/engine'
import { pauseOptimizing, resumeOptimizing, resumeOptimizingFor } from './compiler-flags.ts'

/** The WebAssembly engine on this thread, without the optimizing compiler of V8 while few rows are compared. */
class SingleThreadEngine implements Engine {
  readonly name: string
  readonly #own: ModuleEngine

  constructor(own: ModuleEngine) {
    this.name = own.name
    this.#own = own
  }

  async check(source: RowSource, reading?: { readonly isRepeat: boolean }): Promise<FileTally> {
    return this.#own.check(source, reading)
  }

  suspect(): Suspicion {
    const suspicion = this.#own.suspect()
    resumeOptimizingFor(suspicion)
    return suspicion
  }

  widen(): boolean {
    return this.#own.widen()
  }

  spare(): Uint8Array<ArrayBuffer> {
    return this.#own.spare()
  }

  rowTools() {
    return this.#own.rowTools()
  }

  ranges(count: number): KeyRange[] {
    return this.#own.ranges(count)
  }

  async collect(source: RowSource, selection: Selection, take: RowTaker) {
    return this.#own.collect(source, selection, take)
  }

  async release(): Promise<void> {
    await this.#own.release()
  }
}

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
  if (own !== undefined) return new SingleThreadEngine(own)
  resumeOptimizing()
  return fingerprintEngine(settings)
}
