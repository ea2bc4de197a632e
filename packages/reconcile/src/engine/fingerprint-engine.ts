import { compiledModule } from '#compiled-module'
import type { EngineFactory, EngineSettings } from './engine.ts'
import { ModuleEngine } from './module-engine.ts'
import { ScriptEngine } from './script-engine.ts'

/** Creates the built-in engine: the module where the runtime has WebAssembly with SIMD, script elsewhere. */
export const fingerprintEngine: EngineFactory = (settings) =>
  createModuleEngine(settings) ?? new ScriptEngine(settings)

/** What engines of one run share when each reads some of the sources. */
export interface SharedByEngines {
  /** The random numbers of the run. */
  readonly hashKey: Uint8Array<ArrayBuffer>
}

/**
 * Creates the engine of the module, whose findings can be added to those of others.
 *
 * @param shared that of the first engine of the run, for every other one
 * @returns `undefined` where the runtime has no WebAssembly with SIMD
 */
export function createModuleEngine(
  settings: EngineSettings,
  shared?: SharedByEngines,
): ModuleEngine | undefined {
  const module = compiledModule()
  return module === undefined
    ? undefined
    : new ModuleEngine(settings, module, { hashKey: shared?.hashKey })
}
