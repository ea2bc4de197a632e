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
    const text = atob(moduleText)
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at)
    compiled = new WebAssembly.Module(bytes)
  } catch {
    compiled = undefined
  }
  return compiled
}
