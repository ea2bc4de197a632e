import module from '../../assembly/engine.wasm'

/**
 * The module, compiled when the Worker is deployed, because Workers cannot compile WebAssembly at
 * run time.
 */
export function compiledModule(): WebAssembly.Module | undefined {
  return module
}
