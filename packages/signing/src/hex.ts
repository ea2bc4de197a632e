/** Writes bytes as lower-case hex. */
export function encodeHex(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += (256 + byte).toString(16).slice(1)
  return text
}
