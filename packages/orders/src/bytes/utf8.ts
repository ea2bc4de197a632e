/** The bytes of a text in UTF-8, in a buffer that WebCrypto takes under every set of types. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
