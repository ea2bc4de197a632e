import { moduleText } from './module-text.generated.ts'

let compiled: WebAssembly.Module | undefined
let isTried = false

/**
 * The module, compiled from its bytes in this package.
 *
 * @returns `undefined` when the runtime has no WebAssembly SIMD, or does not compile at run time
 */
export function compiledModule(): WebAssembly.Module | undefined {
  if (isTried) return compiled
  isTried = true
  try {
    const bytes = Uint8Array.from(atob(moduleText), (character) => character.charCodeAt(0))
    compiled = new WebAssembly.Module(bytes)
  } catch {
    compiled = undefined
  }
  return compiled
}
