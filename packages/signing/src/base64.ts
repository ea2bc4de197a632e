/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Encodes bytes in the standard alphabet, with padding. @see RFC 4648, section 4 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
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
  try {
    const binary = atob(text)
    if (btoa(binary) === text) return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    // Not base64 at all.
  }
  return undefined
}
