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
  /** Takes the digests of all lanes; each has so many blocks. */
  hash(blocks: number): void
}

/** Bytes of memory that each message has. */
export const laneBytes = 20 * 1024

/**
 * MD5 in script: runs everywhere.
 *
 * @param memory {@link laneBytes} bytes or more to work in, from its beginning; its own when left out
 */
export function scriptMd5Hasher(memory = new ArrayBuffer(laneBytes)): Md5Hasher {
  const bytes = new Uint8Array(memory)
  const chain = new Int32Array(8)
  const state = { chain, words: new Int32Array(memory, 0, laneBytes / 4) }
  return {
    lanes: 1,
    laneBytes,
    bytes,
    firstLane: 0,
    digests: chain,
    hash(blocks) {
      startMd5(state)
      updateMd5(state, 0, blocks)
    },
  }
}
