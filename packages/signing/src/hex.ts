import type { Bytes } from './base64.ts'

/** Writes bytes as lower-case hex. */
export function encodeHex(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += (256 + byte).toString(16).slice(1)
  return text
}

/** Reads hex of whole bytes. */
export function decodeHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number(`0x${byte}`))
}
