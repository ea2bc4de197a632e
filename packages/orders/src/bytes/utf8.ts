/**
 * Encodes a text as UTF-8, in a buffer type that WebCrypto accepts under the type definitions of
 * every runtime.
 */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
