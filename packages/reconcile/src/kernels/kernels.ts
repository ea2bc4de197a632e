import { type Md5Hasher, laneBytes, scriptMd5Hasher } from '../checksum/md5.ts'
import { type ScanBuffer, batchBytes, bytesPerWord, scriptScanBuffer } from '../csv/scan-record.ts'
import { firstLane, lanes, unprintablesStart, roomStart, specialsStart } from './kernel-memory.ts'
import { kernelModuleBytes } from './kernel-module.ts'

/** The inner loops, over memory of their own. */
export interface Kernels {
  readonly hasher: Md5Hasher
  /** For one batch of records; it lies in the memory of the hasher, so that rows are copied fast. */
  readonly room: ScanBuffer
}

/** Everything in script: runs everywhere. */
export function scriptKernels(): Kernels {
  const memory = new ArrayBuffer(laneBytes + batchBytes)
  const room = scriptScanBuffer(new Uint8Array(memory, laneBytes))
  return { hasher: scriptMd5Hasher(memory), room }
}

/**
 * Everything in WebAssembly, MD5 of four messages at once.
 *
 * @param module compiled from the bytes of `kernelModuleBytes`
 * @throws TypeError when it is another module
 */
export function simdKernels(module: WebAssembly.Module): Kernels {
  const { memory, hash, mark } = new WebAssembly.Instance(module).exports
  if (
    !(memory instanceof WebAssembly.Memory) ||
    typeof hash !== 'function' ||
    typeof mark !== 'function'
  ) {
    throw new TypeError('kernelModule must be compiled from the bytes of kernelModuleBytes().')
  }
  const { buffer } = memory
  const markWords = batchBytes / bytesPerWord
  return {
    hasher: {
      lanes,
      laneBytes,
      bytes: new Uint8Array(buffer),
      firstLane,
      digests: new Int32Array(buffer, 0, 16),
      hash: (blocks) => {
        hash(blocks)
      },
    },
    room: {
      bytes: new Uint8Array(buffer, roomStart, batchBytes),
      specials: new Int32Array(buffer, specialsStart, markWords),
      unprintables: new Int32Array(buffer, unprintablesStart, markWords),
      mark: (from, to) => {
        mark(from, to)
      },
    },
  }
}

let compiled: WebAssembly.Module | 'forbidden' | undefined

/** The fastest that this runtime allows; Workers compile nothing while running. */
export function fastestKernels(module?: WebAssembly.Module): Kernels {
  if (module !== undefined) return simdKernels(module)
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(kernelModuleBytes())
    } catch {
      compiled = 'forbidden'
    }
  }
  return compiled === 'forbidden' ? scriptKernels() : simdKernels(compiled)
}
