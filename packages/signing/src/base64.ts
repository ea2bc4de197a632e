import { checkArguments } from './check-options.ts'

/** Bytes as WebCrypto takes them: not in a `SharedArrayBuffer`. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Encodes bytes in the standard alphabet, with padding.
 *
 * @throws TypeError when it is given a text, which has no bytes until it is encoded
 * @see RFC 4648, section 4
 */
export function encodeBase64(bytes: Uint8Array): string {
  checkArguments('encodeBase64', { bytes })
  let binary = ''
  // `values`, which a text does not have: its characters would be as many zero bytes.
  for (const byte of bytes.values()) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * Decodes the one canonical base64 text of some bytes: standard alphabet, full padding, no
 * whitespace, and no stray bits in the last character. `atob` accepts all of these, so several
 * texts would decode to the same signature.
 *
 * @returns `undefined` for any other text
 * @see RFC 4648, sections 3.5 and 4
 */
export function decodeBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text)
    if (btoa(binary) === text) return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    // Not base64 at all.
  }
  return undefined
}

/** Encodes bytes in the URL-safe alphabet, without padding. @see RFC 4648, section 5 */
export function encodeBase64Url(bytes: Uint8Array): string {
  checkArguments('encodeBase64Url', { bytes })
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Decodes the one canonical base64url text of some bytes: URL-safe alphabet, no padding, and no
 * stray bits in the last character.
 *
 * @returns `undefined` for any other text
 *
 * @example
 * ```ts
 * import { decodeBase64Url, encodeBase64Url } from '@merchant-edge/signing/base64'
 *
 * const text = encodeBase64Url(Uint8Array.of(251, 255))
 * if (text !== '-_8') throw new Error(text)
 * if (decodeBase64Url('-_9') !== undefined) throw new Error('The last character has stray bits.')
 * ```
 *
 * @see RFC 4648, sections 3.5 and 5
 */
export function decodeBase64Url(text: string): Bytes | undefined {
  if (typeof text !== 'string' || /[^A-Za-z0-9_-]/.test(text)) return undefined
  const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
  return decodeBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}
