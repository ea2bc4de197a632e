import { compiledModule } from '#compiled-module'
import type { EngineFactory } from './engine.ts'
import { ModuleEngine } from './module-engine.ts'
import { ScriptEngine } from './script-engine.ts'

/** Creates the built-in engine: the module where the runtime has WebAssembly with SIMD, script elsewhere. */
export const fingerprintEngine: EngineFactory = (settings) => {
  const module = compiledModule()
  return module === undefined ? new ScriptEngine(settings) : new ModuleEngine(settings, module)
}
