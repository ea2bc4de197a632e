import { startMd5, updateMd5 } from './md5-rounds.ts'

/** Length of an MD5 as a text in hexadecimal. */
export const md5HexDigits = 32

/** Number of 64-byte blocks of a padded message of a given length. */
export function md5Blocks(lengthBytes: number): number {
  return (lengthBytes + 72) >>> 6
}

/** Writes the MD5 padding after a message that begins at `start` in `bytes`. @see RFC 1321, 3.1 */
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

/** Computes the MD5 of one message after another, in its own memory. */
export interface Md5Hasher {
  /**
   * Memory for the message, {@link messageBytes} bytes from `start` on; the content is valid until
   * another message is hashed.
   */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Index in `bytes` at which the message begins. */
  readonly start: number
  /**
   * Pads the message of the given length and hashes it. @returns the four words of its digest,
   * valid until the next call
   */
  hash(lengthBytes: number): Int32Array
}

/** Most bytes of a message with its padding. */
export const messageBytes = 20 * 1024

/**
 * MD5 in TypeScript, for every runtime.
 *
 * @param memory {@link messageBytes} bytes or more to work in, from its beginning; allocated when
 *   left out
 */
export function scriptMd5Hasher(memory = new ArrayBuffer(messageBytes)): Md5Hasher {
  const bytes = new Uint8Array(memory)
  const chain = new Int32Array(8)
  const state = { chain, words: new Int32Array(memory, 0, Math.floor(memory.byteLength / 4)) }
  return {
    bytes,
    start: 0,
    hash(lengthBytes) {
      padMessage(bytes, 0, lengthBytes)
      startMd5(state)
      updateMd5(state, 0, md5Blocks(lengthBytes))
      return chain
    },
  }
}

const encoder = new TextEncoder()

/** The MD5 of a text as lower-case hex, computed by an existing hasher. */
export function textMd5Hex(text: string, hasher: Md5Hasher): string {
  // A character is at most three bytes.
  if (text.length * 3 + 72 > messageBytes) return md5Hex(encoder.encode(text))
  const { written } = encoder.encodeInto(text, hasher.bytes.subarray(hasher.start))
  return digestHex(hasher.hash(written))
}

/**
 * The MD5 of a message as lower-case hex.
 *
 * MD5 with an appended key does not authenticate a file: trust comes from the connection over which
 * the file was received. It is here because the files use it.
 *
 * @throws TypeError when the message is a text, which has no bytes until it is encoded
 */
export function md5Hex(message: Uint8Array): string {
  if (!ArrayBuffer.isView(message)) {
    throw new TypeError('message must be bytes: new TextEncoder().encode(text) makes them.')
  }
  const hasher = scriptMd5Hasher(new ArrayBuffer(md5Blocks(message.length) * 64))
  hasher.bytes.set(message)
  return digestHex(hasher.hash(message.length))
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A digest as 32 hex digits: its four words, each in little-endian order. @see RFC 1321, 3.5 */
function digestHex(words: Int32Array): string {
  let hex = ''
  for (let byte = 0; byte < 16; byte += 1) {
    hex += hexOfByte[((words[byte >> 2] ?? 0) >>> ((byte & 3) * 8)) & 0xff] ?? ''
  }
  return hex
}
