import { compiledModule } from '#compiled-module'
import type { EngineFactory } from '../src/engine/engine.ts'
import { ModuleEngine } from '../src/engine/module-engine/module-engine.ts'
import { ScriptEngine } from '../src/engine/script-engine/script-engine.ts'

const module = compiledModule()

/** Both engines, by their names; they must agree on every file. */
export const engines: Readonly<Record<'module' | 'script', EngineFactory>> = {
  module(settings) {
    if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
    return new ModuleEngine(settings, module)
  },
  script: (settings) => new ScriptEngine(settings),
}

/** The module engine that fetches rows by their places, even if many rows of a small file may differ. */
export const placingEngine: EngineFactory = (settings) => {
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  return new ModuleEngine(settings, module, { rowsPassedOver: 0 })
}

/** Both engines with a filter of repeated keys for ten million rows a side, and the larger sketch. */
export const grownEngines: typeof engines = {
  module(settings) {
    if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
    const engine = new ModuleEngine(settings, module)
    engine.grow(10_000_000)
    return engine
  },
  script(settings) {
    const engine = new ScriptEngine(settings)
    engine.grow(10_000_000)
    return engine
  },
}

/** Names of both engines. */
export const engineNames = ['module', 'script'] as const
