import { compiledModule } from '#compiled-module'
import { checkArguments } from '../check-arguments.ts'
import type { EngineFactory, EngineSettings } from './engine.ts'
import { ModuleEngine } from './module-engine/module-engine.ts'
import { ScriptEngine } from './script-engine/script-engine.ts'

/**
 * Creates the built-in engine: the WebAssembly module if the runtime has SIMD, TypeScript
 * otherwise.
 */
export const fingerprintEngine: EngineFactory = (settings) =>
  createModuleEngine(settings) ?? new ScriptEngine(settings)

/** Data shared by the engines of one run when each reads some of the sources. */
export interface SharedByEngines {
  /** The random numbers of the run. */
  readonly hashKey: Uint8Array<ArrayBuffer>
}

/**
 * Creates the WebAssembly engine, whose findings can be merged with those of other engines.
 *
 * @param shared the shared data of the first engine of the run, for all other engines
 * @returns `undefined` when the runtime has no WebAssembly SIMD
 */
export function createModuleEngine(
  settings: EngineSettings,
  shared?: SharedByEngines,
): ModuleEngine | undefined {
  checkArguments('createModuleEngine', { settings })
  const module = compiledModule()
  return module === undefined
    ? undefined
    : new ModuleEngine(settings, module, { hashKey: shared?.hashKey })
}
