import { batchBytes } from '../csv/record-indexer.ts'
import { firstLane, laneBytes, lanes, md5ModuleBytes } from './md5-module.ts'
import { startMd5, updateMd5 } from './md5-rounds.ts'

/** Takes the MD5 of several messages at once. */
export interface Md5Hasher {
  /** How many messages it takes at once. */
  readonly lanes: number
  /** Most bytes of a padded message. */
  readonly laneBytes: number
  /** Where the padded messages go: lane `n` from `firstLane + n * laneBytes` on. */
  readonly bytes: Uint8Array
  readonly firstLane: number
  /** Word `w` of the digest of lane `n`, after {@link hash}, stands at `w * lanes + n`. */
  readonly digests: Int32Array
  /** Room for a batch of records in the memory of {@link bytes}, so that they are copied fast. */
  readonly room: Uint8Array<ArrayBuffer>
  /** Takes the digests of all lanes; each has so many blocks. */
  hash(blocks: number): void
}

/** MD5 in script: runs everywhere. */
export function scriptMd5Hasher(): Md5Hasher {
  const bytes = new Uint8Array(laneBytes + batchBytes)
  const chain = new Int32Array(8)
  const state = { chain, words: new Int32Array(bytes.buffer) }
  return {
    lanes: 1,
    laneBytes,
    bytes,
    firstLane: 0,
    room: bytes.subarray(laneBytes),
    digests: chain,
    hash(blocks) {
      startMd5(state)
      updateMd5(state, 0, blocks)
    },
  }
}

/**
 * MD5 in WebAssembly, four messages at once.
 *
 * @param module compiled from the bytes of `md5ModuleBytes`
 * @throws TypeError when it is another module
 */
export function simdMd5Hasher(module: WebAssembly.Module): Md5Hasher {
  const { memory, hash } = new WebAssembly.Instance(module).exports
  if (!(memory instanceof WebAssembly.Memory) || typeof hash !== 'function') {
    throw new TypeError('md5Module must be compiled from the bytes of md5ModuleBytes().')
  }
  const { buffer } = memory
  return {
    lanes,
    laneBytes,
    bytes: new Uint8Array(buffer),
    room: new Uint8Array(buffer, buffer.byteLength - batchBytes),
    firstLane,
    digests: new Int32Array(buffer, 0, 16),
    hash: (blocks) => {
      hash(blocks)
    },
  }
}

let compiled: WebAssembly.Module | 'forbidden' | undefined

/** The fastest MD5 that this runtime allows; Workers compile nothing while running. */
export function fastestMd5Hasher(module?: WebAssembly.Module): Md5Hasher {
  if (module !== undefined) return simdMd5Hasher(module)
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(md5ModuleBytes())
    } catch {
      compiled = 'forbidden'
    }
  }
  return compiled === 'forbidden' ? scriptMd5Hasher() : simdMd5Hasher(compiled)
}
