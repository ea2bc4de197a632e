import { memoryPages } from './kernel-memory.ts'
import { marksCode } from './marks-code.ts'
import { md5Code } from './md5-code.ts'
import { i32, section, text, unsigned } from './wasm-code.ts'

const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

function sized(code: readonly number[]): number[] {
  return [...unsigned(code.length), ...code]
}

/**
 * Writes the WebAssembly module with what is several times as fast in the vectors of SIMD as in script:
 * MD5, and the search for separators.
 *
 * It exports `memory`, `hash(blocks)` and `mark(from, to)`. Where code must not be compiled while
 * running (Workers), write these bytes to a `.wasm` file when building, import it and hand over the
 * module.
 *
 * @example
 * ```ts
 * import { reconcile, type ReconcileOptions } from '@merchant-edge/reconcile'
 * import { kernelModuleBytes } from '@merchant-edge/reconcile/engine'
 *
 * const kernelModule = await WebAssembly.compile(kernelModuleBytes())
 *
 * export const reconcileFast = (options: ReconcileOptions) => reconcile({ ...options, kernelModule })
 * ```
 */
export function kernelModuleBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...magic,
    ...section(1, [2, 0x60, 1, i32, 0, 0x60, 2, i32, i32, 0]),
    ...section(3, [2, 0, 1]),
    ...section(5, [1, 0, memoryPages]),
    ...section(7, [3, ...text('memory'), 2, 0, ...text('hash'), 0, 0, ...text('mark'), 0, 1]),
    ...section(10, [2, ...sized(md5Code()), ...sized(marksCode())]),
  ])
}
