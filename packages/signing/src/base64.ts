import type { Bytes } from './der.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const notInAlphabet = 64
const sextets = new Uint8Array(128).fill(notInAlphabet)
for (let value = 0; value < 64; value += 1) sextets[alphabet.charCodeAt(value)] = value

/** Encodes bytes in the standard alphabet, with padding. @see RFC 4648, section 4 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    // A call with spread arguments is seven times slower.
    binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8192))
  }
  return btoa(binary)
}

/**
 * Decodes the one canonical base64 text of some bytes: standard alphabet, full padding, no whitespace,
 * and no stray bits in the last character. `atob` lets all of these pass, so that several texts would
 * stand for the same signature.
 *
 * @returns `undefined` for any other text
 * @see RFC 4648, sections 3.5 and 4
 */
export function decodeBase64(text: string): Bytes | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (text.length % 4 !== 0) return undefined
  const end = text.length - padding
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let seen = 0
  let bits = 0
  for (let from = 0, to = 0; from < end; from += 4, to += 3) {
    const a = sextets[text.charCodeAt(from)] ?? notInAlphabet
    const b = sextets[text.charCodeAt(from + 1)] ?? notInAlphabet
    const c = from + 2 < end ? (sextets[text.charCodeAt(from + 2)] ?? notInAlphabet) : 0
    const d = from + 3 < end ? (sextets[text.charCodeAt(from + 3)] ?? notInAlphabet) : 0
    seen |= a | b | c | d
    bits = (a << 18) | (b << 12) | (c << 6) | d
    bytes[to] = bits >> 16
    bytes[to + 1] = bits >> 8
    bytes[to + 2] = bits
  }
  const strayBits = bits & ((1 << (8 * padding)) - 1)
  return seen < notInAlphabet && strayBits === 0 ? bytes : undefined
}
