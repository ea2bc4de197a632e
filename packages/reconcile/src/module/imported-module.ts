import module from '../../assembly/engine.wasm'

/** The module, compiled when the Worker is deployed: Workers compile nothing while they run. */
export function compiledModule(): WebAssembly.Module | undefined {
  return module
}
