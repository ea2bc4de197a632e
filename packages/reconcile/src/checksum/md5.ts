import { startMd5, updateMd5 } from './md5-rounds.ts'

/** How many 64-byte blocks a message of so many bytes has once it is padded. */
export function md5Blocks(lengthBytes: number): number {
  return (lengthBytes + 72) >>> 6
}

/** Writes the padding of MD5 behind a message that is in `bytes` from `start` on. @see RFC 1321, 3.1 */
export function padMessage(bytes: Uint8Array, start: number, lengthBytes: number): void {
  const blocksEnd = start + md5Blocks(lengthBytes) * 64
  const end = start + lengthBytes
  bytes[end] = 0x80
  bytes.fill(0, end + 1, blocksEnd)
  const bits = lengthBytes * 8
  bytes[blocksEnd - 8] = bits
  bytes[blocksEnd - 7] = bits >>> 8
  bytes[blocksEnd - 6] = bits >>> 16
  bytes[blocksEnd - 5] = bits >>> 24
  bytes[blocksEnd - 4] = lengthBytes / 0x2000_0000
}

/**
 * The MD5 of a message as lower-case hex.
 *
 * MD5 with an appended key does not authenticate a file: trust comes from the connection over which the
 * file was received. It is here because the files use it.
 */
export function md5Hex(message: Uint8Array): string {
  const bytes = new Uint8Array(md5Blocks(message.length) * 64)
  bytes.set(message)
  padMessage(bytes, 0, message.length)
  const state = { chain: new Int32Array(8), words: new Int32Array(bytes.buffer) }
  startMd5(state)
  updateMd5(state, 0, md5Blocks(message.length))
  return chainHex(state.chain)
}

/** The first four words of a chain as the 32 hex digits of the digest. */
function chainHex(chain: Int32Array): string {
  let hex = ''
  for (let word = 0; word < 4; word += 1) {
    const value = chain[word] ?? 0
    for (let shift = 0; shift < 32; shift += 8) {
      hex += ((value >>> shift) & 0xff).toString(16).padStart(2, '0')
    }
  }
  return hex
}

/** Computes the MD5 of several messages at once, one in each lane. */
export interface Md5Hasher {
  /** How many messages are hashed at once. */
  readonly lanes: number
  /** Most bytes of a padded message. */
  readonly laneBytes: number
  /** Memory for the padded messages: lane `n` begins at `firstLane + n * laneBytes`. */
  readonly bytes: Uint8Array
  readonly firstLane: number
  /** Digests after {@link hash}: word `w` of lane `n` is at `w * lanes + n`. */
  readonly digests: Int32Array
  /** Hashes all lanes, each of so many blocks. */
  hash(blocks: number): void
}

/** Bytes of memory for each message. */
export const laneBytes = 20 * 1024

/**
 * MD5 in script: runs everywhere.
 *
 * @param memory {@link laneBytes} bytes or more to work in, from its beginning; allocated when left out
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
