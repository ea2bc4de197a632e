/** Bytes in base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * Reads base64 strictly: one text for the same bytes, with padding.
 *
 * @returns the bytes, or `undefined` when the text is not base64 in its canonical form
 */
export function bytesFromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  // atob takes a last character with stray bits, which would give one value several texts.
  return toBase64(bytes) === text ? bytes : undefined
}

/** Bytes in base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Reads base64url without padding strictly; `undefined` when it is not in canonical form. */
export function bytesFromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
  return bytesFromBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}
